import { PasswordInput } from '../form/PasswordInput.js';

/** A new password, typed twice: the fields `password` and `again` of a form. */
export function NewPasswordFields({
  field,
}: {
  field: (name: 'password' | 'again') => { name: string; error: string | undefined };
}) {
  return (
    <>
      <PasswordInput
        label="New password"
        {...field('password')}
        autoComplete="new-password"
        hint="At least 8 characters."
      />
      <PasswordInput label="New password again" {...field('again')} autoComplete="new-password" />
    </>
  );
}
