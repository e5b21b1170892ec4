import type { User } from '@rangavalli/contracts/entities/user';
import { call } from '@rangavalli/web-kit/data/api';
import { useForm } from '@rangavalli/web-kit/data/form';
import { phoneProblem } from '@rangavalli/web-kit/format/india';
import { currentSession, storeSession } from '@rangavalli/web-kit/session/session';
import { toast } from '@rangavalli/web-kit/dom/toast';
import { Button } from '@rangavalli/web-kit/ui/Button';
import { Dialog } from '@rangavalli/web-kit/ui/Dialog';
import { Input } from '@rangavalli/web-kit/ui/Field';
import css from '../../form/form.module.css';
import { Notice } from '@rangavalli/web-kit/ui/Notice';
import { messages } from './messages.js';

interface ProfileDialogProps {
  user: User;
  onClose: () => void;
  onSaved: () => void;
}

export function ProfileDialog({ user, onClose, onSaved }: ProfileDialogProps) {
  const { form, field, busy, failure } = useForm({
    fields: ['name', 'phone'],
    validate: ({ name, phone }) => ({
      name: name.trim() ? undefined : messages.nameMissing,
      phone: phone.trim() ? phoneProblem(phone) : undefined,
    }),
    submit: async ({ name, phone }) => {
      const response = await call('PUT /users/profile', { body: { name: name.trim(), phone: phone.trim() } });
      const session = currentSession();
      if (session) storeSession({ token: session.token, user: response.user });
      toast.success(response.message);
      onSaved();
    },
  });
  return (
    <Dialog title={messages.edit} onClose={onClose}>
      <form className={css.form} {...form}>
        {failure && <Notice kind="error">{failure.message}</Notice>}
        <Input
          label={messages.fullName}
          {...field('name')}
          defaultValue={user.name}
          autoComplete="name"
          maxLength={120}
          required
        />
        <Input
          label={messages.phone}
          {...field('phone')}
          type="tel"
          inputMode="tel"
          defaultValue={user.phone ?? ''}
          autoComplete="tel"
          maxLength={24}
          hint={messages.phoneHint}
        />
        <Button type="submit" busy={busy}>
          {messages.save}
        </Button>
      </form>
    </Dialog>
  );
}
