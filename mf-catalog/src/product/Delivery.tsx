import { useMemo } from 'react';
import type { Product } from '@rangavalli/contracts/entities/product';
import { currentPrice } from '@rangavalli/web-kit/format/price';
import { LazyPart } from '@rangavalli/web-kit/ui/LazyPart';
import { messages } from './messages.js';
import css from './ProductPage.module.css';

const loadCheck = async () => (await import('@rangavalli/web-kit/ui/DeliveryCheck')).DeliveryCheck;

/** When one unit arrives, with what the product's required personalisation adds. Its place is reserved. */
export function Delivery({ product }: { product: Product }) {
  const { _id, personalisationFields } = product;
  const value = currentPrice(product);
  const props = useMemo(() => {
    const required = (personalisationFields ?? []).filter((field) => field.required);
    const extraDays = Math.max(0, ...required.map((field) => field.extraDays ?? 0));
    return { items: [{ productId: _id, quantity: 1, extraDays }], value };
  }, [_id, value, personalisationFields]);
  return (
    <div className={css.promise}>
      <LazyPart id="mf-catalog/delivery" load={loadCheck} props={props} failed={messages.deliveryFailed} />
    </div>
  );
}
