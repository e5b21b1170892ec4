import { useState } from 'react';
import type { Order, OrderStatus } from '@rangavalli/contracts/entities/order';
import { formatRupees } from '@rangavalli/web-kit/format/money';
import { Button } from '@rangavalli/web-kit/ui/Button';
import { Dialog } from '@rangavalli/web-kit/ui/Dialog';
import { Select } from '@rangavalli/web-kit/ui/Field';
import { statuses } from './order-list.js';
import css from './OrdersPage.module.css';

interface StatusSelectProps {
  order: Order;
  busy: boolean;
  onStatus: (status: OrderStatus) => void;
}

/** The documented dropdown. Cancelling gives money and pieces back and cannot be undone: it is asked for once more. */
export function StatusSelect({ order, busy, onStatus }: StatusSelectProps) {
  const [cancelling, setCancelling] = useState(false);
  return (
    <div>
      <Select
        label="Update Status"
        value={order.status}
        disabled={busy || order.status === 'Cancelled'}
        hint={order.status === 'Cancelled' ? 'A cancelled order stays cancelled.' : undefined}
        onChange={({ target: { value } }) =>
          value === 'Cancelled' ? setCancelling(true) : onStatus(value as OrderStatus)
        }
      >
        {statuses.map((status) => (
          <option key={status}>{status}</option>
        ))}
      </Select>
      <Dialog title="Cancel this order?" open={cancelling} onClose={() => setCancelling(false)}>
        <p>
          {formatRupees(order.amount)} go back to {order.user.name || 'the customer'}, the pieces go back on the shelf.
          This cannot be undone.
        </p>
        <div className={css.choices}>
          <Button look="secondary" data-autofocus onClick={() => setCancelling(false)}>
            Keep the order
          </Button>
          <Button
            look="danger"
            onClick={() => {
              setCancelling(false);
              onStatus('Cancelled');
            }}
          >
            Cancel the order
          </Button>
        </div>
      </Dialog>
    </div>
  );
}
