import { useState } from 'react';
import { call } from '@rangavalli/web-kit/data/api';
import { useForm } from '@rangavalli/web-kit/data/form';
import { Link } from '@rangavalli/web-kit/federation/router';
import { Button } from '@rangavalli/web-kit/ui/Button';
import { EmailInput } from '../form/EmailInput.js';
import css from '../form/form.module.css';
import { Notice } from '@rangavalli/web-kit/ui/Notice';
import { emailError } from '../form/validation.js';
import { AccessLayout } from './AccessLayout.js';
import { messages } from './messages.js';

export function ForgotPasswordPage() {
  const [success, setSuccess] = useState<string>();
  const { form, field, busy, failure } = useForm({
    fields: ['email'],
    validate: ({ email }) => ({ email: emailError(email) }),
    submit: async (body) => setSuccess((await call('POST /users/password/forgot', { body })).message),
  });

  return (
    <AccessLayout title={messages.forgotPassword} lead={messages.forgotLead} poster="password">
      <form className={css.form} {...form}>
        {failure && <Notice kind="error">{failure.message || messages.somethingWrong}</Notice>}
        {success && (
          <Notice kind="success">
            {success} {messages.checkSpam}
          </Notice>
        )}
        <EmailInput {...field('email')} />
        <Button type="submit" wide busy={busy}>
          {success ? messages.sendAgain : messages.sendLink}
        </Button>
        <p className={css.aside}>
          <Link to="/login">{messages.backToLogin}</Link>
        </p>
      </form>
    </AccessLayout>
  );
}
