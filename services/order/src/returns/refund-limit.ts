import { hasPermission } from '@rangavalli/contracts/permissions';
import { AppError } from '@rangavalli/service-kit/app-error';
import type { Commands } from '@rangavalli/service-kit/commands/commands';
import type { Identity } from '@rangavalli/service-kit/http/identity';
import type { OrderRecord } from '../store/order.schema.js';

const DEADLINE_MS = 4_000;

/** Money that staff give away counts against the limits of refunds. @throws AppError REFUND_LIMIT, UNAVAILABLE */
export async function assertWithinRefundLimit(
  commands: Commands,
  order: OrderRecord,
  { returnId, amountPaise }: { returnId: string; amountPaise: number },
  by: Identity,
): Promise<void> {
  if (amountPaise === 0 || hasPermission(by.role, 'refunds.approve')) return;
  const request = {
    orderId: String(order._id),
    razorpayPaymentId: `return-${returnId}`,
    staffId: by.id,
    amountPaise,
  };
  const { outcome } = await commands.request('rpc.payment.refund.check', request, DEADLINE_MS);
  if (outcome === 'approval_required') throw new AppError('REFUND_LIMIT');
}
