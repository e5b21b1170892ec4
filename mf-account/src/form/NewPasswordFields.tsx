import { PASSWORD_MIN_LENGTH } from '@rangavalli/contracts/validation';
import { messages } from './messages.js';
import { PasswordInput } from './PasswordInput.js';

export function NewPasswordFields({
  field,
}: {
  field: (name: 'password' | 'confirmation') => { name: string; error: string | undefined };
}) {
  return (
    <>
      <PasswordInput
        label={messages.newPassword}
        {...field('password')}
        autoComplete="new-password"
        hint={messages.passwordTooShort(PASSWORD_MIN_LENGTH)}
      />
      <PasswordInput label={messages.confirmNewPassword} {...field('confirmation')} autoComplete="new-password" />
    </>
  );
}
