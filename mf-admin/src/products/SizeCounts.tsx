import { VisuallyHidden } from '@rangavalli/web-kit/ui/VisuallyHidden';
import { useId } from 'react';
import css from './SizeCounts.module.css';
import { countField, type TypedCounts } from './size-stock.js';

interface SizeCountsProps {
  sizes: readonly string[];
  typed: TypedCounts;
  onType: (size: string, text: string) => void;
  /** What is wrong, by the name of the field. */
  wrong: Readonly<Record<string, string | undefined>>;
  /** The first one has the focus as its window opens. */
  focusFirst?: boolean;
}

/** A row for each size with its own number of pieces. */
export function SizeCounts({ sizes, typed, onType, wrong, focusFirst = false }: SizeCountsProps) {
  const id = useId();
  return (
    <ul className={css.rows}>
      {sizes.map((size, index) => {
        const name = countField(index);
        const error = wrong[name] ?? wrong[`sizeStock.${index}.size`];
        return (
          <li key={index} className={css.row}>
            <label className={css.size} htmlFor={`${id}-${index}`}>
              <VisuallyHidden>Stock of size </VisuallyHidden>
              {size}
            </label>
            {typed[size]?.trim() === '0' && <span className={css.out}>Sold out</span>}
            <input
              id={`${id}-${index}`}
              name={name}
              className={css.count}
              type="number"
              inputMode="numeric"
              min={0}
              step={1}
              required
              value={typed[size] ?? ''}
              aria-invalid={error ? true : undefined}
              aria-describedby={error ? `${id}-${index}-note` : undefined}
              onChange={(event) => onType(size, event.target.value)}
              onFocus={(event) => event.target.select()}
              {...(focusFirst && index === 0 ? { 'data-autofocus': true } : {})}
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
