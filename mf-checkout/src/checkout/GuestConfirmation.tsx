import { Link } from '@rangavalli/web-kit/federation/router';
import { Button } from '@rangavalli/web-kit/ui/Button';
import { EmailCodeField } from '@rangavalli/web-kit/ui/EmailCodeField';
import { loginPath } from '../sign-in/sign-in.js';
import css from './Checkout.module.css';
import { messages } from './messages.js';
import type { GuestConfirmation as Confirmation } from './use-guest-confirmation.js';

/** Shown by the field of the code. */
const CODE_ERRORS = ['LOGIN_CODE_INVALID', 'VALIDATION_FAILED'];
/** The code was right, but the account needs more than a code. */
const LOGIN_ERRORS = ['SECOND_FACTOR_REQUIRED', 'PASSWORD_LOGIN_REQUIRED'];

/** Sends the code to a guest's email and verifies it. */
export function GuestConfirmation({ confirmation }: { confirmation: Confirmation }) {
  const { code, email, isSent, send, verify } = confirmation;
  const { failure } = code;
  if (failure && LOGIN_ERRORS.includes(failure.code))
    return (
      <p className={css.refusal} role="alert">
        {failure.message}{' '}
        <Link to={loginPath('/checkout')} state={{ email }}>
          {messages.logIn}
        </Link>
      </p>
    );
  return (
    <div className={css.confirmation}>
      {failure && !(isSent && CODE_ERRORS.includes(failure.code)) && (
        <p className={css.refusal} role="alert">
          {failure.message}
        </p>
      )}
      {isSent ? (
        <EmailCodeField key={email} email={email} code={code} onComplete={(digits) => void verify(digits)} />
      ) : (
        <>
          <p className={css.note}>{messages.whyCode}</p>
          <Button look="secondary" busy={code.busy === 'sending'} onClick={() => void send()}>
            {messages.sendCode}
          </Button>
          <p className={css.note}>
            {messages.agree} <Link to="/tnc">{messages.terms}</Link> {messages.and}{' '}
            <Link to="/privacy">{messages.privacyPolicy}</Link>.
          </p>
        </>
      )}
    </div>
  );
}
