import { useState, type ChangeEvent, type FormEvent } from 'react';
import type { Image, Product } from '@rangavalli/contracts/entities/product';
import { call } from '@rangavalli/web-kit/api';
import { asApiError } from '@rangavalli/web-kit/api-error';
import { useQuery } from '@rangavalli/web-kit/query';
import { useNavigate, useParams } from '@rangavalli/web-kit/router';
import { toast } from '@rangavalli/web-kit/toast';
import { Button } from '@rangavalli/web-kit/ui/Button';
import { ErrorState } from '@rangavalli/web-kit/ui/ErrorState';
import { Input, Select, Textarea } from '@rangavalli/web-kit/ui/Field';
import { Page } from '@rangavalli/web-kit/ui/Page';
import { Skeleton } from '@rangavalli/web-kit/ui/Skeleton';
import { deliveryUrl } from '@rangavalli/web-kit/images';
import css from './ProductFormPage.module.css';
import { readForm } from './read-form.js';
import { uploadImage } from './upload-image.js';

const categories = ['saree', 'kidswear', 'accessories', 'family combo', 'customised combo', 'pant'];
const sareeTypes = ['pattu', 'handloom', 'customised'];

/** Adds a product, or edits the one whose id is in the route (specification §4 "Product form"). */
export function ProductFormPage() {
  const { id } = useParams();
  const { data, error, reload } = useQuery(id && `product ${id}`, (signal) => call('GET /products/getOne/{id}', { params: { id: id ?? '' } }, { signal }));
  if (id && error && !data) {
    const title = error.status > 0 ? 'Unable to fetch product.' : 'Error loading product.';
    return <Page title="Edit Product"><ErrorState title={title} error={error} onRetry={reload} /></Page>;
  }
  if (id && !data) return <Page title="Edit Product"><Skeleton height="30rem" /></Page>;
  return (
    <Page title={id ? 'Edit Product' : 'Add Product'}>
      <ProductForm key={id ?? 'new'} product={data?.product} />
    </Page>
  );
}

function ProductForm({ product }: { product: Product | undefined }) {
  const navigate = useNavigate();
  const [images, setImages] = useState<Image[]>(product?.images ?? []);
  const [category, setCategory] = useState<string>(product?.category ?? '');
  const [uploading, setUploading] = useState(false);
  const [busy, setBusy] = useState(false);
  const [wrong, setWrong] = useState<Record<string, string>>({});

  const upload = async (event: ChangeEvent<HTMLInputElement>) => {
    const files = [...(event.target.files ?? [])].filter((file) => file.type.startsWith('image/'));
    event.target.value = '';
    setUploading(true);
    for (const file of files) {
      try {
        const image = await uploadImage(file);
        setImages((old) => [...old, image]);
      } catch {
        toast.error('Image upload failed.');
      }
    }
    setUploading(false);
  };

  const save = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const body = readForm(new FormData(event.currentTarget), images);
    if (!body) {
      toast.error('Please fill all required fields.');
      return;
    }
    setBusy(true);
    setWrong({});
    try {
      if (product) await call('PUT /products/update/{id}', { params: { id: product._id }, body });
      else await call('POST /products/create', { body });
      toast.success(product ? 'Product updated' : 'Product added');
      void navigate('/admin/products');
    } catch (failure) {
      const problem = asApiError(failure);
      setWrong((problem.details?.['fields'] as Record<string, string> | undefined) ?? {});
      toast.error(problem.message);
      setBusy(false);
    }
  };

  return (
    <form className={css.form} noValidate onSubmit={(event) => void save(event)}>
      <Input label="Name" name="name" defaultValue={product?.name} error={wrong['name']} maxLength={160} required />
      <Textarea label="Description" name="description" defaultValue={product?.description} error={wrong['description']} rows={5} />
      <div className={css.pair}>
        <Input label="Price (₹)" name="price" type="number" inputMode="decimal" min={0} step="0.01" defaultValue={product?.price} error={wrong['price']} required />
        <Input label="Stock" name="stock" type="number" inputMode="numeric" min={0} step={1} defaultValue={product?.stock} error={wrong['stock']} required />
      </div>
      <div className={css.pair}>
        <Select label="Category" name="category" value={category} onChange={(event) => setCategory(event.target.value)} error={wrong['category']} required>
          <option value="">Choose…</option>
          {categories.map((one) => <option key={one}>{one}</option>)}
        </Select>
        {category === 'saree' && (
          <Select label="Saree type" name="sareeType" defaultValue={product?.sareeType ?? ''} error={wrong['sareeType']}>
            <option value="">None</option>
            {sareeTypes.map((one) => <option key={one}>{one}</option>)}
          </Select>
        )}
      </div>
      <Input label="Sizes" name="sizes" hint="Separated by commas" defaultValue={product?.sizes.join(', ')} error={wrong['sizes']} />
      <Input label="Tags" name="tags" hint="Separated by commas" defaultValue={product?.tags.join(', ')} error={wrong['tags']} />
      <Input label="Images" name="files" type="file" accept="image/*" multiple onChange={(event) => void upload(event)} />
      {uploading && <p role="status">Uploading images...</p>}
      <ul className={css.images}>
        {images.map((image) => (
          <li key={image.public_id}>
            <img src={deliveryUrl(image.url, 320)} alt="" width={96} height={120} />
            <Button look="quiet" onClick={() => setImages((old) => old.filter((one) => one !== image))}>Remove</Button>
          </li>
        ))}
      </ul>
      <Button type="submit" busy={busy || uploading}>{product ? 'Update Product' : 'Add Product'}</Button>
    </form>
  );
}
