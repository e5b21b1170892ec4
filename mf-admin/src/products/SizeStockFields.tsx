import { useId } from 'react';
import { VisuallyHidden } from '@rangavalli/web-kit/ui/VisuallyHidden';
import { messages } from './messages.js';
import css from './SizeStockFields.module.css';
import { sizeStockField, type SizeStockInput } from './stock.js';

interface SizeStockFieldsProps {
  sizes: readonly string[];
  input: SizeStockInput;
  onInput: (size: string, text: string) => void;
  errors: Readonly<Record<string, string | undefined>>;
}

/** A field per size for its stock. */
export function SizeStockFields({ sizes, input, onInput, errors }: SizeStockFieldsProps) {
  const id = useId();
  return (
    <ul className={css.rows}>
      {sizes.map((size, index) => {
        const name = sizeStockField(index);
        const error = errors[name] ?? errors[`sizeStock.${index}.size`];
        return (
          <li key={index} className={css.row}>
            <label className={css.size} htmlFor={`${id}-${index}`}>
              <VisuallyHidden>{messages.stockOfSize}</VisuallyHidden>
              {size}
            </label>
            {input[size]?.trim() === '0' && <span className={css.soldOut}>{messages.soldOut}</span>}
            <input
              id={`${id}-${index}`}
              name={name}
              className={css.stock}
              type="number"
              inputMode="numeric"
              min={0}
              step={1}
              required
              value={input[size] ?? ''}
              aria-invalid={error ? true : undefined}
              aria-describedby={error ? `${id}-${index}-note` : undefined}
              onChange={(event) => onInput(size, event.target.value)}
              onFocus={(event) => event.target.select()}
            />
            {error && (
              <p id={`${id}-${index}-note`} role="alert" className={css.error}>
                {error}
              </p>
            )}
          </li>
        );
      })}
    </ul>
  );
}
