import type { Product } from '@rangavalli/contracts/entities/product';
import { toIndianTime } from '@rangavalli/web-kit/format/india-time';
import { Input } from '@rangavalli/web-kit/ui/Field';
import { messages } from './messages.js';
import css from './ProductForm.module.css';

const times = [
  { name: 'from', label: messages.saleFrom, hint: messages.saleFromHint },
  { name: 'until', label: messages.saleUntil, hint: messages.saleUntilHint },
] as const;

interface SaleFieldsProps {
  sale: Product['sale'];
  errors: Readonly<Record<string, string | undefined>>;
}

/** A lower price for a time; an empty price removes the sale. */
export function SaleFields({ sale, errors }: SaleFieldsProps) {
  return (
    <>
      <Input
        label={messages.salePrice}
        hint={messages.salePriceHint}
        name="sale.price"
        type="number"
        inputMode="decimal"
        min={0}
        step="0.01"
        defaultValue={sale?.price}
        error={errors['sale.price'] ?? errors['sale']}
      />
      <div className={css.times}>
        {times.map(({ name, label, hint }) => (
          <Input
            key={name}
            label={label}
            hint={hint}
            name={`sale.${name}`}
            type="datetime-local"
            max="2999-12-31T23:59"
            defaultValue={toIndianTime(sale?.[name])}
            error={errors[`sale.${name}`]}
          />
        ))}
      </div>
    </>
  );
}
