import { PASSWORD_MIN_LENGTH, STAFF_PASSWORD_MIN_LENGTH } from '@rangavalli/contracts/validation';
import { call } from '@rangavalli/web-kit/data/api';
import { useForm } from '@rangavalli/web-kit/data/form';
import { toast } from '@rangavalli/web-kit/dom/toast';
import { currentSession, storeSession, useSession } from '@rangavalli/web-kit/session/session';
import { Button } from '@rangavalli/web-kit/ui/Button';
import { Dialog } from '@rangavalli/web-kit/ui/Dialog';
import { Notice } from '@rangavalli/web-kit/ui/Notice';
import { PasswordInput } from '@rangavalli/web-kit/ui/PasswordInput';
import css from '../../form/form.module.css';
import { NewPasswordFields } from '../../form/NewPasswordFields.js';
import { newPasswordErrors } from '../../form/validation.js';
import { renewPush } from '../../notifications/browser-push.js';
import { messages } from './messages.js';

interface PasswordDialogProps {
  onClose: () => void;
  onSaved: () => void;
}

export function PasswordDialog({ onClose, onSaved }: PasswordDialogProps) {
  const user = useSession()?.user;
  const minLength = user?.staffRole ? STAFF_PASSWORD_MIN_LENGTH : PASSWORD_MIN_LENGTH;
  const { form, field, busy, failure } = useForm({
    fields: ['current', 'password', 'confirmation'],
    validate: ({ current, ...chosen }) => ({
      current: current ? undefined : messages.currentPasswordMissing,
      ...newPasswordErrors(chosen, minLength),
    }),
    submit: async ({ current, password }) => {
      const body = { currentPassword: current, newPassword: password };
      const { message, token } = await call('PUT /users/password', { body });
      const session = currentSession();
      // All sessions have ended; this browser has a new one.
      if (session?.user) storeSession({ token, user: session.user });
      // The account's notifications in this browser ended with its previous session.
      renewPush().catch(() => undefined);
      toast.success(message);
      onSaved();
    },
    errorsOf: ({ code, message, details }) => {
      if (code === 'WRONG_PASSWORD') return { current: message };
      if (code === 'PASSWORD_BREACHED') return { password: message };
      const fields = details?.['fields'] as { currentPassword?: string; newPassword?: string } | undefined;
      return { current: fields?.currentPassword, password: fields?.newPassword };
    },
  });
  return (
    <Dialog title={messages.changePassword} onClose={onClose}>
      <form className={css.form} {...form}>
        {failure && <Notice kind="error">{failure.message}</Notice>}
        {/* For the browser's password manager. */}
        <input type="email" name="username" autoComplete="username" defaultValue={user?.email} readOnly hidden />
        <PasswordInput label={messages.currentPassword} {...field('current')} autoComplete="current-password" />
        <NewPasswordFields field={field} minLength={minLength} personal={user ? [user.name, user.email] : []} />
        <Button type="submit" busy={busy}>
          {messages.changePassword}
        </Button>
      </form>
    </Dialog>
  );
}
