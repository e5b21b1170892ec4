import { PASSWORD_MIN_LENGTH } from '@rangavalli/contracts/validation';
import { useEffect, useState } from 'react';
import { call } from '@rangavalli/web-kit/data/api';
import { useForm } from '@rangavalli/web-kit/data/form';
import { Link, useNavigate, useSearchParams } from '@rangavalli/web-kit/federation/router';
import { Button } from '@rangavalli/web-kit/ui/Button';
import { Input } from '@rangavalli/web-kit/ui/Field';
import { EmailInput } from '../form/EmailInput.js';
import css from '../form/form.module.css';
import { messages as formMessages } from '../form/messages.js';
import { FailureNotice, Notice } from '../form/Notice.js';
import { PasswordInput } from '../form/PasswordInput.js';
import { emailError, newPasswordError } from '../form/validation.js';
import { AccessLayout } from './AccessLayout.js';
import { messages } from './messages.js';

/** Specification §4. */
const REDIRECT_DELAY_MS = 1000;

export function RegisterPage() {
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const login = `/login${search.size > 0 ? `?${search}` : ''}`;
  const [success, setSuccess] = useState<string>();
  const { form, field, busy, failure } = useForm({
    fields: ['name', 'email', 'password'],
    validate: ({ name, email, password }) => ({
      name: name.trim() ? undefined : messages.nameMissing,
      email: emailError(email),
      password: newPasswordError(password),
    }),
    submit: async (body) => setSuccess((await call('POST /users/register', { body })).message),
  });

  useEffect(() => {
    if (!success) return undefined;
    const timer = setTimeout(() => void navigate(login), REDIRECT_DELAY_MS);
    return () => clearTimeout(timer);
  }, [success, navigate, login]);

  return (
    <AccessLayout title={messages.register} lead={messages.registerLead} poster="register">
      <form className={css.form} {...form}>
        {failure && <FailureNotice failure={failure} fallback={messages.somethingWrong} />}
        {success && <Notice kind="success">{success}</Notice>}
        <Input label={messages.name} {...field('name')} autoComplete="name" maxLength={120} required />
        <EmailInput {...field('email')} />
        <PasswordInput
          label={messages.password}
          {...field('password')}
          autoComplete="new-password"
          hint={formMessages.passwordTooShort(PASSWORD_MIN_LENGTH)}
        />
        <Button type="submit" wide busy={busy || success !== undefined}>
          {messages.register}
        </Button>
        <p className={css.aside}>
          {messages.haveAccount} <Link to={login}>{messages.login}</Link>
        </p>
      </form>
    </AccessLayout>
  );
}
