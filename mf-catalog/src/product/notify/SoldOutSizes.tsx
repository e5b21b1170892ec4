import { useId } from 'react';
import css from './NotifyMe.module.css';

interface SoldOutSizesProps {
  sizes: readonly string[];
  /** Every size is gone, so that any of them may be waited for. */
  any: boolean;
  /** The empty text: any. */
  chosen: string | undefined;
  error: string | undefined;
  onChoose: (size: string) => void;
}

/** The sizes that may be waited for, as a group of radio buttons. */
export function SoldOutSizes({ sizes, any, chosen, error, onChoose }: SoldOutSizesProps) {
  const id = useId();
  const options = [
    ...(any ? [{ value: '', label: 'Any size' }] : []),
    ...sizes.map((size) => ({ value: size, label: size })),
  ];
  return (
    <fieldset className={css.sizes} aria-describedby={error ? `${id}-error` : undefined}>
      <legend className={css.label}>Which size?</legend>
      <div className={css.options}>
        {options.map(({ value, label }) => (
          <label key={value} className={css.size}>
            <input
              type="radio"
              name="size"
              value={value}
              checked={value === chosen}
              aria-invalid={error ? true : undefined}
              onChange={() => onChoose(value)}
            />
            <span>{label}</span>
          </label>
        ))}
      </div>
      {error && (
        <p id={`${id}-error`} role="alert" className={css.error}>
          {error}
        </p>
      )}
    </fieldset>
  );
}
