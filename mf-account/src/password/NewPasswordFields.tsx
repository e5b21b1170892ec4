import { Input } from '@rangavalli/web-kit/ui/Field';

/** What stands in the two fields, and what is wrong with them if they differ. */
export function newPasswordOf(form: HTMLFormElement): { password: string; mismatch: string | undefined } {
  const fields = new FormData(form);
  const password = String(fields.get('password'));
  return { password, mismatch: password === String(fields.get('again')) ? undefined : 'The two passwords are not the same.' };
}

/** A new password, typed twice. */
export function NewPasswordFields({ error, mismatch }: { error: string | undefined; mismatch: string | undefined }) {
  return (
    <>
      <Input label="New password" name="password" type="password" autoComplete="new-password" minLength={8} maxLength={128} required hint="At least 8 characters." error={error} />
      <Input label="New password again" name="again" type="password" autoComplete="new-password" minLength={8} maxLength={128} required error={mismatch} />
    </>
  );
}
