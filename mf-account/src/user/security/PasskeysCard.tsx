import { useState } from 'react';
import type { Passkey } from '@rangavalli/contracts/entities/second-factor';
import { call } from '@rangavalli/web-kit/data/api';
import { formatDay } from '@rangavalli/web-kit/format/dates';
import { hasPasskeySupport } from '@rangavalli/web-kit/session/passkeys';
import { Button } from '@rangavalli/web-kit/ui/Button';
import { ConfirmDialog } from '@rangavalli/web-kit/ui/ConfirmDialog';
import { useAction } from '../use-action.js';
import { messages } from './messages.js';
import { AddPasskeyDialog, RenamePasskeyDialog } from './PasskeyDialogs.js';
import { SecurityCard } from './SecurityCard.js';
import css from './SecurityRows.module.css';

interface PasskeysCardProps {
  passkeys: readonly Passkey[];
  onChanged: (recoveryCodes?: readonly string[]) => void;
}

export function PasskeysCard({ passkeys, onChanged }: PasskeysCardProps) {
  const { busy, run } = useAction();
  const [isAdding, setIsAdding] = useState(false);
  const [renaming, setRenaming] = useState<Passkey>();
  const [removing, setRemoving] = useState<Passkey>();
  const remove = async ({ id }: Passkey) => {
    const removed = await run('remove', () => call('DELETE /users/passkeys/{id}', { params: { id } }));
    setRemoving(undefined);
    if (removed) onChanged();
  };
  return (
    <SecurityCard title={messages.passkeys} lead={messages.passkeysLead}>
      {passkeys.length === 0 && <p className={css.text}>{messages.noPasskeys}</p>}
      <ul className={css.list}>
        {passkeys.map((passkey) => (
          <li key={passkey.id} className={css.row}>
            <div>
              <p className={css.name} id={`passkey-${passkey.id}`}>
                {passkey.name}
              </p>
              <p className={css.text}>
                <span>
                  {messages.added} <time dateTime={passkey.createdAt}>{formatDay(passkey.createdAt)}</time>
                </span>
                {passkey.lastUsedAt && (
                  <span>
                    {messages.lastUsed} <time dateTime={passkey.lastUsedAt}>{formatDay(passkey.lastUsedAt)}</time>
                  </span>
                )}
              </p>
            </div>
            <div>
              <Button look="quiet" aria-describedby={`passkey-${passkey.id}`} onClick={() => setRenaming(passkey)}>
                {messages.rename}
              </Button>
              <Button look="quiet" aria-describedby={`passkey-${passkey.id}`} onClick={() => setRemoving(passkey)}>
                {messages.remove}
              </Button>
            </div>
          </li>
        ))}
      </ul>
      {hasPasskeySupport() ? (
        <Button look="secondary" onClick={() => setIsAdding(true)}>
          {messages.addPasskey}
        </Button>
      ) : (
        <p className={css.text}>{messages.passkeysUnsupported}</p>
      )}
      {isAdding && (
        <AddPasskeyDialog
          onClose={() => setIsAdding(false)}
          onAdded={(recoveryCodes) => {
            setIsAdding(false);
            onChanged(recoveryCodes);
          }}
        />
      )}
      {renaming && (
        <RenamePasskeyDialog
          passkey={renaming}
          onClose={() => setRenaming(undefined)}
          onRenamed={() => {
            setRenaming(undefined);
            onChanged();
          }}
        />
      )}
      <ConfirmDialog
        title={removing ? messages.removePasskeyTitle(removing.name) : ''}
        open={removing !== undefined}
        confirmLabel={messages.removePasskey}
        busy={busy !== undefined}
        onConfirm={() => removing && void remove(removing)}
        onClose={() => setRemoving(undefined)}
      >
        {messages.removePasskeyText}
      </ConfirmDialog>
    </SecurityCard>
  );
}
