import { stockOfSize } from '@rangavalli/contracts/product-stock';
import { useId } from 'react';
import type { AddToCartProps } from '@rangavalli/contracts/fragments';
import { isLowStock } from '../stock/size-stock.js';
import css from './AddToCart.module.css';
import { messages } from './messages.js';

interface SizePickerProps {
  product: AddToCartProps['product'];
  chosen: string | undefined;
  /** Whether the shopper tried to buy without a size. */
  missing: boolean;
  disabled: boolean;
  onChoose: (size: string) => void;
}

export function SizePicker({ product, chosen, missing, disabled, onChoose }: SizePickerProps) {
  const id = useId();
  return (
    <fieldset className={css.sizes} disabled={disabled} aria-describedby={missing ? `${id}-missing` : undefined}>
      <legend className={css.label}>Size</legend>
      <div className={css.options}>
        {product.sizes.map((size, index) => {
          const stock = stockOfSize(product, size);
          const soldOut = product.sizeStock !== undefined && stock < 1;
          const low = product.sizeStock !== undefined && isLowStock(stock);
          return (
            <label
              key={size}
              className={css.size}
              data-sold-out={soldOut || undefined}
              title={soldOut ? 'Sold out' : undefined}
            >
              <input
                type="radio"
                name={id}
                value={size}
                checked={size === chosen}
                disabled={soldOut}
                aria-label={soldOut ? `${size}, sold out` : size}
                aria-describedby={low ? `${id}-low-${index}` : undefined}
                aria-invalid={missing ? true : undefined}
                onChange={() => onChoose(size)}
              />
              <span>
                <b>{size}</b>
                {low && <small id={`${id}-low-${index}`}>{messages.onlyLeft(stock)}</small>}
              </span>
            </label>
          );
        })}
      </div>
      {missing && (
        <p id={`${id}-missing`} role="alert" className={css.missing}>
          {messages.selectSize}
        </p>
      )}
    </fieldset>
  );
}
