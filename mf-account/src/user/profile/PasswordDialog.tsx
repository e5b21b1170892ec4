import { call } from '@rangavalli/web-kit/data/api';
import { useForm } from '@rangavalli/web-kit/data/form';
import { toast } from '@rangavalli/web-kit/dom/toast';
import { Button } from '@rangavalli/web-kit/ui/Button';
import { Dialog } from '@rangavalli/web-kit/ui/Dialog';
import css from '../../form/form.module.css';
import { NewPasswordFields } from '../../form/NewPasswordFields.js';
import { Notice } from '../../form/Notice.js';
import { PasswordInput } from '../../form/PasswordInput.js';
import { newPasswordErrors } from '../../form/validation.js';
import { messages } from './messages.js';

interface PasswordDialogProps {
  /** For the browser's password manager. */
  email: string;
  onClose: () => void;
  onSaved: () => void;
}

export function PasswordDialog({ email, onClose, onSaved }: PasswordDialogProps) {
  const { form, field, busy, failure } = useForm({
    fields: ['current', 'password', 'confirmation'],
    validate: ({ current, ...chosen }) => ({
      current: current ? undefined : messages.currentPasswordMissing,
      ...newPasswordErrors(chosen),
    }),
    submit: async ({ current, password }) => {
      toast.success(
        (await call('PUT /users/password', { body: { currentPassword: current, newPassword: password } })).message,
      );
      onSaved();
    },
    errorsOf: ({ code, message, details }) => {
      if (code === 'WRONG_PASSWORD') return { current: message };
      const fields = details?.['fields'] as { currentPassword?: string; newPassword?: string } | undefined;
      return { current: fields?.currentPassword, password: fields?.newPassword };
    },
  });
  return (
    <Dialog title={messages.changePassword} onClose={onClose}>
      <form className={css.form} {...form}>
        {failure && <Notice kind="error">{failure.message}</Notice>}
        <input type="email" name="username" autoComplete="username" defaultValue={email} readOnly hidden />
        <PasswordInput label={messages.currentPassword} {...field('current')} autoComplete="current-password" />
        <NewPasswordFields field={field} />
        <Button type="submit" busy={busy}>
          {messages.changePassword}
        </Button>
      </form>
    </Dialog>
  );
}
