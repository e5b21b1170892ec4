import { useState } from 'react';
import type { Product, SizeStock } from '@rangavalli/contracts/entities/product';
import { Input } from '@rangavalli/web-kit/ui/Field';
import { Switch } from '@rangavalli/web-kit/ui/Switch';
import shared from '../layout/shared.module.css';
import { SizeStockFields } from '../products/SizeStockFields.js';
import {
  followStock,
  readSizeStock,
  type SeenStock,
  toInput,
  totalStock,
  type SizeStockInput,
} from '../products/stock.js';
import { messages } from './messages.js';
import css from './ProductForm.module.css';
import { splitByCommas } from './read-form.js';

/** Stock of the form's product: one number, or one per size. */
export interface StockState {
  /** The text of the field "Sizes". */
  sizesText: string;
  sizes: string[];
  /** The text of the field "Stock": entered, or the sum of the sizes. */
  text: string;
  input: SizeStockInput;
  /** Set while stock is tracked by size. */
  sizeStock: SizeStock[] | undefined;
  setSizes: (text: string) => void;
  setStock: (text: string) => void;
  setSizeStock: (size: string, text: string) => void;
  trackBySize: (on: boolean) => void;
  /** What the edit is based on; undefined for a new product. */
  seen: SeenStock | undefined;
  /** Bases the edit on the present stock: what was not edited follows it. */
  follow: (now: SeenStock) => void;
}

/** Manages the entered stock and sizes. A size that is removed and added again keeps its number. */
export function useStock(product: Product | undefined): StockState {
  const [sizesText, setSizes] = useState(product?.sizes.join(', ') ?? '');
  const [single, setSingle] = useState(product ? String(product.stock) : '');
  const [input, setInput] = useState(() => toInput(product?.sizeStock));
  const [seen, setSeen] = useState<SeenStock | undefined>(product);
  const [isBySize, setIsBySize] = useState(Boolean(product?.sizeStock?.length));
  const sizes = [...new Set(splitByCommas(sizesText))];
  const sizeStock = isBySize && sizes.length > 0 ? readSizeStock(sizes, input) : undefined;
  return {
    sizesText,
    sizes,
    text: sizeStock ? String(totalStock(sizeStock)) : single,
    input,
    sizeStock,
    setSizes,
    setStock: setSingle,
    setSizeStock: (size, text) => setInput((old) => ({ ...old, [size]: text })),
    seen,
    follow: (now) => {
      setSeen(now);
      if (!seen) return;
      setInput(followStock(input, seen, now));
      if (single === String(seen.stock)) setSingle(String(now.stock));
      if (sizesText === seen.sizes.join(', ')) setSizes(now.sizes.join(', '));
    },
    trackBySize: (on) => {
      setIsBySize(on);
      // Starts the single stock with the sum of the sizes.
      if (sizeStock?.some(({ size }) => input[size])) setSingle(String(totalStock(sizeStock)));
    },
  };
}

interface StockFieldsProps {
  stock: StockState;
  price: number | undefined;
  errors: Readonly<Record<string, string | undefined>>;
  errorOf: (name: string) => string | undefined;
}

/** Price, stock and sizes; tracked by size, the stock is the sum of a number per size. */
export function StockFields({ stock, price, errors, errorOf }: StockFieldsProps) {
  const isBySize = stock.sizeStock !== undefined;
  const hasSizes = stock.sizes.length > 0;
  const switchHint = isBySize ? messages.bySizeOn : messages.bySizeOff;
  return (
    <>
      <div className={css.pair}>
        <Input
          label={messages.price}
          name="price"
          type="number"
          inputMode="decimal"
          min={0}
          step="0.01"
          defaultValue={price}
          error={errors['price']}
          required
        />
        <Input
          label={messages.stock}
          name="stock"
          type="number"
          inputMode="numeric"
          min={0}
          step={1}
          value={stock.text}
          readOnly={isBySize}
          hint={isBySize ? messages.sumOfSizes : undefined}
          error={errors['stock']}
          onChange={(event) => stock.setStock(event.target.value)}
          required
        />
      </div>
      <Input
        label={messages.sizes}
        name="sizes"
        hint={messages.commas}
        value={stock.sizesText}
        error={errorOf('sizes')}
        onChange={(event) => stock.setSizes(event.target.value)}
      />
      <Switch
        label={messages.trackBySize}
        hint={hasSizes ? switchHint : messages.enterSizes}
        checked={isBySize}
        disabled={!hasSizes}
        onChange={(event) => stock.trackBySize(event.target.checked)}
      />
      {isBySize && (
        <div role="group" aria-label={messages.stockBySize}>
          <SizeStockFields sizes={stock.sizes} input={stock.input} onInput={stock.setSizeStock} errors={errors} />
          {errors['sizeStock'] && (
            <p role="alert" className={shared.problem}>
              {errors['sizeStock']}
            </p>
          )}
        </div>
      )}
    </>
  );
}
