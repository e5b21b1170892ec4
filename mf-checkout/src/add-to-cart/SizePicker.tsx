import { useId } from 'react';
import css from './AddToCart.module.css';

interface SizePickerProps {
  sizes: readonly string[];
  chosen: string | undefined;
  /** Somebody tried to buy without having chosen one. */
  missing: boolean;
  disabled: boolean;
  onChoose: (size: string) => void;
}

/** The sizes as a group of radio buttons. */
export function SizePicker({ sizes, chosen, missing, disabled, onChoose }: SizePickerProps) {
  const id = useId();
  return (
    <fieldset className={css.sizes} disabled={disabled} aria-describedby={missing ? `${id}-missing` : undefined}>
      <legend className={css.label}>Size</legend>
      <div className={css.options}>
        {sizes.map((size) => (
          <label key={size} className={css.size}>
            <input type="radio" name={id} value={size} checked={size === chosen} aria-invalid={missing ? true : undefined} onChange={() => onChoose(size)} />
            <span>{size}</span>
          </label>
        ))}
      </div>
      {missing && (
        <p id={`${id}-missing`} role="alert" className={css.missing}>
          Please select a size.
        </p>
      )}
    </fieldset>
  );
}
