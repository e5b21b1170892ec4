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
import { LazyPart } from '@rangavalli/web-kit/ui/LazyPart';
import { Page } from '@rangavalli/web-kit/ui/Page';
import { Skeleton } from '@rangavalli/web-kit/ui/Skeleton';
import { messages } from './messages.js';
import { OrderDetail } from './OrderDetail.js';
import css from './OrderPage.module.css';

/** Specification §9. */
const cancellable: ReadonlySet<Order['status']> = new Set(['Pending', 'Processing']);

export function OrderPage() {
  const { orderId = '' } = useParams();
  const { data, error, reload } = useQuery(`order ${orderId}`, (signal) =>
    call('GET /orders/detail/{orderId}', { params: { orderId } }, { signal }),
  );
  const [cancelled, setCancelled] = useState<Order>();
  const loaded = data?.order;
  const order = cancelled && cancelled._id === loaded?._id ? cancelled : loaded;
  const label = order ? order.orderNumber : orderId.toUpperCase();
  return (
    <Page title={messages.orderTitle(label)}>
      <p className={css.bar}>
        <Link to="/user/orders" className={css.back}>
          <Icon name="left" size={18} /> {messages.title}
        </Link>
        {order && (
          <Button look="quiet" onClick={() => window.print()}>
            {messages.print}
          </Button>
        )}
      </p>
      {error && !order && <ErrorState title={messages.orderLoadFailed} error={error} onRetry={reload} />}
      {!error && !order && <OrderSkeleton />}
      {order && (
        <OrderDetail order={order} onChanged={reload}>
          <Link to={`/complaint?order=${order.orderNumber}`}>{messages.complain}</Link>
          {cancellable.has(order.status) && (
            <>
              {order.products.some(({ quantity }, index) => quantity > 1 || index > 0) && (
                <LazyPart
                  id="mf-account/cancel-items"
                  load={async () => (await import('../../returns/CancelItems.js')).CancelItems}
                  props={{ order, onCancelled: setCancelled, onRejected: reload }}
                  failed={messages.returnsFailed}
                />
              )}
              <CancelOrder order={order} onCancelled={setCancelled} onRejected={reload} />
            </>
          )}
        </OrderDetail>
      )}
    </Page>
  );
}

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

function CancelOrder({
  order,
  onCancelled,
  onRejected,
}: {
  order: Order;
  onCancelled: (order: Order) => void;
  onRejected: () => void;
}) {
  const [isConfirming, setConfirming] = useState(false);
  const [busy, setBusy] = useState(false);
  const cancel = async () => {
    setBusy(true);
    try {
      const { message, order: cancelled } = await call('POST /orders/cancel/{orderId}', {
        params: { orderId: order._id },
      });
      toast.success(message);
      onCancelled(cancelled);
    } catch (error) {
      // It may have been shipped.
      toast.error(asApiError(error).message);
      onRejected();
    } finally {
      setBusy(false);
      setConfirming(false);
    }
  };
  return (
    <div className={css.cancel}>
      <Button look="danger" onClick={() => setConfirming(true)}>
        {messages.cancel}
      </Button>
      <p>
        {messages.cancelHint} <Link to="/refund">{messages.cancelPolicy}</Link> {messages.policy}
      </p>
      <ConfirmDialog
        title={messages.cancelTitle}
        open={isConfirming}
        confirmLabel={messages.cancel}
        cancelLabel={messages.keep}
        busy={busy}
        onConfirm={() => void cancel()}
        onClose={() => setConfirming(false)}
      >
        <p>
          {order.cash && order.paidOnline === undefined && order.creditAmount === undefined
            ? messages.cancelCashText
            : messages.cancelText}
        </p>
      </ConfirmDialog>
    </div>
  );
}
