import { useDeferredValue, useEffect, useState } from 'react';
import { isDataSaverOn } from '@rangavalli/web-kit/data/prefetch';
import { PasswordInput } from '@rangavalli/web-kit/ui/PasswordInput';
import { messages } from './messages.js';
import css from './NewPasswordInput.module.css';
import type { PasswordStrength } from './password-strength.js';

type Estimate = (password: string, personal: readonly string[]) => PasswordStrength;

interface NewPasswordInputProps {
  label: string;
  name: string;
  error?: string | undefined;
  minLength: number;
  /** Name and email of the account, which a password should not contain. */
  personal?: readonly string[];
}

/** A field for a new password, with its strength once something was typed. */
export function NewPasswordInput({ minLength, personal = [], ...rest }: NewPasswordInputProps) {
  const [password, setPassword] = useState('');
  const [estimate, setEstimate] = useState<Estimate>();
  const isTyping = password !== '';
  useEffect(() => {
    // 200 KB that only this field needs. The server checks the password in any case.
    if (!isTyping || isDataSaverOn()) return;
    import('./password-strength.js').then(
      ({ estimateStrength }) => setEstimate(() => estimateStrength),
      () => undefined,
    );
  }, [isTyping]);
  const shown = useDeferredValue(password);
  const strength = shown && estimate ? estimate(shown, personal) : undefined;
  return (
    <div>
      <PasswordInput
        {...rest}
        autoComplete="new-password"
        minLength={minLength}
        hint={messages.passwordHint(minLength)}
        onChange={(event) => setPassword(event.target.value)}
      />
      {/* Always present, so that screen readers announce its content. */}
      <div className={css.status} aria-live="polite">
        {strength && (
          <>
            <span className={css.bar} data-score={strength.score} aria-hidden="true" />
            {messages.strength} <strong>{messages.strengths[strength.score]}</strong>
            {strength.advice && <span className={css.advice}>{strength.advice}</span>}
          </>
        )}
      </div>
    </div>
  );
}
