import { useEffect } from 'react';
import { call } from '@rangavalli/web-kit/data/api';
import { useQuery } from '@rangavalli/web-kit/data/query';
import { toast } from '@rangavalli/web-kit/dom/toast';
import { currentSession } from '@rangavalli/web-kit/session/session';
import { Page } from '../layout/Page.js';
import shared from '../layout/shared.module.css';
import { FilterBar, FilterSelect } from '../listing/FilterBar.js';
import { messages as listing } from '../listing/messages.js';
import { PagedList } from '../listing/PagedList.js';
import { pageOf } from '../listing/paging.js';
import { useListParams } from '../listing/use-list-params.js';
import { findOrders } from './find-orders.js';
import { messages } from './messages.js';
import { OrderCard } from './OrderCard.js';
import { statuses } from './StatusBadge.js';
import { requireToken, useOrderStatus } from './use-order-status.js';

const PAGE_SIZE = 10;

/** One card per order with its status dropdown (specification §2 "Admin area"). */
export function OrdersPage() {
  const query = useQuery(currentSession() ? 'orders' : undefined, (signal) =>
    call('GET /orders/admin/all', {}, { signal }),
  );
  const { data: orders, error } = query;
  const { busy, setStatus } = useOrderStatus(query.reload);
  const params = useListParams();

  useEffect(() => void requireToken(), []);
  useEffect(() => {
    if (error) toast.error(messages.fetchFailed);
  }, [error]);

  const found = orders && findOrders(orders, params.get('q'), params.get('status'));
  const countOf = (status: string) => (orders ?? []).filter((order) => order.status === status).length;
  const statusOptions = {
    '': `${messages.allStatuses} (${orders?.length ?? 0})`,
    ...Object.fromEntries(statuses.map((status) => [status, `${status} (${countOf(status)})`])),
  };
  return (
    <Page title={messages.title}>
      <FilterBar params={params} what={messages.what} search={messages.search} found={found?.length ?? 0}>
        <FilterSelect params={params} name="status" label={messages.status} options={statusOptions} />
      </FilterBar>
      <PagedList
        query={query}
        list={found && pageOf(found, params.page, PAGE_SIZE)}
        what={messages.what}
        loadFailed={messages.fetchFailed}
        empty={{ title: messages.empty, text: params.isFiltered ? listing.noMatches : undefined }}
        rowHeight="14rem"
        onPage={params.goTo}
      >
        {(rows) => (
          <div className={shared.stack}>
            {rows.map((order) => (
              <OrderCard
                key={order._id}
                order={order}
                busy={busy === order._id}
                onStatus={(status) => void setStatus(order._id, status)}
              />
            ))}
          </div>
        )}
      </PagedList>
    </Page>
  );
}
