import { useId, type FormEvent } from 'react';
import css from './FilterPanel.module.css';

interface PriceFormProps {
  min: number | undefined;
  max: number | undefined;
  onApply: (min: number | undefined, max: number | undefined) => void;
}

/** A price range of one's own, in rupees. Turned round where the lower one is the higher. */
export function PriceForm({ min, max, onApply }: PriceFormProps) {
  const id = useId();
  const apply = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const [from, to] = ['from', 'to'].map((name) => (form.get(name) ? Number(form.get(name)) : undefined));
    if (from !== undefined && to !== undefined && from > to) onApply(to, from);
    else onApply(from, to);
  };
  return (
    <form className={css.price} onSubmit={apply}>
      {(
        [
          ['from', 'From ₹', min],
          ['to', 'To ₹', max],
        ] as const
      ).map(([name, label, value]) => (
        <div key={name}>
          <label htmlFor={`${id}-${name}`}>{label}</label>
          <input
            id={`${id}-${name}`}
            name={name}
            type="number"
            inputMode="numeric"
            min={0}
            max={10_000_000}
            step="any"
            defaultValue={value === undefined ? '' : Math.floor(value)}
          />
        </div>
      ))}
      <button type="submit" className={css.apply}>
        Apply<span className={css.hidden}> price</span>
      </button>
    </form>
  );
}
