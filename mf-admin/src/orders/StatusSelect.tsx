import { useState } from 'react';
import type { Order, OrderStatus } from '@rangavalli/contracts/entities/order';
import { formatRupees } from '@rangavalli/web-kit/format/money';
import { ConfirmDialog } from '@rangavalli/web-kit/ui/ConfirmDialog';
import { Select } from '@rangavalli/web-kit/ui/Field';
import { cashDueOf } from './cash-due.js';
import { messages } from './messages.js';
import { statuses } from './StatusBadge.js';

interface StatusSelectProps {
  order: Order;
  busy: boolean;
  onStatus: (status: OrderStatus) => void;
}

function cancelText(order: Order): string {
  const due = cashDueOf(order);
  return [
    ...describeRefund(order),
    ...(due > 0 ? [messages.notCollected(formatRupees(due))] : []),
    messages.cancelText,
    ...(due > 0 && order.status === 'Shipped' ? [messages.cancelRefusedHint] : []),
  ].join(' ');
}

/** Each part of what was paid returns where it came from; collected cash becomes store credit. */
function describeRefund(order: Order): string[] {
  const { user, cash, products, totalAmount, paidOnline, razorpayPaymentId, creditAmount = 0, paymentState } = order;
  const customer = user.name || messages.theCustomer;
  const isRefunded = paymentState === 'refunding' || paymentState === 'refunded';
  const online = razorpayPaymentId ? (paidOnline ?? totalAmount) : 0;
  const parts = [
    ...(online > 0 ? [isRefunded ? messages.isRefunded : messages.refundText(formatRupees(online), customer)] : []),
    ...(cash?.collectedAt ? [messages.cashReturns(formatRupees(cash.due), customer)] : []),
    ...(creditAmount > 0 ? [messages.creditReturns(formatRupees(creditAmount), customer)] : []),
  ];
  if (parts.length === 0) return [messages.nothingPaid];
  // What was paid back for them is not in the order.
  return products.some(({ cancelled }) => cancelled) ? [messages.restReturns(customer)] : parts;
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
