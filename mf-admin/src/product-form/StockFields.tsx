import { Input } from '@rangavalli/web-kit/ui/Field';
import { Switch } from '@rangavalli/web-kit/ui/Switch';
import { SizeCounts } from '../products/SizeCounts.js';
import css from './ProductForm.module.css';
import type { Stock } from './use-stock.js';

interface StockFieldsProps {
  stock: Stock;
  price: number | undefined;
  /** What is wrong, by the name of the field. */
  wrong: Readonly<Record<string, string | undefined>>;
  errorAt: (name: string) => string | undefined;
}

/** Price, stock and sizes; with "Count stock by size" a number for each size, and their sum as the stock. */
export function StockFields({ stock, price, wrong, errorAt }: StockFieldsProps) {
  const bySize = stock.counted !== undefined;
  const none = stock.sizes.length === 0;
  return (
    <>
      <div className={css.pair}>
        <Input
          label="Price (₹)"
          name="price"
          type="number"
          inputMode="decimal"
          min={0}
          step="0.01"
          defaultValue={price}
          error={wrong['price']}
          required
        />
        <Input
          label="Stock"
          name="stock"
          type="number"
          inputMode="numeric"
          min={0}
          step={1}
          value={stock.text}
          readOnly={bySize}
          hint={bySize ? 'The sum of the sizes' : undefined}
          error={wrong['stock']}
          onChange={(event) => stock.typeStock(event.target.value)}
          required
        />
      </div>
      <Input
        label="Sizes"
        name="sizes"
        hint="Separated by commas"
        value={stock.sizesText}
        error={errorAt('sizes')}
        onChange={(event) => stock.typeSizes(event.target.value)}
      />
      <Switch
        label="Count stock by size"
        hint={
          none ? 'Give the sizes first.' : bySize ? 'Each size sells out on its own.' : 'Off: one stock for all sizes.'
        }
        checked={bySize}
        disabled={none}
        onChange={(event) => stock.countBySize(event.target.checked)}
      />
      {bySize && (
        <div role="group" aria-label="Stock by size">
          <SizeCounts sizes={stock.sizes} typed={stock.typed} onType={stock.typeCount} wrong={wrong} />
          {wrong['sizeStock'] && (
            <p role="alert" className={css.problem}>
              {wrong['sizeStock']}
            </p>
          )}
        </div>
      )}
    </>
  );
}
