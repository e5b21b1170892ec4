import type { InputHTMLAttributes } from 'react';
import { Input } from './Field.js';

interface CodeInputProps extends Pick<InputHTMLAttributes<HTMLInputElement>, 'value' | 'onChange'> {
  label: string;
  name: string;
  hint?: string;
  error?: string | undefined;
}

/** The six digits of an authenticator app or an email; phones suggest them above the keyboard. */
export const CodeInput = (props: CodeInputProps) => (
  <Input
    {...props}
    type="text"
    inputMode="numeric"
    autoComplete="one-time-code"
    // With the space that apps show between the digits.
    maxLength={7}
    required
  />
);
