import { useState } from 'react';
import type { OrderStatus } from '@rangavalli/contracts/entities/order';
import { call } from '@rangavalli/web-kit/data/api';
import { asApiError } from '@rangavalli/web-kit/data/api-error';
import { currentSession } from '@rangavalli/web-kit/session/session';
import { toast } from '@rangavalli/web-kit/dom/toast';

/** Admin order calls need a stored token; without one nothing is asked (specification §5). */
export function hasToken(): boolean {
  if (currentSession()) return true;
  toast.error('⚠️ No token found. Please login again.');
  return false;
}

/**
 * Sets an order's status with the documented toasts.
 * @param onDone is called after success and failure alike: what is shown is asked for again
 * @returns the id of the order that is being changed, and the change
 */
export function useOrderStatus(onDone: () => void): {
  busy: string | undefined;
  setStatus: (orderId: string, status: OrderStatus) => Promise<void>;
} {
  const [busy, setBusy] = useState<string>();
  return {
    busy,
    setStatus: async (orderId, status) => {
      if (!hasToken()) return;
      setBusy(orderId);
      try {
        await call('PUT /orders/admin/{orderId}', { params: { orderId }, body: { status } });
        toast.success('✅ Order status updated');
      } catch (failure) {
        const { code, message } = asApiError(failure);
        // A refusal has a reason that the admin must know; everything else is the documented text (specification §8).
        toast.error(code === 'ORDER_REFUNDED' || code === 'ORDER_CHANGED' ? message : 'Failed to update status');
      } finally {
        setBusy(undefined);
        onDone();
      }
    },
  };
}
