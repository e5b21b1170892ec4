import { useState } from 'react';
import { call } from '@rangavalli/web-kit/data/api';
import { useQuery } from '@rangavalli/web-kit/data/query';
import { Link } from '@rangavalli/web-kit/federation/router';
import { useSession } from '@rangavalli/web-kit/session/session';
import { Button } from '@rangavalli/web-kit/ui/Button';
import { Card } from '@rangavalli/web-kit/ui/Card';
import { ErrorState } from '@rangavalli/web-kit/ui/ErrorState';
import { Notice } from '@rangavalli/web-kit/ui/Notice';
import { Page } from '@rangavalli/web-kit/ui/Page';
import { Skeleton } from '@rangavalli/web-kit/ui/Skeleton';
import { useAction } from '../use-action.js';
import { messages } from './messages.js';
import { PasskeysCard } from './PasskeysCard.js';
import { PasswordDialog } from './PasswordDialog.js';
import { RecoveryCodesDialog } from './RecoveryCodesDialog.js';
import { SecurityCard } from './SecurityCard.js';
import css from './SecurityPage.module.css';
import { SessionsCard } from './SessionsCard.js';
import { TwoStepCard } from './TwoStepCard.js';

/** Everything about logging in: password, two-step verification, passkeys and sessions. */
export function SecurityPage() {
  const { data, error, reload } = useQuery('second-factor', (signal) =>
    call('GET /users/second-factor', {}, { signal }),
  );
  const user = useSession()?.user;
  const { busy, run } = useAction();
  const [isChangingPassword, setIsChangingPassword] = useState(false);
  const [recoveryCodes, setRecoveryCodes] = useState<readonly string[]>();
  // A new password ends every other session: reloads the list.
  const [passwordChanges, setPasswordChanges] = useState(0);
  const factor = data?.secondFactor;
  const sendPasswordLink = (email: string) =>
    run('password', () => call('POST /users/password/forgot', { body: { email } }));
  const handleChange = (newCodes?: readonly string[]) => {
    if (newCodes && newCodes.length > 0) setRecoveryCodes(newCodes);
    reload();
  };
  return (
    <Page title={messages.title}>
      <div className={css.cards}>
        <p className={css.back}>
          <Link to="/user/profile">{messages.backToProfile}</Link>
        </p>
        {factor?.isRequired && !factor.isSetUp && <Notice kind="warning">{messages.twoStepRequired}</Notice>}
        {user?.hasPassword === false ? (
          <SecurityCard title={messages.password} lead={messages.noPassword}>
            <Button look="secondary" busy={busy !== undefined} onClick={() => void sendPasswordLink(user.email)}>
              {messages.setPassword}
            </Button>
          </SecurityCard>
        ) : (
          <SecurityCard title={messages.password} lead={messages.passwordLead}>
            <Button look="secondary" onClick={() => setIsChangingPassword(true)}>
              {messages.changePassword}
            </Button>
          </SecurityCard>
        )}
        {error && !factor && <ErrorState title={messages.loadFailed} error={error} onRetry={reload} />}
        {!error && !factor && (
          <Card>
            <Skeleton height="18rem" />
          </Card>
        )}
        {factor && (
          <>
            <TwoStepCard factor={factor} onChanged={handleChange} />
            <PasskeysCard passkeys={factor.passkeys} onChanged={handleChange} />
          </>
        )}
        <SessionsCard key={passwordChanges} />
      </div>
      {isChangingPassword && (
        <PasswordDialog
          onClose={() => setIsChangingPassword(false)}
          onSaved={() => {
            setIsChangingPassword(false);
            setPasswordChanges(passwordChanges + 1);
          }}
        />
      )}
      {recoveryCodes && <RecoveryCodesDialog codes={recoveryCodes} onClose={() => setRecoveryCodes(undefined)} />}
    </Page>
  );
}
