import type { OrderStatus } from '@rangavalli/contracts/entities/order';
import { call } from '@rangavalli/web-kit/data/api';
import { toast } from '@rangavalli/web-kit/dom/toast';
import { currentSession } from '@rangavalli/web-kit/session/session';
import { messages as layout } from '../layout/messages.js';
import { useAction } from '../layout/use-action.js';
import { messages } from './messages.js';

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
    setStatus: async (orderId: string, status: OrderStatus): Promise<void> => {
      if (!requireToken()) return;
      await run(
        orderId,
        async () => {
          const { refund } = await call('PUT /orders/admin/{orderId}', { params: { orderId }, body: { status } });
          if (refund === 'approval_required') toast.info(messages.refundAwaitsApproval);
          return { message: messages.updated };
        },
        // The admin must know why an order was refused; all else is the documented text (specification §8).
        ({ code, message }) =>
          code === 'ORDER_REFUNDED' || code === 'ORDER_CHANGED' ? message : messages.updateFailed,
      );
    },
  };
}
