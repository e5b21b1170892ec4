import { useState } from 'react';
import type { User } from '@rangavalli/contracts/entities/user';
import { call } from '@rangavalli/web-kit/data/api';
import { useSession } from '@rangavalli/web-kit/session/session';
import { Button } from '@rangavalli/web-kit/ui/Button';
import { ConfirmDialog } from '@rangavalli/web-kit/ui/ConfirmDialog';
import { useAction } from '../layout/use-action.js';

interface RoleButtonProps {
  customer: Pick<User, '_id' | 'name' | 'role'>;
  onChanged: () => void;
}

/** Makes a customer an admin, or takes that back. Nobody changes their own role, so that the shop always has an admin. */
export function RoleButton({ customer, onChanged }: RoleButtonProps) {
  const [asking, setAsking] = useState(false);
  const { busy, run } = useAction(onChanged);
  const own = useSession()?.user?._id === customer._id;
  if (own) return null;
  const promoting = customer.role !== 'admin';
  const give = async () => {
    await run('role', () =>
      call('PUT /users/admin/{id}/role', {
        params: { id: customer._id },
        body: { role: promoting ? 'admin' : 'user' },
      }),
    );
    setAsking(false);
  };
  const action = promoting ? 'Make admin' : 'Make customer';
  return (
    <>
      <Button look="secondary" onClick={() => setAsking(true)}>
        {action}
      </Button>
      <ConfirmDialog
        title={promoting ? `Make ${customer.name} an admin?` : `Make ${customer.name} a customer again?`}
        open={asking}
        confirmLabel={action}
        busy={busy !== undefined}
        onConfirm={() => void give()}
        onClose={() => setAsking(false)}
      >
        {promoting
          ? 'They will see all orders and customers, and change products, stock and payments.'
          : 'They leave the admin area within a quarter of an hour.'}{' '}
        The audit log keeps who decided it.
      </ConfirmDialog>
    </>
  );
}
