import { useState, type FormEvent } from 'react';
import { call } from '@rangavalli/web-kit/api';
import { asApiError, type ApiError } from '@rangavalli/web-kit/api-error';
import { Link, useNavigate, useSearchParams } from '@rangavalli/web-kit/router';
import { storeSession } from '@rangavalli/web-kit/session';
import { toast } from '@rangavalli/web-kit/toast';
import { Button } from '@rangavalli/web-kit/ui/Button';
import { Input } from '@rangavalli/web-kit/ui/Field';
import { Page } from '@rangavalli/web-kit/ui/Page';
import { FailureNotice } from '../notice/FailureNotice.js';
import form from '../notice/form.module.css';
import { nextPage } from './next-page.js';

/** Login with e-mail and password (specification §4, §8). */
export function LoginPage() {
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<ApiError>();

  const logIn = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    setBusy(true);
    setFailure(undefined);
    try {
      const { token, user, message } = await call('POST /users/login', { body: { email: String(fields.get('email')), password: String(fields.get('password')) } });
      storeSession({ token, user });
      toast.success(message);
      void navigate(nextPage(user.role, search.get('next')), { replace: true });
    } catch (error) {
      setFailure(asApiError(error));
      setBusy(false);
    }
  };

  return (
    <Page title="Login" lead="Welcome back." width="narrow">
      <form className={form.form} onSubmit={(event) => void logIn(event)}>
        {failure && <FailureNotice failure={failure} wordless="Login failed" />}
        <Input label="Email" name="email" type="email" autoComplete="email" required />
        <Input label="Password" name="password" type="password" autoComplete="current-password" required />
        <Button type="submit" wide busy={busy}>Login</Button>
        <p className={form.aside}>
          <Link to="/forgot-password">Forgot your password?</Link>
        </p>
        <p className={form.aside}>
          New here? <Link to={`/register${search.size > 0 ? `?${search}` : ''}`}>Create an account</Link>
        </p>
      </form>
    </Page>
  );
}
