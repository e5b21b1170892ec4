import { useId, type InputHTMLAttributes } from 'react';
import css from './Switch.module.css';

interface SwitchProps {
  label: string;
  hint?: string | undefined;
}

/** Takes effect at once, unlike `Checkbox`. */
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
