import { useEffect, useState, type FormEvent } from 'react';
import { call } from '@rangavalli/web-kit/api';
import { asApiError, type ApiError } from '@rangavalli/web-kit/api-error';
import { Link, useNavigate, useSearchParams } from '@rangavalli/web-kit/router';
import { Button } from '@rangavalli/web-kit/ui/Button';
import { Input } from '@rangavalli/web-kit/ui/Field';
import { Page } from '@rangavalli/web-kit/ui/Page';
import { FailureNotice } from '../notice/FailureNotice.js';
import { fieldError } from '../notice/field-error.js';
import { Notice } from '../notice/Notice.js';
import form from '../notice/form.module.css';

/** Time to read the good news before the login comes, ms (specification §4). */
const REDIRECT_MS = 1000;

/** Opening an account with name, e-mail and password (specification §5, §8). */
export function RegisterPage() {
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const login = `/login${search.size > 0 ? `?${search}` : ''}`;
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<ApiError>();
  const [welcome, setWelcome] = useState<string>();

  useEffect(() => {
    if (!welcome) return undefined;
    const timer = setTimeout(() => void navigate(login), REDIRECT_MS);
    return () => clearTimeout(timer);
  }, [welcome, navigate, login]);

  const register = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    const text = (name: string) => String(fields.get(name));
    setBusy(true);
    setFailure(undefined);
    try {
      const { message } = await call('POST /users/register', { body: { name: text('name'), email: text('email'), password: text('password') } });
      setWelcome(message);
    } catch (error) {
      setFailure(asApiError(error));
      setBusy(false);
    }
  };

  return (
    <Page title="Register" lead="An account keeps your orders and addresses together." width="narrow">
      <form className={form.form} onSubmit={(event) => void register(event)}>
        {failure && <FailureNotice failure={failure} wordless="Something went wrong" />}
        {welcome && <Notice kind="success">{welcome}</Notice>}
        <Input label="Name" name="name" autoComplete="name" maxLength={120} required error={fieldError(failure, 'name')} />
        <Input label="Email" name="email" type="email" autoComplete="email" required error={fieldError(failure, 'email')} />
        <Input label="Password" name="password" type="password" autoComplete="new-password" minLength={8} maxLength={128} required hint="At least 8 characters." error={fieldError(failure, 'password')} />
        <Button type="submit" wide busy={busy}>Register</Button>
        <p className={form.aside}>
          Have an account? <Link to={login}>Login</Link>
        </p>
      </form>
    </Page>
  );
}
