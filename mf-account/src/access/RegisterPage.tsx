import { useEffect, useState } from 'react';
import { PRIVACY_NOTICE_VERSION } from '@rangavalli/contracts/privacy-notice';
import { PASSWORD_MIN_LENGTH } from '@rangavalli/contracts/validation';
import { call } from '@rangavalli/web-kit/data/api';
import { useForm } from '@rangavalli/web-kit/data/form';
import { Link, useNavigate, useSearchParams } from '@rangavalli/web-kit/federation/router';
import { Button } from '@rangavalli/web-kit/ui/Button';
import { Input } from '@rangavalli/web-kit/ui/Field';
import { FailureNotice, Notice } from '@rangavalli/web-kit/ui/Notice';
import { EmailInput } from '../form/EmailInput.js';
import css from '../form/form.module.css';
import { NewPasswordInput } from '../form/NewPasswordInput.js';
import { emailError, newPasswordError, passwordErrors } from '../form/validation.js';
import { AccessLayout } from './AccessLayout.js';
import { messages } from './messages.js';

/** Specification §4. */
const REDIRECT_DELAY_MS = 1000;

export function RegisterPage() {
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const login = `/login${search.size > 0 ? `?${search}` : ''}`;
  const [success, setSuccess] = useState<{ message: string; email: string }>();
  const [personal, setPersonal] = useState<readonly string[]>([]);
  const { form, field, busy, failure } = useForm({
    fields: ['name', 'email', 'password'],
    validate: ({ name, email, password }) => ({
      name: name.trim() ? undefined : messages.nameMissing,
      email: emailError(email),
      password: newPasswordError(password),
    }),
    submit: async (values) => {
      const body = { ...values, noticeVersion: PRIVACY_NOTICE_VERSION };
      const { message } = await call('POST /users/register', { body });
      setSuccess({ message, email: values.email.trim() });
    },
    errorsOf: passwordErrors,
  });

  useEffect(() => {
    if (!success) return undefined;
    const { email } = success;
    const timer = setTimeout(() => void navigate(login, { state: { email } }), REDIRECT_DELAY_MS);
    return () => clearTimeout(timer);
  }, [success, navigate, login]);

  return (
    <AccessLayout title={messages.register} lead={messages.registerLead} poster="register">
      <form
        className={css.form}
        {...form}
        onFocus={({ currentTarget }) => {
          const data = new FormData(currentTarget);
          setPersonal([String(data.get('name') ?? ''), String(data.get('email') ?? '')]);
        }}
      >
        {failure && <FailureNotice failure={failure} fallback={messages.somethingWrong} />}
        {success && <Notice kind="success">{success.message}</Notice>}
        <Input label={messages.name} {...field('name')} autoComplete="name" maxLength={120} required />
        <EmailInput {...field('email')} />
        <NewPasswordInput
          label={messages.password}
          {...field('password')}
          minLength={PASSWORD_MIN_LENGTH}
          personal={personal}
        />
        <p className={css.note}>
          {messages.agree} <Link to="/tnc">{messages.terms}</Link> {messages.and}{' '}
          <Link to="/privacy">{messages.privacyPolicy}</Link>.
        </p>
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
