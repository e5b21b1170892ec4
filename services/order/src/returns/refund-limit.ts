import { hasPermission } from '@rangavalli/contracts/permissions';
import { AppError } from '@rangavalli/service-kit/app-error';
import type { Commands } from '@rangavalli/service-kit/commands/commands';
import type { Identity } from '@rangavalli/service-kit/http/identity';
import type { OrderRecord } from '../store/order.schema.js';

const DEADLINE_MS = 4_000;

/**
 * Counts money that staff give away against the limits of refunds, once per decision. Its amount includes what staff
 * have refunded of the order before.
 * @throws AppError REFUND_LIMIT, UNAVAILABLE
 */
export async function assertWithinRefundLimit(
  commands: Commands,
  order: OrderRecord,
  { returnId, amountPaise }: { returnId: string; amountPaise: number },
  by: Identity,
): Promise<void> {
  if (amountPaise === 0 || hasPermission(by.role, 'refunds.approve')) return;
  const orderId = String(order._id);
  // Each attempt of a cancellation has another id, and the same revision until it is stored.
  const isStored = order.returns?.some(({ id }) => id === returnId);
  const request = {
    orderId,
    razorpayPaymentId: `return-${isStored ? returnId : [orderId, order.revision].join('-')}`,
    staffId: by.id,
    amountPaise: amountPaise + refundedByStaff(order, by),
  };
  const { outcome } = await commands.request('rpc.payment.refund.check', request, DEADLINE_MS);
  if (outcome === 'approval_required') throw new AppError('REFUND_LIMIT');
}

/** Returns what staff have decided to refund, in paise: not what the customer cancelled. */
function refundedByStaff({ userId, returns = [] }: OrderRecord, by: Identity): number {
  const decided = returns.filter(({ decidedBy }) => decidedBy && (decidedBy.id !== userId || decidedBy.id === by.id));
  return decided.reduce(
    (sum, { onlinePaise = 0, creditPaise = 0, payoutPaise = 0 }) => sum + onlinePaise + creditPaise + payoutPaise,
    0,
  );
}
