import { useState } from 'react';
import type { Product } from '@rangavalli/contracts/entities/product';
import { call } from '@rangavalli/web-kit/data/api';
import { fieldErrors, useForm } from '@rangavalli/web-kit/data/form';
import { toast } from '@rangavalli/web-kit/dom/toast';
import { useNavigateFromHere } from '@rangavalli/web-kit/federation/navigate-from-here';
import { Button, ButtonLink } from '@rangavalli/web-kit/ui/Button';
import { ConfirmDialog } from '@rangavalli/web-kit/ui/ConfirmDialog';
import { Input, Select, Textarea } from '@rangavalli/web-kit/ui/Field';
import { LazyPart } from '@rangavalli/web-kit/ui/LazyPart';
import { Skeleton } from '@rangavalli/web-kit/ui/Skeleton';
import { Panel } from '../layout/Panel.js';
import shared from '../layout/shared.module.css';
import { categories, sareeTypes } from '../products/find-products.js';
import { changedStock, validateSizeStock } from '../products/stock.js';
import { ImagesField } from './ImagesField.js';
import { messages } from './messages.js';
import { PersonalisationPanel } from './PersonalisationPanel.js';
import { usePersonalisation, validatePersonalisation } from './personalisation.js';
import css from './ProductForm.module.css';
import { optionalFields, readForm, toChanges, validateFields } from './read-form.js';
import { SaleFields } from './SaleFields.js';
import { StockFields, useStock } from './StockFields.js';
import { uploadedImages, useImages } from './use-images.js';
import { useLeaveGuard } from './use-leave-guard.js';

/** Characters; of the others 60. */
const limits: Partial<Record<string, number>> = { origin: 80, care: 200 };

const videoFields = [
  { name: 'url', label: messages.video, hint: messages.videoHint },
  { name: 'poster', label: messages.poster, hint: messages.posterHint },
] as const;

