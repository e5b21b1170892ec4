import { useId, type InputHTMLAttributes } from 'react';
import css from './Switch.module.css';

interface SwitchProps {
  label: string;
  /** What it does, or why it cannot be used now. */
  hint?: string | undefined;
}

/** Turns something on and off; what depends on it is there or gone at once. For a choice that is sent, use `Checkbox`. */
export function Switch({ label, hint, ...rest }: SwitchProps & InputHTMLAttributes<HTMLInputElement>) {
  const id = useId();
  return (
    <div className={css.switch}>
      <input
        {...rest}
        id={id}
        type="checkbox"
        role="switch"
        className={css.control}
        aria-describedby={hint ? `${id}-hint` : undefined}
      />
      <label htmlFor={id} className={css.label}>
        {label}
      </label>
      {hint && (
        <p id={`${id}-hint`} className={css.hint}>
          {hint}
        </p>
      )}
    </div>
  );
}
