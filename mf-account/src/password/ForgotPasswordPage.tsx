import { useState } from 'react';
import { call } from '@rangavalli/web-kit/data/api';
import { useForm } from '@rangavalli/web-kit/data/form';
import { Link } from '@rangavalli/web-kit/federation/router';
import { Button } from '@rangavalli/web-kit/ui/Button';
import { Input } from '@rangavalli/web-kit/ui/Field';
import { Entrance } from '../entrance/Entrance.js';
import { emailProblem } from '../form/checks.js';
import css from '../form/form.module.css';
import { Notice } from '../form/Notice.js';

/** Asks for a letter with a link that sets a new password. Whether there is an account is not told. */
export function ForgotPasswordPage() {
  const [answer, setAnswer] = useState<string>();
  const { form, field, busy, failure } = useForm({
    fields: ['email'],
    validate: ({ email }) => ({ email: emailProblem(email) }),
    submit: async (body) => setAnswer((await call('POST /users/password/forgot', { body })).message),
  });

  return (
    <Entrance
      title="Forgot your password?"
      lead="Tell us your e-mail, and we send you a link to set a new one."
      cloth="password"
    >
      <form className={css.form} {...form}>
        {failure && <Notice kind="error">{failure.message || 'Something went wrong'}</Notice>}
        {answer && (
          <Notice kind="success">
            {answer} If nothing comes, look into your spam folder, or ask again in a minute.
          </Notice>
        )}
        <Input label="Email" {...field('email')} type="email" inputMode="email" autoComplete="username" required />
        <Button type="submit" wide busy={busy}>
          {answer ? 'Send it again' : 'Send the link'}
        </Button>
        <p className={css.aside}>
          <Link to="/login">Back to Login</Link>
        </p>
      </form>
    </Entrance>
  );
}
