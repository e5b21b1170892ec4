import {
  useId,
  type InputHTMLAttributes,
  type ReactNode,
  type SelectHTMLAttributes,
  type TextareaHTMLAttributes,
} from 'react';
import { classNames } from '../dom/class-names.js';
import css from './Field.module.css';

interface FieldProps {
  label: string;
  hint?: string | undefined;
  error?: string | undefined;
}

interface Wiring {
  id: string;
  className: string | undefined;
  'aria-invalid': boolean | undefined;
  'aria-describedby': string | undefined;
}

function Frame({
  label,
  hint,
  error,
  required,
  children,
}: FieldProps & { required?: boolean | undefined; children: (wiring: Wiring) => ReactNode }) {
  const id = useId();
  const note = error ?? hint;
  return (
    <div className={css.field}>
      <label htmlFor={id} className={required ? css.required : undefined}>
        {label}
      </label>
      {children({
        id,
        className: css.control,
        'aria-invalid': error ? true : undefined,
        'aria-describedby': note ? `${id}-note` : undefined,
      })}
      {note && (
        <p id={`${id}-note`} className={error ? css.error : css.hint} role={error ? 'alert' : undefined}>
          {note}
        </p>
      )}
    </div>
  );
}

export function Input({ label, hint, error, ...rest }: FieldProps & InputHTMLAttributes<HTMLInputElement>) {
  return (
    <Frame label={label} hint={hint} error={error} required={rest.required}>
      {(wiring) => <input {...rest} {...wiring} />}
    </Frame>
  );
}

export function Select({
  label,
  hint,
  error,
  children,
  ...rest
}: FieldProps & SelectHTMLAttributes<HTMLSelectElement>) {
  return (
    <Frame label={label} hint={hint} error={error} required={rest.required}>
      {(wiring) => (
        <select {...rest} {...wiring}>
          {children}
        </select>
      )}
    </Frame>
  );
}

export function Textarea({
  label,
  hint,
  error,
  rows = 4,
  ...rest
}: FieldProps & TextareaHTMLAttributes<HTMLTextAreaElement>) {
  return (
    <Frame label={label} hint={hint} error={error} required={rest.required}>
      {(wiring) => <textarea rows={rows} {...rest} {...wiring} />}
    </Frame>
  );
}

export function Checkbox({ label, className, ...rest }: { label: ReactNode } & InputHTMLAttributes<HTMLInputElement>) {
  return (
    <label className={classNames(css.checkbox, className)}>
      <input {...rest} type="checkbox" />
      <span>{label}</span>
    </label>
  );
}
