import { PASSWORD_MAX_LENGTH } from '@rangavalli/contracts/validation';
import { useState } from 'react';
import { Input } from '@rangavalli/web-kit/ui/Field';
import { VisuallyHidden } from '@rangavalli/web-kit/ui/VisuallyHidden';
import { messages } from './messages.js';
import css from './PasswordInput.module.css';

interface PasswordInputProps {
  label: string;
  name: string;
  autoComplete: 'current-password' | 'new-password';
  hint?: string;
  error?: string | undefined;
}

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
        {shown ? messages.hide : messages.show}
        <VisuallyHidden> {label.toLowerCase()}</VisuallyHidden>
      </button>
    </div>
  );
}
