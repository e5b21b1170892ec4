import { useState, type FormEvent } from 'react';
import { call } from '@rangavalli/web-kit/api';
import { asApiError, type ApiError } from '@rangavalli/web-kit/api-error';
import { toast } from '@rangavalli/web-kit/toast';
import { Button } from '@rangavalli/web-kit/ui/Button';
import { Dialog } from '@rangavalli/web-kit/ui/Dialog';
import { Input } from '@rangavalli/web-kit/ui/Field';
import { fieldError } from '../../notice/field-error.js';
import { Notice } from '../../notice/Notice.js';
import form from '../../notice/form.module.css';
import { NewPasswordFields, newPasswordOf } from '../../password/NewPasswordFields.js';

/** A new password, given the one that counts now. `email` is for the browser's password store. */
export function PasswordDialog({ email, open, onClose }: { email: string; open: boolean; onClose: () => void }) {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<ApiError>();
  const [mismatch, setMismatch] = useState<string>();
  const close = () => {
    setFailure(undefined);
    setMismatch(undefined);
    onClose();
  };

  const save = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const currentPassword = String(new FormData(event.currentTarget).get('current'));
    const { password: newPassword, mismatch: differs } = newPasswordOf(event.currentTarget);
    setFailure(undefined);
    setMismatch(differs);
    if (differs) return;
    setBusy(true);
    try {
      toast.success((await call('PUT /users/password', { body: { currentPassword, newPassword } })).message);
      close();
    } catch (error) {
      setFailure(asApiError(error));
    } finally {
      setBusy(false);
    }
  };

  const isWrong = failure?.code === 'WRONG_PASSWORD';
  return (
    <Dialog title="Change password" open={open} onClose={close}>
      <form className={form.form} onSubmit={(event) => void save(event)}>
        {failure && !isWrong && <Notice kind="error">{failure.message}</Notice>}
        <input type="email" name="username" autoComplete="username" defaultValue={email} readOnly hidden />
        <Input label="Current password" name="current" type="password" autoComplete="current-password" required error={isWrong ? failure.message : fieldError(failure, 'currentPassword')} />
        <NewPasswordFields error={fieldError(failure, 'newPassword')} mismatch={mismatch} />
        <Button type="submit" busy={busy}>Change password</Button>
      </form>
    </Dialog>
  );
}
