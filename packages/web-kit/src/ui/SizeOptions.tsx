import { useEffect, useId, useRef } from 'react';
import css from './SizeOptions.module.css';

export interface SizeOption {
  value: string;
  label: string;
  soldOut?: boolean;
  /** A few words below the size. */
  note?: string | undefined;
}

interface SizeOptionsProps {
  legend: string;
  options: readonly SizeOption[];
  selected: string | undefined;
  /** Of the form's field; by default a unique one. */
  name?: string;
  error: string | undefined;
  disabled?: boolean;
  onSelect: (value: string) => void;
}

export function SizeOptions({ legend, options, selected, name, error, disabled = false, onSelect }: SizeOptionsProps) {
  const id = useId();
  const fieldset = useRef<HTMLFieldSetElement>(null);
  useEffect(() => {
    const checked = fieldset.current?.querySelector<HTMLInputElement>('input:checked');
    // Chosen before hydration.
    if (checked && checked.value !== selected) onSelect(checked.value);
  }, [selected, onSelect]);
  return (
    <fieldset
      ref={fieldset}
      className={css.sizes}
      disabled={disabled}
      aria-describedby={error ? `${id}-error` : undefined}
    >
      <legend className={css.label}>{legend}</legend>
      <div className={css.options}>
        {options.map(({ value, label, soldOut = false, note }, index) => (
          <label
            key={value}
            className={css.size}
            data-sold-out={soldOut || undefined}
            title={soldOut ? 'Sold out' : undefined}
          >
            <input
              type="radio"
              name={name ?? id}
              value={value}
              checked={value === selected}
              disabled={soldOut}
              aria-label={soldOut ? `${label}, sold out` : label}
              aria-describedby={note ? `${id}-note-${index}` : undefined}
              aria-invalid={error ? true : undefined}
              onChange={() => onSelect(value)}
            />
            <span>
              <b>{label}</b>
              {note && <small id={`${id}-note-${index}`}>{note}</small>}
            </span>
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
