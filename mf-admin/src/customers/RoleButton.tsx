import { useState } from 'react';
import type { User } from '@rangavalli/contracts/entities/user';
import { call } from '@rangavalli/web-kit/data/api';
import { useSession } from '@rangavalli/web-kit/session/session';
import { Button } from '@rangavalli/web-kit/ui/Button';
import { ConfirmDialog } from '@rangavalli/web-kit/ui/ConfirmDialog';
import { useAction } from '../layout/use-action.js';
import { messages } from './messages.js';

interface RoleButtonProps {
  customer: Pick<User, '_id' | 'name' | 'role'>;
  onChanged: () => void;
}

/** Hidden on the admin's own account: the shop must always have an admin. */
export function RoleButton({ customer, onChanged }: RoleButtonProps) {
  const [isConfirming, setIsConfirming] = useState(false);
  const { busy, run } = useAction(onChanged);
  const isOwn = useSession()?.user?._id === customer._id;
  if (isOwn) return null;
  const isAdmin = customer.role === 'admin';
  const changeRole = async () => {
    await run('role', () =>
      call('PUT /users/admin/{id}/role', {
        params: { id: customer._id },
        body: { role: isAdmin ? 'user' : 'admin' },
      }),
    );
    setIsConfirming(false);
  };
  const action = isAdmin ? messages.removeAdmin : messages.makeAdmin;
  return (
    <>
      <Button look="secondary" onClick={() => setIsConfirming(true)}>
        {action}
      </Button>
      <ConfirmDialog
        title={isAdmin ? messages.removeAdminTitle(customer.name) : messages.makeAdminTitle(customer.name)}
        open={isConfirming}
        confirmLabel={action}
        busy={busy !== undefined}
        onConfirm={() => void changeRole()}
        onClose={() => setIsConfirming(false)}
      >
        {isAdmin ? messages.removeAdminText : messages.makeAdminText} {messages.audited}
      </ConfirmDialog>
    </>
  );
}
