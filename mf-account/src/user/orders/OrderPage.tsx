import { useState } from 'react';
import type { Order } from '@rangavalli/contracts/entities/order';
import { call } from '@rangavalli/web-kit/data/api';
import { asApiError } from '@rangavalli/web-kit/data/api-error';
import { useQuery } from '@rangavalli/web-kit/data/query';
import { Link, useParams } from '@rangavalli/web-kit/federation/router';
import { toast } from '@rangavalli/web-kit/dom/toast';
import { Button } from '@rangavalli/web-kit/ui/Button';
import { ConfirmDialog } from '@rangavalli/web-kit/ui/ConfirmDialog';
import { ErrorState } from '@rangavalli/web-kit/ui/ErrorState';
import { Icon } from '@rangavalli/web-kit/ui/Icon';
import { Page } from '@rangavalli/web-kit/ui/Page';
import { Skeleton } from '@rangavalli/web-kit/ui/Skeleton';
import { OrderDetail } from './OrderDetail.js';
import css from './OrderPage.module.css';

/** Before shipping has begun (refund policy, specification §9); the order service decides. */
const cancellable: ReadonlySet<Order['status']> = new Set(['Pending', 'Processing']);

/** /user/orders/{orderId}: what the View button shows. It has an address of its own, so that back and reload work. */
export function OrderPage() {
  const { orderId = '' } = useParams();
  const { data, error, reload } = useQuery(`order ${orderId}`, (signal) =>
    call('GET /orders/detail/{orderId}', { params: { orderId } }, { signal }),
  );
  const [cancelled, setCancelled] = useState<Order>();
  const order = cancelled?._id === orderId ? cancelled : data?.order;
  return (
    <Page title={`Order #${orderId.slice(-8)}`}>
      <p className={css.bar}>
        <Link to="/user/orders" className={css.back}>
          <Icon name="left" size={18} /> My Orders
        </Link>
        {order && (
          <Button look="quiet" onClick={() => window.print()}>
            Print
          </Button>
        )}
      </p>
      {error && !order && <ErrorState title="Failed to load this order." error={error} onRetry={reload} />}
      {!error && !order && <OrderSkeleton />}
      {order && (
        <OrderDetail order={order}>
          {cancellable.has(order.status) && <CancelOrder order={order} onCancelled={setCancelled} onRefused={reload} />}
        </OrderDetail>
      )}
    </Page>
  );
}

/** The places of an order's parts, while it is asked for. */
function OrderSkeleton() {
  return (
    <div className={css.columns}>
      <div className={css.waiting}>
        <Skeleton height="1.8rem" width="60%" />
        <Skeleton height="3rem" />
        <Skeleton height="8.5rem" />
        <Skeleton height="8.5rem" />
      </div>
      <div className={css.waiting}>
        <Skeleton height="18rem" />
      </div>
    </div>
  );
}

/** The button that cancels, and the question before it. */
function CancelOrder({
  order,
  onCancelled,
  onRefused,
}: {
  order: Order;
  onCancelled: (order: Order) => void;
  onRefused: () => void;
}) {
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  const cancel = async () => {
    setBusy(true);
    try {
      const answer = await call('POST /orders/cancel/{orderId}', { params: { orderId: order._id } });
      toast.success(answer.message);
      onCancelled(answer.order);
    } catch (error) {
      // Shipping may have begun meanwhile: what is shown is asked for anew.
      toast.error(asApiError(error).message);
      onRefused();
    } finally {
      setBusy(false);
      setAsking(false);
    }
  };
  return (
    <div className={css.cancel}>
      <Button look="danger" onClick={() => setAsking(true)}>
        Cancel order
      </Button>
      <p>
        You can cancel until shipping begins. See our <Link to="/refund">Cancellation and Refund</Link> policy.
      </p>
      <ConfirmDialog
        title="Cancel this order?"
        open={asking}
        confirmLabel="Cancel order"
        cancelLabel="Keep order"
        busy={busy}
        onConfirm={() => void cancel()}
        onClose={() => setAsking(false)}
      >
        <p>All its pieces go back to the shop. The money goes back the way it came, within 3–5 business days.</p>
      </ConfirmDialog>
    </div>
  );
}
