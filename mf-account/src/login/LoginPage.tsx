import { call } from '@rangavalli/web-kit/data/api';
import { useForm } from '@rangavalli/web-kit/data/form';
import { classNames } from '@rangavalli/web-kit/dom/class-names';
import { Link, useNavigate, useSearchParams } from '@rangavalli/web-kit/federation/router';
import { storeSession } from '@rangavalli/web-kit/session/session';
import { toast } from '@rangavalli/web-kit/dom/toast';
import { Button } from '@rangavalli/web-kit/ui/Button';
import { Input } from '@rangavalli/web-kit/ui/Field';
import { Entrance } from '../entrance/Entrance.js';
import { emailProblem } from '../form/checks.js';
import css from '../form/form.module.css';
import { FailureNotice } from '../form/FailureNotice.js';
import { PasswordInput } from '../form/PasswordInput.js';
import { nextPage } from './next-page.js';

/** Login with e-mail and password (specification §4, §8). */
export function LoginPage() {
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const { form, field, busy, failure } = useForm({
    fields: ['email', 'password'],
    validate: ({ email, password }) => ({
      email: emailProblem(email),
      password: password ? undefined : 'Please enter your password.',
    }),
    submit: async ({ email, password }) => {
      const { token, user, message } = await call('POST /users/login', { body: { email, password } });
      storeSession({ token, user });
      toast.success(message);
      void navigate(nextPage(user.role, search.get('next')), { replace: true });
    },
  });

  return (
    <Entrance
      title="Login"
      lead={search.has('next') ? 'Welcome. Log in, and you go on where you were.' : 'Welcome back.'}
      cloth="login"
    >
      <form className={css.form} {...form}>
        {failure && <FailureNotice failure={failure} wordless="Login failed" />}
        <Input label="Email" {...field('email')} type="email" inputMode="email" autoComplete="username" required />
        <PasswordInput label="Password" {...field('password')} autoComplete="current-password" />
        <Button type="submit" wide busy={busy}>
          Login
        </Button>
        <p className={classNames(css.aside, css.between)}>
          <span>
            New here? <Link to={`/register${search.size > 0 ? `?${search}` : ''}`}>Create an account</Link>
          </span>
          <Link to="/forgot-password">Forgot your password?</Link>
        </p>
      </form>
    </Entrance>
  );
}
