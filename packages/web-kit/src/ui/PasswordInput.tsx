import { PASSWORD_MAX_LENGTH } from '@rangavalli/contracts/validation';
import { useState, type InputHTMLAttributes } from 'react';
import { Input } from './Field.js';
import css from './PasswordInput.module.css';
import { VisuallyHidden } from './VisuallyHidden.js';

interface PasswordInputProps extends Pick<InputHTMLAttributes<HTMLInputElement>, 'onChange' | 'minLength'> {
  label: string;
  name: string;
  autoComplete: 'current-password' | 'new-password';
  hint?: string;
  error?: string | undefined;
}

/** A password field with a button that shows what was typed. */
export function PasswordInput({ label, ...rest }: PasswordInputProps) {
  const [shown, setShown] = useState(false);
  return (
    <div className={css.password}>
      <Input
        {...rest}
        label={label}
        type={shown ? 'text' : 'password'}
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        maxLength={PASSWORD_MAX_LENGTH}
        required
      />
      <button type="button" className={css.show} onClick={() => setShown(!shown)}>
        {shown ? 'Hide' : 'Show'}
        <VisuallyHidden> {label.toLowerCase()}</VisuallyHidden>
      </button>
    </div>
  );
}
