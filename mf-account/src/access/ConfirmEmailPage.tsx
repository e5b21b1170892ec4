import { useEffect, useRef, useState } from 'react';
import { call } from '@rangavalli/web-kit/data/api';
import { asApiError, type ApiError } from '@rangavalli/web-kit/data/api-error';
import { renew } from '@rangavalli/web-kit/session/renewal';
import { currentSession, useSession } from '@rangavalli/web-kit/session/session';
import { Button, ButtonLink } from '@rangavalli/web-kit/ui/Button';
import { FailureNotice, Notice } from '@rangavalli/web-kit/ui/Notice';
import { Spinner } from '@rangavalli/web-kit/ui/Spinner';
import css from '../form/form.module.css';
import { AccessLayout } from './AccessLayout.js';
import { messages } from './messages.js';
import { useLinkToken } from './use-link-token.js';

/** Confirms the address of an account, or its new address, by the emailed link. */
export function ConfirmEmailPage() {
  const token = useLinkToken();
  const isLoggedIn = useSession() !== undefined;
  const [email, setEmail] = useState<string>();
  const [failure, setFailure] = useState<ApiError>();
  // The link is valid once: React may run the effect twice.
  const sentToken = useRef<string>(undefined);
  const confirm = async (linkToken: string) => {
    sentToken.current = linkToken;
    setFailure(undefined);
    try {
      const response = await call('POST /users/email/verify', { body: { token: linkToken } });
      setEmail(response.email);
      // The token names the address and whether it is confirmed.
      const session = currentSession();
      if (session) void renew(session.token);
    } catch (thrown) {
      setFailure(asApiError(thrown));
    }
  };
  useEffect(() => {
    if (token && sentToken.current !== token) void confirm(token);
  }, [token]);

  return (
    <AccessLayout title={messages.confirmEmailTitle} poster="password">
      <div className={css.form}>
        {!token && <Notice kind="error">{messages.confirmEmailIncomplete}</Notice>}
        {token && !email && !failure && <Spinner label={messages.confirmEmailWaiting} />}
        {email && <Notice kind="success">{messages.emailConfirmed(email)}</Notice>}
        {failure && <FailureNotice failure={failure} fallback={messages.somethingWrong} />}
        {failure && failure.code !== 'EMAIL_LINK_INVALID' && failure.code !== 'EMAIL_TAKEN' && token && (
          <Button wide onClick={() => void confirm(token)}>
            {messages.tryAgain}
          </Button>
        )}
        <ButtonLink look={email ? 'primary' : 'secondary'} to={isLoggedIn ? '/user/profile' : '/login'} wide>
          {isLoggedIn ? messages.goToAccount : email ? messages.login : messages.newConfirmationLink}
        </ButtonLink>
      </div>
    </AccessLayout>
  );
}
