import { useRef, useState, type FormEvent } from 'react';
import type { Product } from '@rangavalli/contracts/entities/product';
import { call } from '@rangavalli/web-kit/api';
import { asApiError } from '@rangavalli/web-kit/api-error';
import { useNavigate } from '@rangavalli/web-kit/router';
import { toast } from '@rangavalli/web-kit/toast';
import { Button, ButtonLink } from '@rangavalli/web-kit/ui/Button';
import { Dialog } from '@rangavalli/web-kit/ui/Dialog';
import { Input, Select, Textarea } from '@rangavalli/web-kit/ui/Field';
import { categories, sareeTypes } from '../products/product-choices.js';
import { imagesOf } from './pictures.js';
import { PicturesField } from './PicturesField.js';
import css from './ProductForm.module.css';
import { optionalFields, readForm, wrongFields } from './read-form.js';
import { useLeaveGuard } from './use-leave-guard.js';
import { usePictures } from './use-pictures.js';

const labels = { weave: 'Weave', fabric: 'Fabric', colour: 'Colour', occasion: 'Occasion' } as const;

/** The product's form; without a product it adds one. */
export function ProductForm({ product }: { product: Product | undefined }) {
  const navigate = useNavigate();
  const form = useRef<HTMLFormElement>(null);
  const [dirty, setDirty] = useState(false);
  const [category, setCategory] = useState<string>(product?.category ?? '');
  const [busy, setBusy] = useState(false);
  const [wrong, setWrong] = useState<Record<string, string>>({});
  const pictures = usePictures(product?.images ?? [], () => setDirty(true));
  const guard = useLeaveGuard(dirty);

  const refuse = (fields: Record<string, string>, message: string) => {
    setWrong(fields);
    toast.error(message);
    const [first] = Object.keys(fields);
    const control = first && form.current?.elements.namedItem(first);
    if (control instanceof HTMLElement) control.focus();
  };

  const save = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    const body = readForm(fields, imagesOf(pictures.slots));
    if (!body) {
      refuse(wrongFields(fields), 'Please fill all required fields.');
      return;
    }
    setBusy(true);
    setWrong({});
    try {
      if (product) {
        // What was sold while the form was open must not come back on the shelf: stock goes along only where it was changed.
        const { stock, ...rest } = body;
        await call('PUT /products/update/{id}', { params: { id: product._id }, body: stock === product.stock ? rest : body });
      }
      else await call('POST /products/create', { body });
      guard.open();
      toast.success(product ? 'Product updated' : 'Product added');
      void navigate('/admin/products', { replace: dirty });
    } catch (failure) {
      const problem = asApiError(failure);
      setBusy(false);
      refuse((problem.details?.['fields'] as Record<string, string> | undefined) ?? {}, problem.message);
    }
  };

  return (
    <>
      <form ref={form} className={css.form} noValidate onInput={() => setDirty(true)} onSubmit={(event) => void save(event)}>
        <Input label="Name" name="name" defaultValue={product?.name} error={wrong['name']} maxLength={160} required />
        <Textarea label="Description" name="description" defaultValue={product?.description} error={wrong['description']} maxLength={5000} rows={5} />
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
        <div className={css.pair}>
          <Input label="Sizes" name="sizes" hint="Separated by commas" defaultValue={product?.sizes.join(', ')} error={wrong['sizes']} />
          <Input label="Tags" name="tags" hint="Separated by commas" defaultValue={product?.tags.join(', ')} error={wrong['tags']} />
        </div>
        <div className={css.pair}>
          {optionalFields.map((name) => <Input key={name} label={labels[name]} name={name} defaultValue={product?.[name]} error={wrong[name]} maxLength={60} />)}
        </div>
        <PicturesField pictures={pictures} />
        <div className={css.actions}>
          <Button type="submit" busy={busy || pictures.uploading}>{product ? 'Update Product' : 'Add Product'}</Button>
          <ButtonLink look="secondary" to="/admin/products">Cancel</ButtonLink>
        </div>
      </form>
      <Dialog title="Leave without saving?" open={guard.asked} onClose={guard.stay}>
        <p>What you changed here has not been saved.</p>
        <div className={css.actions}>
          <Button onClick={guard.stay}>Stay here</Button>
          <Button look="danger" onClick={guard.leave}>Leave</Button>
        </div>
      </Dialog>
    </>
  );
}
