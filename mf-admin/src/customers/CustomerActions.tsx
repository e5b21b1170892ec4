import { useState } from 'react';
import type { Customer } from '@rangavalli/contracts/entities/user';
import { call } from '@rangavalli/web-kit/data/api';
import { datedName, saveFile } from '@rangavalli/web-kit/dom/save-file';
import { usePermissions } from '@rangavalli/web-kit/session/permissions';
import { useSession } from '@rangavalli/web-kit/session/session';
import { Button } from '@rangavalli/web-kit/ui/Button';
import { ConfirmDialog } from '@rangavalli/web-kit/ui/ConfirmDialog';
import { useAction } from '../layout/use-action.js';
import { messages as staff } from '../staff/messages.js';
import { RoleDialog } from '../staff/RoleDialog.js';
import { SecondFactorDialog } from '../staff/SecondFactorDialog.js';
import { messages } from './messages.js';

/** What the reader's role may do with an account; nobody changes their own role. */
export function CustomerActions({ customer, onChanged }: { customer: Customer; onChanged: () => void }) {
  const { _id: id, name, staffRole, hasSecondFactor } = customer;
  const may = usePermissions();
  const isOwn = useSession()?.user?._id === id;
  const { busy, run } = useAction(onChanged);
  const [open, setOpen] = useState<'role' | 'logOut' | 'factor'>();
  const close = () => setOpen(undefined);
  const mayLogOut = may('customers.write') && (staffRole === undefined || may('staff.write'));
  const exportData = () =>
    run('export', async () => {
      const { export: content } = await call('GET /users/admin/{id}/export', { params: { id } });
      const file = new Blob([JSON.stringify(content, null, 2)], { type: 'application/json' });
      saveFile(datedName(`customer-${id}`, 'json'), file);
      return { message: messages.exported };
    });
  const logOut = async () => {
    await run('logOut', () => call('DELETE /users/admin/{id}/sessions', { params: { id } }));
    close();
  };
  return (
    <>
      {may('exports.read') && (
        <Button
          look="secondary"
          busy={busy === 'export'}
          disabled={busy !== undefined}
          onClick={() => void exportData()}
        >
          {messages.exportData}
        </Button>
      )}
      {mayLogOut && !isOwn && (
        <Button look="secondary" onClick={() => setOpen('logOut')}>
          {messages.logOut}
        </Button>
      )}
      {mayLogOut && !isOwn && hasSecondFactor && (
        <Button look="secondary" onClick={() => setOpen('factor')}>
          {staff.removeFactor}
        </Button>
      )}
      {may('staff.write') && !isOwn && (
        <Button look="secondary" onClick={() => setOpen('role')}>
          {messages.changeRole}
        </Button>
      )}
      {open === 'role' && (
        <RoleDialog
          person={{ id, name, role: staffRole ?? 'user' }}
          onClose={close}
          onChanged={() => {
            close();
            onChanged();
          }}
        />
      )}
      {open === 'factor' && <SecondFactorDialog person={{ id, name }} onClose={close} onChanged={onChanged} />}
      <ConfirmDialog
        title={messages.logOutTitle(name)}
        open={open === 'logOut'}
        confirmLabel={messages.logOut}
        busy={busy === 'logOut'}
        onConfirm={() => void logOut()}
        onClose={close}
      >
        {messages.logOutText}
      </ConfirmDialog>
    </>
  );
}
