import { useEffect, useState } from 'react';
import { call } from '@rangavalli/web-kit/data/api';
import { useForm } from '@rangavalli/web-kit/data/form';
import { Link, useNavigate, useSearchParams } from '@rangavalli/web-kit/federation/router';
import { Button } from '@rangavalli/web-kit/ui/Button';
import { Input } from '@rangavalli/web-kit/ui/Field';
import { Entrance } from '../entrance/Entrance.js';
import { emailProblem, newPasswordProblem } from '../form/checks.js';
import css from '../form/form.module.css';
import { FailureNotice } from '../form/FailureNotice.js';
import { Notice } from '../form/Notice.js';
import { PasswordInput } from '../form/PasswordInput.js';

/** Time to read the good news before the login comes, ms (specification §4). */
const REDIRECT_MS = 1000;

/** Opening an account with name, e-mail and password (specification §5, §8). */
export function RegisterPage() {
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const login = `/login${search.size > 0 ? `?${search}` : ''}`;
  const [welcome, setWelcome] = useState<string>();
  const { form, field, busy, failure } = useForm({
    fields: ['name', 'email', 'password'],
    validate: ({ name, email, password }) => ({
      name: name.trim() ? undefined : 'Please enter your name.',
      email: emailProblem(email),
      password: newPasswordProblem(password),
    }),
    submit: async (body) => setWelcome((await call('POST /users/register', { body })).message),
  });

  useEffect(() => {
    if (!welcome) return undefined;
    const timer = setTimeout(() => void navigate(login), REDIRECT_MS);
    return () => clearTimeout(timer);
  }, [welcome, navigate, login]);

  return (
    <Entrance title="Register" lead="An account keeps your orders, wishes and addresses together." cloth="register">
      <form className={css.form} {...form}>
        {failure && <FailureNotice failure={failure} wordless="Something went wrong" />}
        {welcome && <Notice kind="success">{welcome}</Notice>}
        <Input label="Name" {...field('name')} autoComplete="name" maxLength={120} required />
        <Input label="Email" {...field('email')} type="email" inputMode="email" autoComplete="username" required />
        <PasswordInput
          label="Password"
          {...field('password')}
          autoComplete="new-password"
          hint="At least 8 characters."
        />
        <Button type="submit" wide busy={busy || welcome !== undefined}>
          Register
        </Button>
        <p className={css.aside}>
          Have an account? <Link to={login}>Login</Link>
        </p>
      </form>
    </Entrance>
  );
}
