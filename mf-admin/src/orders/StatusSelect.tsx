import { useState } from 'react';
import type { Order, OrderStatus } from '@rangavalli/contracts/entities/order';
import { formatRupees } from '@rangavalli/web-kit/format/money';
import { ConfirmDialog } from '@rangavalli/web-kit/ui/ConfirmDialog';
import { Select } from '@rangavalli/web-kit/ui/Field';
import { messages } from './messages.js';
import { statuses } from './StatusBadge.js';

interface StatusSelectProps {
  order: Order;
  busy: boolean;
  onStatus: (status: OrderStatus) => void;
}

function cancelText({ amount, user, cash, status }: Order): string {
  const customer = user.name || messages.theCustomer;
  if (!cash) return messages.cancelText(formatRupees(amount), customer);
  if (status === 'Delivered') return messages.cancelPaidCashText(formatRupees(cash.due), customer);
  return status === 'Shipped' ? `${messages.cancelCashText} ${messages.cancelRefusedHint}` : messages.cancelCashText;
}

/** The documented dropdown; a cancellation needs a confirmation, since it refunds and cannot be undone. */
export function StatusSelect({ order, busy, onStatus }: StatusSelectProps) {
  const [isCancelling, setIsCancelling] = useState(false);
  const isCancelled = order.status === 'Cancelled';
  return (
    <div>
      <Select
        label={messages.updateStatus}
        value={order.status}
        disabled={busy || isCancelled}
        hint={isCancelled ? messages.cancelledHint : undefined}
        onChange={({ target: { value } }) =>
          value === 'Cancelled' ? setIsCancelling(true) : onStatus(value as OrderStatus)
        }
      >
        {statuses.map((status) => (
          <option key={status}>{status}</option>
        ))}
      </Select>
      <ConfirmDialog
        title={messages.cancelTitle}
        open={isCancelling}
        confirmLabel={messages.cancelOrder}
        cancelLabel={messages.keepOrder}
        onConfirm={() => {
          setIsCancelling(false);
          onStatus('Cancelled');
        }}
        onClose={() => setIsCancelling(false)}
      >
        {cancelText(order)}
      </ConfirmDialog>
    </div>
  );
}
