import { Input } from './Field.js';

interface RecoveryCodeInputProps {
  label: string;
  name: string;
  hint?: string;
  error?: string | undefined;
  autoFocus?: boolean;
}

/** One of the codes that the account's owner has printed: no keyboard or browser may change or suggest it. */
export const RecoveryCodeInput = (props: RecoveryCodeInputProps) => (
  <Input
    {...props}
    autoComplete="off"
    autoCapitalize="none"
    spellCheck={false}
    // With the hyphen in the middle.
    maxLength={11}
    required
  />
);
