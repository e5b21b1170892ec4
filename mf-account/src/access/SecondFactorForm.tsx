import { useState } from 'react';
import type { CallResponse } from '@rangavalli/contracts/calls';
import type { SecondFactorDetails } from '@rangavalli/contracts/entities/second-factor';
import { call } from '@rangavalli/web-kit/data/api';
import { asApiError, type ApiError } from '@rangavalli/web-kit/data/api-error';
import { useForm } from '@rangavalli/web-kit/data/form';
import { getPasskey, hasPasskeySupport } from '@rangavalli/web-kit/session/passkeys';
import { Button } from '@rangavalli/web-kit/ui/Button';
import { CodeInput } from '@rangavalli/web-kit/ui/CodeInput';
import { FailureNotice } from '@rangavalli/web-kit/ui/Notice';
import { RecoveryCodeInput } from '@rangavalli/web-kit/ui/RecoveryCodeInput';
import css from '../form/form.module.css';
import { messages } from './messages.js';

interface SecondFactorFormProps {
  details: SecondFactorDetails;
  onLoggedIn: (response: CallResponse<'POST /users/login/second-factor'>) => void;
  onStartAgain: () => void;
}

/** The second step of a login, after the right password. */
export function SecondFactorForm({ details, onLoggedIn, onStartAgain }: SecondFactorFormProps) {
  const { loginToken, methods, passkeyOptions } = details;
  const [usesRecoveryCode, setUsesRecoveryCode] = useState(!methods.includes('totp'));
  const { form, field, busy, failure, clearErrors } = useForm<'code'>({
    fields: ['code'],
    validate: ({ code }) => ({
      code: code.trim() ? undefined : usesRecoveryCode ? messages.recoveryCodeMissing : messages.codeMissing,
    }),
    submit: async ({ code }) => {
      const proof = usesRecoveryCode ? { recoveryCode: code.trim() } : { totp: code.trim() };
      onLoggedIn(await call('POST /users/login/second-factor', { body: { loginToken, ...proof } }));
    },
    errorsOf: ({ code, message, details: { fields } = {} }) => {
      if (code === 'SECOND_FACTOR_INVALID') return { code: message };
      const errors = fields as { totp?: string; recoveryCode?: string } | undefined;
      return { code: errors?.totp ?? errors?.recoveryCode };
    },
  });
  const [passkeyFailure, setPasskeyFailure] = useState<ApiError>();
  const confirmByPasskey = async () => {
    setPasskeyFailure(undefined);
    try {
      const passkey = await getPasskey(passkeyOptions ?? { challenge: '' });
      onLoggedIn(await call('POST /users/login/second-factor', { body: { loginToken, passkey } }));
    } catch (thrown) {
      setPasskeyFailure(asApiError(thrown));
    }
  };
  const shownFailure = failure ?? passkeyFailure;
  const offersCode = methods.includes('totp') || methods.includes('recoveryCode');
  return (
    <div className={css.form}>
      {shownFailure && <FailureNotice failure={shownFailure} fallback={messages.loginFailed} />}
      {methods.includes('passkey') && passkeyOptions && hasPasskeySupport() && (
        <Button wide look={offersCode ? 'secondary' : 'primary'} onClick={() => void confirmByPasskey()}>
          {messages.usePasskey}
        </Button>
      )}
      {offersCode && (
        <form className={css.form} key={String(usesRecoveryCode)} {...form}>
          {usesRecoveryCode ? (
            <RecoveryCodeInput
              label={messages.recoveryCode}
              {...field('code')}
              hint={messages.recoveryCodeHint}
              autoFocus
            />
          ) : (
            <CodeInput label={messages.code} {...field('code')} hint={messages.codeHint} />
          )}
          <Button type="submit" wide busy={busy}>
            {messages.login}
          </Button>
        </form>
      )}
      <p className={css.aside}>
        {methods.includes('totp') && methods.includes('recoveryCode') && (
          <Button
            look="quiet"
            onClick={() => {
              clearErrors();
              setUsesRecoveryCode(!usesRecoveryCode);
            }}
          >
            {usesRecoveryCode ? messages.useApp : messages.useRecoveryCode}
          </Button>
        )}
        <Button look="quiet" onClick={onStartAgain}>
          {messages.backToLogin}
        </Button>
      </p>
    </div>
  );
}
