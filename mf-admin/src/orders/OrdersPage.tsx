import { useEffect } from 'react';
import { call } from '@rangavalli/web-kit/data/api';
import { useQuery } from '@rangavalli/web-kit/data/query';
import { currentSession } from '@rangavalli/web-kit/session/session';
import { toast } from '@rangavalli/web-kit/dom/toast';
import { EmptyState } from '@rangavalli/web-kit/ui/EmptyState';
import { ErrorState } from '@rangavalli/web-kit/ui/ErrorState';
import { Select } from '@rangavalli/web-kit/ui/Field';
import { Page } from '../layout/Page.js';
import { RowsSkeleton } from '../layout/RowsSkeleton.js';
import { FilterBar } from '../listing/FilterBar.js';
import { Pager } from '../listing/Pager.js';
import { pageOf } from '../listing/paging.js';
import { useListAddress } from '../listing/use-list-address.js';
import { findOrders, statuses } from './order-list.js';
import { OrderCard } from './OrderCard.js';
import css from './OrdersPage.module.css';
import { hasToken, useOrderStatus } from './use-order-status.js';

const PAGE_SIZE = 10;

/** One card per order, with its status to set (specification §2 "Admin area"). */
export function OrdersPage() {
  const {
    data: orders,
    error,
    reload,
  } = useQuery(currentSession() ? 'orders' : undefined, (signal) => call('GET /orders/admin/all', {}, { signal }));
  const { busy, setStatus } = useOrderStatus(reload);
  const address = useListAddress();

  useEffect(() => {
    hasToken();
  }, []);
  useEffect(() => {
    if (error) toast.error('Failed to fetch orders');
  }, [error]);

  const status = address.of('status');
  const found = findOrders(orders ?? [], address.of('q'), status);
  const list = pageOf(found, address.page, PAGE_SIZE);
  return (
    <Page title="Orders">
      {error && !orders && <ErrorState title="Failed to fetch orders" error={error} onRetry={reload} />}
      {!error && !orders && <RowsSkeleton what="orders" filters rows={4} height="14rem" />}
      {orders?.length === 0 && <EmptyState title="No orders found." />}
      {orders && orders.length > 0 && (
        <>
          <FilterBar
            address={address}
            what="orders"
            search="Search by order id, name, e-mail or phone"
            found={found.length}
          >
            <Select label="Status" value={status} onChange={(event) => address.set({ status: event.target.value })}>
              <option value="">All ({orders.length})</option>
              {statuses.map((one) => (
                <option key={one} value={one}>
                  {one} ({orders.filter((order) => order.status === one).length})
                </option>
              ))}
            </Select>
          </FilterBar>
          {found.length === 0 && <EmptyState title="No orders found." text="Nothing fits these filters." />}
          <div className={css.grid}>
            {list.rows.map((order) => (
              <OrderCard
                key={order._id}
                order={order}
                busy={busy === order._id}
                onStatus={(next) => void setStatus(order._id, next)}
              />
            ))}
          </div>
          {found.length > 0 && <Pager list={list} what="orders" onPage={address.goTo} />}
        </>
      )}
    </Page>
  );
}
