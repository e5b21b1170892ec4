import type { Role } from '@rangavalli/contracts/entities/user';
import { call } from '@rangavalli/web-kit/data/api';
import { useForm } from '@rangavalli/web-kit/data/form';
import { classNames } from '@rangavalli/web-kit/dom/class-names';
import { toast } from '@rangavalli/web-kit/dom/toast';
import { Link, useNavigate, useSearchParams } from '@rangavalli/web-kit/federation/router';
import { storeSession } from '@rangavalli/web-kit/session/session';
import { Button } from '@rangavalli/web-kit/ui/Button';
import { EmailInput } from '../form/EmailInput.js';
import css from '../form/form.module.css';
import { FailureNotice } from '../form/Notice.js';
import { PasswordInput } from '../form/PasswordInput.js';
import { emailError } from '../form/validation.js';
import { AccessLayout } from './AccessLayout.js';
import { messages } from './messages.js';

/** Other addresses would be an open redirect. */
const isOwnPath = (path: string): boolean => /^\/(?![/\\])/.test(path);

/** Specification §4. */
export const nextPage = (role: Role, next: string | null): string => {
  if (role === 'admin') return '/admin/dashboard';
  return next && isOwnPath(next) ? next : '/user/dashboard';
};

export function LoginPage() {
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const { form, field, busy, failure } = useForm({
    fields: ['email', 'password'],
    validate: ({ email, password }) => ({
      email: emailError(email),
      password: password ? undefined : messages.passwordMissing,
    }),
    submit: async ({ email, password }) => {
      const { token, user, message } = await call('POST /users/login', { body: { email, password } });
      storeSession({ token, user });
      toast.success(message);
      void navigate(nextPage(user.role, search.get('next')), { replace: true });
    },
  });

  return (
    <AccessLayout
      title={messages.login}
      lead={search.has('next') ? messages.logInToContinue : messages.welcomeBack}
      poster="login"
    >
      <form className={css.form} {...form}>
        {failure && <FailureNotice failure={failure} fallback={messages.loginFailed} />}
        <EmailInput {...field('email')} />
        <PasswordInput label={messages.password} {...field('password')} autoComplete="current-password" />
        <Button type="submit" wide busy={busy}>
          {messages.login}
        </Button>
        <p className={classNames(css.aside, css.between)}>
          <span>
            {messages.newHere}{' '}
            <Link to={`/register${search.size > 0 ? `?${search}` : ''}`}>{messages.createAccount}</Link>
          </span>
          <Link to="/forgot-password">{messages.forgotPassword}</Link>
        </p>
      </form>
    </AccessLayout>
  );
}
