import { useState, type FormEvent } from 'react';
import { call } from '@rangavalli/web-kit/api';
import { asApiError, type ApiError } from '@rangavalli/web-kit/api-error';
import { Link, useLocation } from '@rangavalli/web-kit/router';
import { Button, ButtonLink } from '@rangavalli/web-kit/ui/Button';
import { EmptyState } from '@rangavalli/web-kit/ui/EmptyState';
import { Page } from '@rangavalli/web-kit/ui/Page';
import { fieldError } from '../notice/field-error.js';
import { Notice } from '../notice/Notice.js';
import form from '../notice/form.module.css';
import { NewPasswordFields, newPasswordOf } from './NewPasswordFields.js';

/** Where the link of the letter leads: sets a new password by the token behind the address's `#`. */
export function ResetPasswordPage() {
  const token = new URLSearchParams(useLocation().hash.slice(1)).get('token');
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<ApiError>();
  const [mismatch, setMismatch] = useState<string>();
  const [done, setDone] = useState<string>();

  const set = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const { password, mismatch: differs } = newPasswordOf(event.currentTarget);
    setFailure(undefined);
    setMismatch(differs);
    if (differs || !token) return;
    setBusy(true);
    try {
      setDone((await call('POST /users/password/reset', { body: { token, password } })).message);
    } catch (error) {
      setFailure(asApiError(error));
    } finally {
      setBusy(false);
    }
  };

  if (done) {
    return (
      <Page title="Set a new password" width="narrow">
        <div className={form.form}>
          <Notice kind="success">{done}</Notice>
          <ButtonLink to="/login" wide>Login</ButtonLink>
        </div>
      </Page>
    );
  }
  if (!token) {
    return (
      <Page title="Set a new password" width="narrow">
        <EmptyState title="This link is not complete" text="Please open the link from our letter again, or ask for a new one.">
          <ButtonLink to="/forgot-password">Ask for a new link</ButtonLink>
        </EmptyState>
      </Page>
    );
  }
  return (
    <Page title="Set a new password" width="narrow">
      <form className={form.form} onSubmit={(event) => void set(event)}>
        {failure && (
          <Notice kind="error">
            {failure.message || 'Something went wrong'}{' '}
            {failure.code === 'RESET_TOKEN_INVALID' && <Link to="/forgot-password">Ask for a new link</Link>}
          </Notice>
        )}
        <NewPasswordFields error={fieldError(failure, 'password')} mismatch={mismatch} />
        <Button type="submit" wide busy={busy}>Set password</Button>
      </form>
    </Page>
  );
}
