import { useState, type FormEvent } from 'react';
import { call } from '@rangavalli/web-kit/api';
import { asApiError, type ApiError } from '@rangavalli/web-kit/api-error';
import { Link } from '@rangavalli/web-kit/router';
import { Button } from '@rangavalli/web-kit/ui/Button';
import { Input } from '@rangavalli/web-kit/ui/Field';
import { Page } from '@rangavalli/web-kit/ui/Page';
import { fieldError } from '../notice/field-error.js';
import { Notice } from '../notice/Notice.js';
import form from '../notice/form.module.css';

/** Asks for a letter with a link that sets a new password. Whether there is an account is not told. */
export function ForgotPasswordPage() {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<ApiError>();
  const [answer, setAnswer] = useState<string>();

  const ask = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const email = String(new FormData(event.currentTarget).get('email'));
    setBusy(true);
    setFailure(undefined);
    try {
      setAnswer((await call('POST /users/password/forgot', { body: { email } })).message);
    } catch (error) {
      setFailure(asApiError(error));
    } finally {
      setBusy(false);
    }
  };

  return (
    <Page title="Forgot your password?" lead="Tell us your e-mail, and we send you a link to set a new one." width="narrow">
      <form className={form.form} onSubmit={(event) => void ask(event)}>
        {failure && <Notice kind="error">{failure.message || 'Something went wrong'}</Notice>}
        {answer && <Notice kind="success">{answer} If nothing comes, look into your spam folder, or ask again in a minute.</Notice>}
        <Input label="Email" name="email" type="email" autoComplete="email" required error={fieldError(failure, 'email')} />
        <Button type="submit" wide busy={busy}>{answer ? 'Send it again' : 'Send the link'}</Button>
        <p className={form.aside}>
          <Link to="/login">Back to Login</Link>
        </p>
      </form>
    </Page>
  );
}
