import { lazy, Suspense, useState } from 'react';
import type { CallResponse } from '@rangavalli/contracts/calls';
import type { SecondFactorDetails } from '@rangavalli/contracts/entities/second-factor';
import { call } from '@rangavalli/web-kit/data/api';
import { asApiError } from '@rangavalli/web-kit/data/api-error';
import { useForm } from '@rangavalli/web-kit/data/form';
import { classNames } from '@rangavalli/web-kit/dom/class-names';
import { toast } from '@rangavalli/web-kit/dom/toast';
import { useNavigateFromHere } from '@rangavalli/web-kit/federation/navigate-from-here';
import { Link, useLocation, useSearchParams } from '@rangavalli/web-kit/federation/router';
import { storeSession } from '@rangavalli/web-kit/session/session';
import { Button } from '@rangavalli/web-kit/ui/Button';
import { FailureNotice } from '@rangavalli/web-kit/ui/Notice';
import { PasswordInput } from '@rangavalli/web-kit/ui/PasswordInput';
import { EmailInput } from '../form/EmailInput.js';
import css from '../form/form.module.css';
import { emailError } from '../form/validation.js';
import { AccessLayout } from './AccessLayout.js';
import { messages } from './messages.js';
import { nextPage } from './next-page.js';
import { PasskeyLogin } from './PasskeyLogin.js';
import { SecondFactorForm } from './SecondFactorForm.js';

/** A second way in, for few. */
const CodeLogin = lazy(() => import('./CodeLogin.js'));

type LoggedIn = CallResponse<'POST /users/login'>;

export function LoginPage() {
  const navigate = useNavigateFromHere();
  const [search] = useSearchParams();
  const [secondFactor, setSecondFactor] = useState<SecondFactorDetails>();
  const [isByCode, setIsByCode] = useState(false);
  /** From the registration or the checkout; not in the URL, which reaches logs. */
  const { email = '' } = (useLocation().state ?? {}) as { email?: string };
  const finish = ({ token, user, message }: LoggedIn) => {
    storeSession({ token, user });
    toast.success(message);
    navigate(nextPage(user.role, search.get('next')), { replace: true });
  };
  if (secondFactor)
    return (
      <AccessLayout title={messages.secondFactorTitle} lead={messages.secondFactorLead} poster="login">
        <SecondFactorForm details={secondFactor} onLoggedIn={finish} onStartAgain={() => setSecondFactor(undefined)} />
      </AccessLayout>
    );
  return (
    <AccessLayout
      title={messages.login}
      lead={search.has('next') ? messages.logInToContinue : messages.welcomeBack}
      poster="login"
    >
      {isByCode ? (
        <Suspense>
          <CodeLogin
            email={email}
            onLoggedIn={finish}
            onSecondFactor={setSecondFactor}
            onUsePassword={() => setIsByCode(false)}
          />
        </Suspense>
      ) : (
        <>
          <LoginForm email={email} onLoggedIn={finish} onSecondFactor={setSecondFactor} />
          <Button look="quiet" onClick={() => setIsByCode(true)}>
            {messages.logInWithCode}
          </Button>
          <PasskeyLogin onLoggedIn={finish} />
        </>
      )}
    </AccessLayout>
  );
}

interface LoginFormProps {
  email: string;
  onLoggedIn: (response: LoggedIn) => void;
  onSecondFactor: (details: SecondFactorDetails) => void;
}

function LoginForm({ email: initialEmail, onLoggedIn, onSecondFactor }: LoginFormProps) {
  const [search] = useSearchParams();
  const { form, field, busy, failure } = useForm({
    fields: ['email', 'password'],
    validate: ({ email, password }) => ({
      email: emailError(email),
      password: password ? undefined : messages.passwordMissing,
    }),
    submit: async ({ email, password }) => {
      try {
        onLoggedIn(await call('POST /users/login', { body: { email, password } }));
      } catch (thrown) {
        const { code, details } = asApiError(thrown);
        if (code !== 'SECOND_FACTOR_REQUIRED') throw thrown;
        onSecondFactor(details as unknown as SecondFactorDetails);
      }
    },
  });
  return (
    <form className={css.form} {...form}>
      {failure && <FailureNotice failure={failure} fallback={messages.loginFailed} />}
      <EmailInput {...field('email')} defaultValue={initialEmail} />
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
  );
}
