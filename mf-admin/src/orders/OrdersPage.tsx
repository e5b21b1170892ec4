import { useEffect, useState } from 'react';
import type { Order, OrderStatus } from '@rangavalli/contracts/entities/order';
import { call } from '@rangavalli/web-kit/api';
import { asApiError } from '@rangavalli/web-kit/api-error';
import { useQuery } from '@rangavalli/web-kit/query';
import { currentSession } from '@rangavalli/web-kit/session';
import { toast } from '@rangavalli/web-kit/toast';
import { EmptyState } from '@rangavalli/web-kit/ui/EmptyState';
import { ErrorState } from '@rangavalli/web-kit/ui/ErrorState';
import { Page } from '@rangavalli/web-kit/ui/Page';
import { Skeleton } from '@rangavalli/web-kit/ui/Skeleton';
import { OrderCard } from './OrderCard.js';
import css from './OrdersPage.module.css';

/** Admin order calls need a stored token; without one nothing is asked (specification §5). */
function hasToken(): boolean {
  if (currentSession()) return true;
  toast.error('⚠️ No token found. Please login again.');
  return false;
}

/** One card per order, with its status to set (specification §2 "Admin area"). */
export function OrdersPage() {
  const { data: orders, error, reload } = useQuery(currentSession() ? 'orders' : undefined, (signal) => call('GET /orders/admin/all', {}, { signal }));
  const [busy, setBusy] = useState<string>();

  useEffect(() => {
    hasToken();
  }, []);
  useEffect(() => {
    if (error) toast.error('Failed to fetch orders');
  }, [error]);

  const setStatus = async ({ _id: orderId }: Order, status: OrderStatus) => {
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
      reload();
    }
  };

  return (
    <Page title="Orders">
      {error && !orders && <ErrorState title="Failed to fetch orders" error={error} onRetry={reload} />}
      {!error && !orders && <Skeleton height="20rem" />}
      {orders?.length === 0 && <EmptyState title="No orders found." />}
      <div className={css.grid}>
        {orders?.map((order) => <OrderCard key={order._id} order={order} busy={busy === order._id} onStatus={(status) => void setStatus(order, status)} />)}
      </div>
    </Page>
  );
}
