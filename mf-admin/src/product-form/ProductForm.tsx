import { useState } from 'react';
import type { Product } from '@rangavalli/contracts/entities/product';
import { call } from '@rangavalli/web-kit/data/api';
import { fieldErrors, useForm } from '@rangavalli/web-kit/data/form';
import { useNavigate } from '@rangavalli/web-kit/federation/router';
import { toast } from '@rangavalli/web-kit/dom/toast';
import { Button, ButtonLink } from '@rangavalli/web-kit/ui/Button';
import { Dialog } from '@rangavalli/web-kit/ui/Dialog';
import { Input, Select, Textarea } from '@rangavalli/web-kit/ui/Field';
import { Panel } from '../layout/Panel.js';
import { categories, sareeTypes } from '../products/product-choices.js';
import { wrongCounts } from '../products/size-stock.js';
import { imagesOf } from './pictures.js';
import { PicturesField } from './PicturesField.js';
import css from './ProductForm.module.css';
import { editOf, optionalFields, readForm, wrongFields } from './read-form.js';
import { StockFields } from './StockFields.js';
import { useLeaveGuard } from './use-leave-guard.js';
import { usePictures } from './use-pictures.js';
import { useStock } from './use-stock.js';

const labels = { weave: 'Weave', fabric: 'Fabric', colour: 'Colour', occasion: 'Occasion' } as const;

/** The product's form; without a product it adds one. */
export function ProductForm({ product }: { product: Product | undefined }) {
  const navigate = useNavigate();
  const [dirty, setDirty] = useState(false);
  const [category, setCategory] = useState<string>(product?.category ?? '');
  const pictures = usePictures(product?.images ?? [], () => setDirty(true));
  const stock = useStock(product);
  const guard = useLeaveGuard(dirty);

  const {
    form,
    errors: wrong,
    busy,
  } = useForm<string>({
    fields: [],
    validate: (_values, data) => ({
      ...wrongFields(data),
      ...(stock.counted ? wrongCounts(stock.sizes, stock.typed) : {}),
    }),
    submit: async (_values, data) => {
      const body = readForm(data, imagesOf(pictures.slots), stock.counted);
      if (!body) return;
      if (product)
        await call('PUT /products/update/{id}', { params: { id: product._id }, body: editOf(body, product) });
      else await call('POST /products/create', { body });
      guard.open();
      toast.success(product ? 'Product updated' : 'Product added');
      void navigate('/admin/products', { replace: dirty });
    },
    // Stock by size was enabled elsewhere while the form was open.
    errorsOf: (failure) => (failure.code === 'STOCK_BY_SIZE' ? { stock: failure.message } : fieldErrors(failure)),
    onRejected: (failure) => toast.error(failure?.message ?? 'Please fill all required fields.'),
  });
  /** The error of a field or of an entry of its list (`sizes.3`). */
  const errorAt = (name: string): string | undefined =>
    wrong[name] ?? Object.entries(wrong).find(([field]) => field.startsWith(`${name}.`))?.[1];

  return (
    <>
      <form className={css.form} onInput={() => setDirty(true)} {...form}>
        <div className={css.column}>
          <Panel title="Product" className={css.panel}>
            <Input
              label="Name"
              name="name"
              defaultValue={product?.name}
              error={wrong['name']}
              maxLength={160}
              required
            />
            <Textarea
              label="Description"
              name="description"
              defaultValue={product?.description}
              error={wrong['description']}
              maxLength={5000}
              rows={6}
            />
          </Panel>
          <Panel title="Pictures" className={css.panel}>
            <PicturesField pictures={pictures} />
            {errorAt('images') && (
              <p role="alert" className={css.problem}>
                {errorAt('images')}
              </p>
            )}
          </Panel>
        </div>
        <div className={css.column}>
          <Panel title="Price and stock" className={css.panel}>
            <StockFields stock={stock} price={product?.price} wrong={wrong} errorAt={errorAt} />
          </Panel>
          <Panel title="Where it stands in the shop" className={css.panel}>
            <div className={css.pair}>
              <Select
                label="Category"
                name="category"
                value={category}
                onChange={(event) => setCategory(event.target.value)}
                error={wrong['category']}
                required
              >
                <option value="">Choose…</option>
                {categories.map((one) => (
                  <option key={one}>{one}</option>
                ))}
              </Select>
              {category === 'saree' && (
                <Select
                  label="Saree type"
                  name="sareeType"
                  defaultValue={product?.sareeType ?? ''}
                  error={wrong['sareeType']}
                >
                  <option value="">None</option>
                  {sareeTypes.map((one) => (
                    <option key={one}>{one}</option>
                  ))}
                </Select>
              )}
            </div>
            <Input
              label="Tags"
              name="tags"
              hint="Separated by commas"
              defaultValue={product?.tags.join(', ')}
              error={errorAt('tags')}
            />
            <div className={css.pair}>
              {optionalFields.map((name) => (
                <Input
                  key={name}
                  label={labels[name]}
                  name={name}
                  defaultValue={product?.[name]}
                  error={wrong[name]}
                  maxLength={60}
                />
              ))}
            </div>
          </Panel>
        </div>
        <div className={css.bar}>
          <Button type="submit" busy={busy || pictures.uploading}>
            {product ? 'Update Product' : 'Add Product'}
          </Button>
          <ButtonLink look="secondary" to="/admin/products">
            Cancel
          </ButtonLink>
        </div>
      </form>
      <Dialog title="Leave without saving?" open={guard.asked} onClose={guard.stay}>
        <p>What you changed here has not been saved.</p>
        <div className={css.actions}>
          <Button onClick={guard.stay} data-autofocus>
            Stay here
          </Button>
          <Button look="danger" onClick={guard.leave}>
            Leave
          </Button>
        </div>
      </Dialog>
    </>
  );
}
