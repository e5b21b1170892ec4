import { useEffect } from 'react';
import { call } from '@rangavalli/web-kit/data/api';
import { toast } from '@rangavalli/web-kit/dom/toast';
import { currentSession } from '@rangavalli/web-kit/session/session';
import { Page } from '../layout/Page.js';
import shared from '../layout/shared.module.css';
import { FilterBar, FilterSelect } from '../listing/FilterBar.js';
import { messages as listing } from '../listing/messages.js';
import { PagedList } from '../listing/PagedList.js';
import { useList } from '../listing/use-list.js';
import { useDebounced, useListParams } from '../listing/use-list-params.js';
import { messages } from './messages.js';
import { OrderCard } from './OrderCard.js';
import { statuses } from './StatusBadge.js';
import { requireToken, useOrderStatus } from './use-order-status.js';

const PAGE_SIZE = 10;

/** One card per order with its status dropdown (specification §2 "Admin area"). */
export function OrdersPage() {
  const params = useListParams();
  const filter = {
    q: useDebounced(params.get('q')) || undefined,
    status: statuses.find((status) => status === params.get('status')),
    limit: PAGE_SIZE,
  };
  const key = `orders ${JSON.stringify(filter)}`;
  const list = useList(currentSession() ? key : undefined, params, (cursor, signal) =>
    call('GET /orders/admin/list', { query: { ...filter, cursor } }, { signal }),
  );
  const { first, error } = list;
  const { busy, setStatus } = useOrderStatus(list.reload);

  useEffect(() => void requireToken(), []);
  useEffect(() => {
    if (error) toast.error(messages.fetchFailed);
  }, [error]);

  const counts = first?.byStatus ?? [];
  const label = (name: string, count: number) => (first ? `${name} (${count.toLocaleString('en-IN')})` : name);
  const statusOptions = {
    '': label(
      messages.allStatuses,
      counts.reduce((sum, { orders }) => sum + orders, 0),
    ),
    ...Object.fromEntries(
      statuses.map((name) => [name, label(name, counts.find(({ status }) => status === name)?.orders ?? 0)]),
    ),
  };
  return (
    <Page title={messages.title}>
      <FilterBar params={params} what={messages.what} search={messages.search} found={first?.total}>
        <FilterSelect params={params} name="status" label={messages.status} options={statusOptions} />
      </FilterBar>
      <PagedList
        list={list}
        rowsOf={({ orders }) => orders}
        what={messages.what}
        loadFailed={messages.fetchFailed}
        empty={{ title: messages.empty, text: params.isFiltered ? listing.noMatches : undefined }}
        rowHeight="14rem"
      >
        {(rows) => (
          <div className={shared.stack}>
            {rows.map((order) => (
              <OrderCard
                key={order._id}
                order={order}
                busy={busy === order._id}
                onStatus={(status) => void setStatus(order, status)}
              />
            ))}
          </div>
        )}
      </PagedList>
    </Page>
  );
}
