import { useState } from 'react';
import { Input } from '@rangavalli/web-kit/ui/Field';
import { PASSWORD_LENGTH } from './checks.js';
import css from './PasswordInput.module.css';

interface PasswordInputProps {
  label: string;
  name: string;
  /** For password stores: the one that counts now, or one that is being chosen. */
  autoComplete: 'current-password' | 'new-password';
  hint?: string;
  error?: string | undefined;
}

/** A password, hidden until its owner asks to see it. */
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
        maxLength={PASSWORD_LENGTH.most}
        required
      />
      <button type="button" className={css.show} onClick={() => setShown(!shown)}>
        {shown ? 'Hide' : 'Show'}
        <span className={css.hidden}> {label.toLowerCase()}</span>
      </button>
    </div>
  );
}
