import { useState, type FormEvent } from 'react';
import type { User } from '@rangavalli/contracts/entities/user';
import { call } from '@rangavalli/web-kit/api';
import { asApiError, type ApiError } from '@rangavalli/web-kit/api-error';
import { phoneProblem } from '@rangavalli/web-kit/india';
import { currentSession, storeSession } from '@rangavalli/web-kit/session';
import { toast } from '@rangavalli/web-kit/toast';
import { Button } from '@rangavalli/web-kit/ui/Button';
import { Dialog } from '@rangavalli/web-kit/ui/Dialog';
import { Input } from '@rangavalli/web-kit/ui/Field';
import { fieldError } from '../../notice/field-error.js';
import { Notice } from '../../notice/Notice.js';
import form from '../../notice/form.module.css';

interface ProfileDialogProps {
  user: User;
  open: boolean;
  onClose: () => void;
  onSaved: () => void;
}

/** Name and phone, to be changed. The stored record follows, so that every slice knows the new name at once. */
export function ProfileDialog({ user, open, onClose, onSaved }: ProfileDialogProps) {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<ApiError>();
  const [phoneError, setPhoneError] = useState<string>();
  const close = () => {
    setFailure(undefined);
    setPhoneError(undefined);
    onClose();
  };

  const save = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    const [name, phone] = [String(fields.get('name')).trim(), String(fields.get('phone')).trim()];
    const wrong = phone ? phoneProblem(phone) : undefined;
    setFailure(undefined);
    setPhoneError(wrong);
    if (wrong) return;
    setBusy(true);
    try {
      const answer = await call('PUT /users/profile', { body: { name, phone } });
      const session = currentSession();
      if (session) storeSession({ token: session.token, user: answer.user });
      toast.success(answer.message);
      onSaved();
    } catch (error) {
      setFailure(asApiError(error));
    } finally {
      setBusy(false);
    }
  };

  return (
    <Dialog title="Edit Profile" open={open} onClose={close}>
      <form className={form.form} onSubmit={(event) => void save(event)}>
        {failure && <Notice kind="error">{failure.message}</Notice>}
        <Input label="Full name" name="name" defaultValue={user.name} autoComplete="name" maxLength={120} required error={fieldError(failure, 'name')} />
        <Input label="Phone" name="phone" type="tel" defaultValue={user.phone ?? ''} autoComplete="tel" maxLength={24} hint="For the courier. You may leave it empty." error={phoneError ?? fieldError(failure, 'phone')} />
        <Button type="submit" busy={busy}>Save changes</Button>
      </form>
    </Dialog>
  );
}
