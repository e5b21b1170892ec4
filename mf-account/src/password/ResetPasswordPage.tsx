import { useState } from 'react';
import { call } from '@rangavalli/web-kit/data/api';
import { useForm } from '@rangavalli/web-kit/data/form';
import { Link, useLocation } from '@rangavalli/web-kit/federation/router';
import { Button, ButtonLink } from '@rangavalli/web-kit/ui/Button';
import { Entrance } from '../entrance/Entrance.js';
import { newPasswordFaults } from '../form/checks.js';
import css from '../form/form.module.css';
import { Notice } from '../form/Notice.js';
import { NewPasswordFields } from './NewPasswordFields.js';

const TITLE = 'Set a new password';

/** Where the link of the letter leads: sets a new password by the token behind the address's `#`. */
export function ResetPasswordPage() {
  const token = new URLSearchParams(useLocation().hash.slice(1)).get('token');
  const [done, setDone] = useState<string>();
  if (done) {
    return (
      <Entrance title={TITLE} cloth="password">
        <div className={css.form}>
          <Notice kind="success">{done}</Notice>
          <ButtonLink to="/login" wide>
            Login
          </ButtonLink>
        </div>
      </Entrance>
    );
  }
  if (!token) {
    return (
      <Entrance title={TITLE} cloth="password">
        <div className={css.form}>
          <Notice kind="error">
            This link is not complete. Please open the link from our letter again, or ask for a new one.
          </Notice>
          <ButtonLink to="/forgot-password" wide>
            Ask for a new link
          </ButtonLink>
        </div>
      </Entrance>
    );
  }
  return (
    <Entrance title={TITLE} lead="It counts from the next login on." cloth="password">
      <NewPasswordForm token={token} onDone={setDone} />
    </Entrance>
  );
}

function NewPasswordForm({ token, onDone }: { token: string; onDone: (message: string) => void }) {
  const { form, field, busy, failure } = useForm({
    fields: ['password', 'again'],
    validate: newPasswordFaults,
    submit: async ({ password }) =>
      onDone((await call('POST /users/password/reset', { body: { token, password } })).message),
  });
  return (
    <form className={css.form} {...form}>
      {failure && (
        <Notice kind="error">
          {failure.message || 'Something went wrong'}{' '}
          {failure.code === 'RESET_TOKEN_INVALID' && <Link to="/forgot-password">Ask for a new link</Link>}
        </Notice>
      )}
      <NewPasswordFields field={field} />
      <Button type="submit" wide busy={busy}>
        Set password
      </Button>
    </form>
  );
}
