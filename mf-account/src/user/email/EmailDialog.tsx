import { call } from '@rangavalli/web-kit/data/api';
import { fieldErrors, useForm } from '@rangavalli/web-kit/data/form';
import { toast } from '@rangavalli/web-kit/dom/toast';
import { useStepUp } from '@rangavalli/web-kit/step-up/step-up';
import { Button } from '@rangavalli/web-kit/ui/Button';
import { Dialog } from '@rangavalli/web-kit/ui/Dialog';
import { Input } from '@rangavalli/web-kit/ui/Field';
import { FailureNotice } from '@rangavalli/web-kit/ui/Notice';
import css from '../../form/form.module.css';
import { emailError } from '../../form/validation.js';
import { messages } from './messages.js';

interface EmailDialogProps {
  email: string;
  onClose: () => void;
  onSaved: () => void;
}

export function EmailDialog({ email: current, onClose, onSaved }: EmailDialogProps) {
  const withStepUp = useStepUp();
  const { form, field, busy, failure } = useForm({
    fields: ['email'],
    validate: ({ email }) => ({
      email: email.trim().toLowerCase() === current ? messages.sameEmail : emailError(email),
    }),
    submit: async ({ email }) => {
      const { message } = await withStepUp(() => call('PUT /users/email', { body: { email: email.trim() } }));
      toast.success(message);
      onSaved();
    },
    errorsOf: (error) => (error.code === 'EMAIL_TAKEN' ? { email: error.message } : fieldErrors(error)),
  });
  return (
    <Dialog title={messages.changeEmail} onClose={onClose}>
      <form className={css.form} {...form}>
        {failure && <FailureNotice failure={failure} fallback={failure.message} />}
        <Input
          label={messages.newEmail}
          {...field('email')}
          type="email"
          inputMode="email"
          autoComplete="email"
          maxLength={254}
          hint={messages.changeEmailHint}
          required
        />
        <Button type="submit" busy={busy}>
          {messages.sendLink}
        </Button>
      </form>
    </Dialog>
  );
}
