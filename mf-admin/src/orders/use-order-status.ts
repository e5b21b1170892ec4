import type { Order, OrderStatus } from '@rangavalli/contracts/entities/order';
import { call } from '@rangavalli/web-kit/data/api';
import { serverMessage } from '@rangavalli/web-kit/data/api-error';
import { toast } from '@rangavalli/web-kit/dom/toast';
import { currentSession } from '@rangavalli/web-kit/session/session';
import { messages as layout } from '../layout/messages.js';
import { useAction } from '../layout/use-action.js';
import { messages } from './messages.js';

/** Why an order was refused, which the admin must know. */
const refusals: readonly string[] = ['ORDER_REFUNDED', 'ORDER_RETURNED', 'ORDER_CHANGED', 'REFUND_LIMIT'];

/** Shows the documented toast without a stored token; admin order calls are not made then (specification §5). */
export function requireToken(): boolean {
  if (currentSession()) return true;
  toast.error(layout.noToken);
  return false;
}

/** Sets an order's status with the documented toasts; `busy` is the id of the order that is being changed. */
export function useOrderStatus(onDone: () => void) {
  const { busy, run } = useAction(onDone);
  return {
    busy,
    setStatus: async ({ _id: orderId, status: from }: Order, status: OrderStatus): Promise<void> => {
      if (!requireToken()) return;
      await run(
        orderId,
        async () => {
          const body = { status, from };
          const { refund } = await call('PUT /orders/admin/{orderId}', { params: { orderId }, body });
          if (refund === 'approval_required') toast.info(messages.refundAwaitsApproval);
          return { message: messages.updated };
        },
        // All else is the documented text (specification §8).
        (error) => (refusals.includes(error.code) ? serverMessage(error) : undefined) ?? messages.updateFailed,
      );
    },
  };
}
