import { useState } from 'react';
import type { SecondFactor } from '@rangavalli/contracts/entities/second-factor';
import { call } from '@rangavalli/web-kit/data/api';
import { Badge } from '@rangavalli/web-kit/ui/Badge';
import { Button } from '@rangavalli/web-kit/ui/Button';
import { ConfirmDialog } from '@rangavalli/web-kit/ui/ConfirmDialog';
import { useAction } from '../use-action.js';
import { AuthenticatorDialog, type AuthenticatorSetup } from './AuthenticatorDialog.js';
import { messages } from './messages.js';
import { SecurityCard } from './SecurityCard.js';
import css from './SecurityRows.module.css';

interface TwoStepCardProps {
  factor: SecondFactor;
  /** `recoveryCodes` when new ones have to be saved. */
  onChanged: (recoveryCodes?: readonly string[]) => void;
}

/** The authenticator app and its recovery codes. */
export function TwoStepCard({ factor, onChanged }: TwoStepCardProps) {
  const { busy, run } = useAction();
  const [setup, setSetup] = useState<AuthenticatorSetup>();
  const [confirming, setConfirming] = useState<'remove' | 'codes'>();
  const startSetup = async () => {
    const started = await run('setup', () => call('POST /users/second-factor/totp'));
    if (started) setSetup(started);
  };
  const removeApp = async () => {
    const removed = await run('remove', () => call('DELETE /users/second-factor/totp'));
    setConfirming(undefined);
    if (removed) onChanged();
  };
  const replaceCodes = async () => {
    const replaced = await run('codes', () => call('POST /users/second-factor/recovery-codes'));
    setConfirming(undefined);
    if (replaced) onChanged(replaced.recoveryCodes);
  };
  return (
    <SecurityCard
      title={messages.twoStep}
      lead={messages.twoStepLead}
      badge={
        <Badge tone={factor.isSetUp ? 'green' : factor.isRequired ? 'red' : 'gray'}>
          {factor.isSetUp ? messages.on : messages.off}
        </Badge>
      }
    >
      <div className={css.row}>
        <p className={css.name}>
          {messages.app} <Badge tone={factor.totp ? 'green' : 'gray'}>{factor.totp ? messages.on : messages.off}</Badge>
        </p>
        {factor.totp ? (
          <Button look="quiet" onClick={() => setConfirming('remove')}>
            {messages.removeApp}
          </Button>
        ) : (
          <Button busy={busy === 'setup'} disabled={busy !== undefined} onClick={() => void startSetup()}>
            {messages.setUpApp}
          </Button>
        )}
      </div>
      {factor.isSetUp && (
        <div className={css.row}>
          <div>
            <p className={css.name}>
              {messages.recovery}{' '}
              <Badge tone={factor.recoveryCodesLeft > 2 ? 'gray' : 'yellow'}>
                {messages.codesLeft(factor.recoveryCodesLeft)}
              </Badge>
            </p>
            <p className={css.text}>{messages.recoveryLead}</p>
          </div>
          <Button look="quiet" onClick={() => setConfirming('codes')}>
            {messages.newCodes}
          </Button>
        </div>
      )}
      {setup && (
        <AuthenticatorDialog
          setup={setup}
          onClose={() => setSetup(undefined)}
          onDone={(recoveryCodes) => {
            setSetup(undefined);
            onChanged(recoveryCodes);
          }}
        />
      )}
      <ConfirmDialog
        title={messages.removeAppTitle}
        open={confirming === 'remove'}
        confirmLabel={messages.removeAppConfirm}
        busy={busy === 'remove'}
        onConfirm={() => void removeApp()}
        onClose={() => setConfirming(undefined)}
      >
        {messages.removeAppText}
      </ConfirmDialog>
      <ConfirmDialog
        title={messages.newCodesTitle}
        open={confirming === 'codes'}
        confirmLabel={messages.newCodes}
        busy={busy === 'codes'}
        onConfirm={() => void replaceCodes()}
        onClose={() => setConfirming(undefined)}
      >
        {messages.newCodesText}
      </ConfirmDialog>
    </SecurityCard>
  );
}
