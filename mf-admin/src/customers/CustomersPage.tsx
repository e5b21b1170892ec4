import { call } from '@rangavalli/web-kit/data/api';
import { Link } from '@rangavalli/web-kit/federation/router';
import { formatDay } from '@rangavalli/web-kit/format/dates';
import { DataTable } from '../layout/DataTable.js';
import { messages as layout } from '../layout/messages.js';
import { Page } from '../layout/Page.js';
import { FilterBar } from '../listing/FilterBar.js';
import { PagedList } from '../listing/PagedList.js';
import { useList } from '../listing/use-list.js';
import { useDebounced, useListParams } from '../listing/use-list-params.js';
import { EmailBadge } from './EmailBadge.js';
import { messages } from './messages.js';

const PAGE_SIZE = 25;

/** Customers, newest first. */
export function CustomersPage() {
  const params = useListParams();
  const filter = { q: useDebounced(params.get('q')) || undefined, limit: PAGE_SIZE };
  const list = useList(`customers ${JSON.stringify(filter)}`, params, (cursor, signal) =>
    call('GET /users/admin/customers', { query: { ...filter, cursor } }, { signal }),
  );
  return (
    <Page title={messages.title}>
      <FilterBar params={params} what={messages.what} search={messages.search} found={list.first?.total} />
      <PagedList
        list={list}
        rowsOf={({ customers }) => customers}
        what={messages.what}
        loadFailed={messages.loadFailed}
        empty={{ title: messages.empty, text: params.isFiltered ? messages.noMatches : undefined }}
      >
        {(rows) => (
          <DataTable
            caption={messages.title}
            rows={rows}
            keyOf={({ _id }) => _id}
            columns={[
              { label: messages.name, cell: ({ _id, name }) => <Link to={`/admin/customers/${_id}`}>{name}</Link> },
              {
                label: messages.email,
                kind: 'wide',
                cell: (customer) => (
                  <>
                    {customer.email} <EmailBadge customer={customer} />
                  </>
                ),
              },
              { label: messages.phone, kind: 'short', cell: ({ phone }) => phone || layout.missing },
              { label: messages.joined, kind: 'short', cell: ({ createdAt }) => formatDay(createdAt) },
            ]}
          />
        )}
      </PagedList>
    </Page>
  );
}