/** Edits a product, or adds one without `product`. */
export function ProductForm({ product: loaded }: { product: Product | undefined }) {
  const navigate = useNavigateFromHere();
  // What the fields were filled with, also when the product is loaded again.
  const [product] = useState(loaded);
  const [dirty, setDirty] = useState(false);
  const [category, setCategory] = useState<string>(product?.category ?? '');
  const [prices, setPrices] = useState([product?.price, product?.sale?.price].map((price) => String(price ?? '')));
  const images = useImages(product?.images ?? [], () => setDirty(true));
  const stock = useStock(product);
  const personalisation = usePersonalisation(product?.personalisationFields, () => setDirty(true));
  const guard = useLeaveGuard(dirty);

  const update = async ({ _id: id }: Product, body: ReturnType<typeof toChanges>) => {
    try {
      await call('PUT /products/update/{id}', { params: { id }, body });
    } catch (error) {
      const now = changedStock(error);
      if (now) stock.follow(now);
      throw error;
    }
  };
  const { form, errors, busy } = useForm<string>({
    fields: [],
    validate: (_values, data) => ({
      ...validateFields(data),
      ...(stock.sizeStock ? validateSizeStock(stock.sizes, stock.input) : {}),
      ...validatePersonalisation(personalisation.inputs),
    }),
    submit: async (_values, data) => {
      const { fields } = personalisation;
      const body = {
        ...readForm(data, uploadedImages(images.slots), stock.sizeStock),
        ...(fields ? { personalisationFields: fields } : {}),
      };
      if (product) await update(product, toChanges(body, { ...product, ...stock.seen }));
      else await call('POST /products/create', { body });
      guard.release();
      toast.success(product ? messages.updated : messages.added);
      navigate('/admin/products', { replace: dirty });
    },
    // Stock by size was enabled elsewhere while the form was open.
    errorsOf: (failure) => (failure.code === 'STOCK_BY_SIZE' ? { stock: failure.message } : fieldErrors(failure)),
    onRejected: (failure) => toast.error(failure?.message ?? messages.requiredFields),
  });
  /** Returns the error of a field or of an entry of its list (`sizes.3`). */
  const errorOf = (name: string): string | undefined =>
    errors[name] ?? Object.entries(errors).find(([field]) => field.startsWith(`${name}.`))?.[1];

  return (
    <>
      <form
        className={css.form}
        onInput={({ currentTarget }) => {
          setDirty(true);
          const data = new FormData(currentTarget);
          setPrices(['price', 'sale.price'].map((name) => String(data.get(name) ?? '')));
        }}
        {...form}
      >
        <div className={shared.stack}>
          <Panel title={messages.details} className={css.panel}>
            <Input
              label={messages.name}
              name="name"
              defaultValue={product?.name}
              error={errors['name']}
              maxLength={160}
              required
            />
            <Textarea
              label={messages.description}
              name="description"
              defaultValue={product?.description}
              error={errors['description']}
              maxLength={5000}
              rows={6}
            />
          </Panel>
          <Panel title={messages.images} className={css.panel}>
            <ImagesField images={images} />
            {errorOf('images') && (
              <p role="alert" className={shared.problem}>
                {errorOf('images')}
              </p>
            )}
            {videoFields.map(({ name, label, hint }) => (
              <Input
                key={name}
                label={label}
                hint={hint}
                name={`video.${name}`}
                type="url"
                defaultValue={product?.video?.[name]}
                error={errors[`video.${name}`]}
                maxLength={1000}
              />
            ))}
          </Panel>
          <Panel title={messages.personalisation} className={css.panel}>
            <PersonalisationPanel personalisation={personalisation} errors={errors} />
          </Panel>
        </div>
        <div className={shared.stack}>
          <Panel title={messages.priceAndStock} className={css.panel}>
            <StockFields stock={stock} price={product?.price} errors={errors} errorOf={errorOf} />
            <SaleFields sale={product?.sale} errors={errors} />
            <div className={css.pair}>
              {(['handlingDays', 'weightGrams'] as const).map((name) => (
                <Input
                  key={name}
                  label={messages[name]}
                  hint={messages.asCategory}
                  name={name}
                  type="number"
                  inputMode="numeric"
                  min={name === 'weightGrams' ? 1 : 0}
                  step={1}
                  defaultValue={product?.[name]}
                  error={errors[name]}
                />
              ))}
            </div>
          </Panel>
          <Panel title={messages.placement} className={css.panel}>
            <div className={css.pair}>
              <Select
                label={messages.category}
                name="category"
                value={category}
                onChange={(event) => setCategory(event.target.value)}
                error={errors['category']}
                required
              >
                <option value="">{messages.select}</option>
                {categories.map((one) => (
                  <option key={one}>{one}</option>
                ))}
              </Select>
              {category === 'saree' && (
                <Select
                  label={messages.sareeType}
                  name="sareeType"
                  defaultValue={product?.sareeType ?? ''}
                  error={errors['sareeType']}
                >
                  <option value="">{messages.none}</option>
                  {sareeTypes.map((one) => (
                    <option key={one}>{one}</option>
                  ))}
                </Select>
              )}
            </div>
            <Input
              label={messages.tags}
              name="tags"
              hint={messages.commas}
              defaultValue={product?.tags.join(', ')}
              error={errorOf('tags')}
            />
            <div className={css.pair}>
              {optionalFields.map((name) => (
                <Input
                  key={name}
                  label={messages.optionalFields[name]}
                  name={name}
                  defaultValue={product?.[name]}
                  error={errors[name]}
                  hint={name === 'origin' ? messages.originHint : undefined}
                  maxLength={limits[name] ?? 60}
                />
              ))}
            </div>
          </Panel>
          <Panel title={messages.taxes} className={css.panel}>
            <LazyPart
              id="mf-admin/tax-panel"
              load={async () => (await import('./TaxPanel.js')).TaxPanel}
              props={{ product, category, prices, errors }}
              loading={<Skeleton height="24rem" />}
              failed={messages.taxesFailed}
            />
          </Panel>
        </div>
        <div className={css.bar}>
          <Button type="submit" busy={busy || images.uploading}>
            {product ? messages.update : messages.add}
          </Button>
          <ButtonLink look="secondary" to="/admin/products">
            {messages.cancel}
          </ButtonLink>
        </div>
      </form>
      <ConfirmDialog
        title={messages.leaveTitle}
        open={guard.isLeaving}
        confirmLabel={messages.leave}
        cancelLabel={messages.stay}
        onConfirm={guard.leave}
        onClose={guard.stay}
      >
        {messages.leaveText}
      </ConfirmDialog>
    </>
  );
}
