import { PASSWORD_MIN_LENGTH } from '@rangavalli/contracts/validation';
import { PasswordInput } from '@rangavalli/web-kit/ui/PasswordInput';
import { messages } from './messages.js';
import { NewPasswordInput } from './NewPasswordInput.js';

interface NewPasswordFieldsProps {
  field: (name: 'password' | 'confirmation') => { name: string; error: string | undefined };
  minLength?: number;
  personal?: readonly string[];
}

export function NewPasswordFields({ field, minLength = PASSWORD_MIN_LENGTH, personal = [] }: NewPasswordFieldsProps) {
  return (
    <>
      <NewPasswordInput label={messages.newPassword} {...field('password')} minLength={minLength} personal={personal} />
      <PasswordInput label={messages.confirmNewPassword} {...field('confirmation')} autoComplete="new-password" />
    </>
  );
}
