import { useState } from 'react';
import type { CallResponse } from '@rangavalli/contracts/calls';
import { call } from '@rangavalli/web-kit/data/api';
import { asApiError, type ApiError } from '@rangavalli/web-kit/data/api-error';
import { getPasskey, hasPasskeySupport } from '@rangavalli/web-kit/session/passkeys';
import { Button } from '@rangavalli/web-kit/ui/Button';
import { FailureNotice } from '@rangavalli/web-kit/ui/Notice';
import css from './PasskeyLogin.module.css';
import { messages } from './messages.js';

/** Logs in with a passkey of this device, without email and password. */
export function PasskeyLogin({
  onLoggedIn,
}: {
  onLoggedIn: (response: CallResponse<'POST /users/login/passkey'>) => void;
}) {
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<ApiError>();
  if (!hasPasskeySupport()) return null;
  const logIn = async () => {
    setIsBusy(true);
    setFailure(undefined);
    try {
      const { options } = await call('POST /users/login/passkey/options');
      onLoggedIn(await call('POST /users/login/passkey', { body: { passkey: await getPasskey(options) } }));
    } catch (thrown) {
      setFailure(asApiError(thrown));
      setIsBusy(false);
    }
  };
  return (
    <div className={css.passkey}>
      <p className={css.or}>{messages.or}</p>
      {failure && <FailureNotice failure={failure} fallback={messages.loginFailed} />}
      <Button look="secondary" wide busy={isBusy} onClick={() => void logIn()}>
        {messages.logInWithPasskey}
      </Button>
      <p className={css.hint}>{messages.passkeyHint}</p>
    </div>
  );
}
