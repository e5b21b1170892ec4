import { useState, type ReactNode } from 'react';
import css from './FilterPanel.module.css';
import { swatchOf } from './swatches.js';

/** More choices than these are shown when they are asked for. */
const FIRST = 7;

interface FilterGroupProps<T> {
  heading: string;
  items: readonly T[];
  children: (item: T) => ReactNode;
  below?: ReactNode;
}

/** The choices of one kind; not there when there is nothing to choose. */
export function FilterGroup<T>({ heading, items, children, below }: FilterGroupProps<T>) {
  const [all, setAll] = useState(false);
  if (items.length === 0) return null;
  return (
    <fieldset className={css.group}>
      <legend className={css.heading}>{heading}</legend>
      {(all ? items : items.slice(0, FIRST)).map(children)}
      {items.length > FIRST && (
        <button type="button" className={css.more} aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? 'Show fewer' : `Show all ${items.length}`}
          <span className={css.hidden}> for {heading}</span>
        </button>
      )}
      {below}
    </fieldset>
  );
}

interface ChoiceProps {
  label: string;
  count: number;
  checked: boolean;
  onToggle: () => void;
  /** Name of a colour to show beside it. */
  swatch?: string;
}

/** One choice and how many products it would show. */
export function Choice({ label, count, checked, onToggle, swatch }: ChoiceProps) {
  return (
    <label className={css.choice}>
      <input type="checkbox" checked={checked} onChange={onToggle} />
      {swatch && <span className={css.swatch} style={{ background: swatchOf(swatch) }} aria-hidden="true" />}
      <span className={css.label}>{label}</span>
      <span className={css.count}>
        {count}
        <span className={css.hidden}> {count === 1 ? 'product' : 'products'}</span>
      </span>
    </label>
  );
}
