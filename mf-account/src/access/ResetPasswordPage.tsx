import { useState } from 'react';
import { call } from '@rangavalli/web-kit/data/api';
import { useForm } from '@rangavalli/web-kit/data/form';
import { Link } from '@rangavalli/web-kit/federation/router';
import { Button, ButtonLink } from '@rangavalli/web-kit/ui/Button';
import css from '../form/form.module.css';
import { NewPasswordFields } from '../form/NewPasswordFields.js';
import { Notice } from '@rangavalli/web-kit/ui/Notice';
import { newPasswordErrors, passwordErrors } from '../form/validation.js';
import { AccessLayout } from './AccessLayout.js';
import { messages } from './messages.js';
import { useLinkToken } from './use-link-token.js';

export function ResetPasswordPage() {
  const token = useLinkToken();
  const [success, setSuccess] = useState<string>();
  if (token && !success) {
    return (
      <AccessLayout title={messages.newPasswordTitle} lead={messages.newPasswordLead} poster="password">
        <NewPasswordForm token={token} onDone={setSuccess} />
      </AccessLayout>
    );
  }
  return (
    <AccessLayout title={messages.newPasswordTitle} poster="password">
      <div className={css.form}>
        <Notice kind={success ? 'success' : 'error'}>{success ?? messages.linkIncomplete}</Notice>
        <ButtonLink to={success ? '/login' : '/forgot-password'} wide>
          {success ? messages.login : messages.requestNewLink}
        </ButtonLink>
      </div>
    </AccessLayout>
  );
}

function NewPasswordForm({ token, onDone }: { token: string; onDone: (message: string) => void }) {
  const { form, field, busy, failure } = useForm({
    fields: ['password', 'confirmation'],
    validate: (values) => newPasswordErrors(values),
    submit: async ({ password }) =>
      onDone((await call('POST /users/password/reset', { body: { token, password } })).message),
    errorsOf: passwordErrors,
  });
  return (
    <form className={css.form} {...form}>
      {failure && (
        <Notice kind="error">
          {failure.message || messages.somethingWrong}{' '}
          {failure.code === 'RESET_TOKEN_INVALID' && <Link to="/forgot-password">{messages.requestNewLink}</Link>}
        </Notice>
      )}
      <NewPasswordFields field={field} />
      <Button type="submit" wide busy={busy}>
        {messages.setPassword}
      </Button>
    </form>
  );
}
