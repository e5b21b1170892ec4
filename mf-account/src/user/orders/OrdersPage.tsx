import { useEffect } from 'react';
import type { Order } from '@rangavalli/contracts/entities/order';
import { call } from '@rangavalli/web-kit/data/api';
import { formatDay } from '@rangavalli/web-kit/format/dates';
import { formatRupees } from '@rangavalli/web-kit/format/money';
import { usePagedQuery } from '@rangavalli/web-kit/data/paged-query';
import { Link } from '@rangavalli/web-kit/federation/router';
import { useSession } from '@rangavalli/web-kit/session/session';
import { toast } from '@rangavalli/web-kit/dom/toast';
import { Badge } from '@rangavalli/web-kit/ui/Badge';
import { Button, ButtonLink } from '@rangavalli/web-kit/ui/Button';
import { EmptyState } from '@rangavalli/web-kit/ui/EmptyState';
import { ErrorState } from '@rangavalli/web-kit/ui/ErrorState';
import { Page } from '@rangavalli/web-kit/ui/Page';
import { Picture } from '@rangavalli/web-kit/ui/Picture';
import { Skeleton } from '@rangavalli/web-kit/ui/Skeleton';
import { Table } from '@rangavalli/web-kit/ui/Table';
import { VisuallyHidden } from '@rangavalli/web-kit/ui/VisuallyHidden';
import { messages } from './messages.js';
import { PendingPayments } from './PendingPayments.js';
import { statusTone, summarizeItems } from './order-progress.js';
import css from './OrdersPage.module.css';

export function OrdersPage() {
  const userId = useSession()?.user?._id;
  const { pages, error, reload, hasMore, isLoadingMore, moreError, loadMore } = usePagedQuery(
    userId && `orders ${userId}`,
    (cursor, signal) =>
      call('GET /orders/list/{userId}', { params: { userId: userId ?? '' }, query: { cursor } }, { signal }),
  );
  const orders = pages?.flatMap((page) => page.orders);

  useEffect(() => {
    if (!userId) toast.error(messages.notLoggedIn);
  }, [userId]);
  useEffect(() => {
    if (error) toast.error(messages.loadFailed);
  }, [error]);

  return (
    <Page title={messages.title}>
      {!userId && <ErrorState title={messages.notLoggedIn} />}
      {error && !orders && <ErrorState title={messages.loadFailed} error={error} onRetry={reload} />}
      {userId && !error && !orders && (
        <>
          <p role="status" className={css.loading}>
            {messages.loading}
          </p>
          <div className={css.waiting}>
            {[1, 2, 3].map((row) => (
              <Skeleton key={row} height="6rem" />
            ))}
          </div>
        </>
      )}
      {userId && <PendingPayments key={userId} />}
      {orders?.length === 0 && (
        <EmptyState title={messages.noOrders} text={messages.noOrdersText}>
          <ButtonLink to="/all">{messages.browse}</ButtonLink>
        </EmptyState>
      )}
      {orders && orders.length > 0 && (
        <div className={css.list}>
          <Table caption={messages.title} columns={messages.columns}>
            {orders.map((order) => (
              <Row key={order._id} order={order} />
            ))}
          </Table>
          {moreError && <p role="alert">{moreError.message}</p>}
          {hasMore && (
            <div className={css.more}>
              <Button look="secondary" busy={isLoadingMore} onClick={() => void loadMore()}>
                {messages.loadMore}
              </Button>
            </div>
          )}
        </div>
      )}
    </Page>
  );
}

function Row({ order }: { order: Order }) {
  const { _id, orderNumber, orderedAt, totalAmount, status, products } = order;
  const path = `/user/orders/${orderNumber}`;
  return (
    <tr>
      <td>
        <div className={css.what}>
          <Picture
            url={products[0]?.product.image}
            alt=""
            sizes="56px"
            widths={[160, 320]}
            ratio="4 / 5"
            className={css.picture}
          />
          <div className={css.words}>
            <Link to={path} className={css.id}>
              {orderNumber}
            </Link>
            <span className={css.lines}>{summarizeItems(products)}</span>
          </div>
        </div>
      </td>
      <td>{formatDay(orderedAt)}</td>
      <td>{formatRupees(totalAmount)}</td>
      <td>
        <Badge tone={statusTone(status)}>{status}</Badge>
      </td>
      <td className={css.action}>
        <ButtonLink look="quiet" to={path}>
          {messages.view}
          <VisuallyHidden>{messages.viewWhich(orderNumber)}</VisuallyHidden>
        </ButtonLink>
      </td>
    </tr>
  );
}
