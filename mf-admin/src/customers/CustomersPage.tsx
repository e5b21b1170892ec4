import { call } from '@rangavalli/web-kit/data/api';
import { useQuery } from '@rangavalli/web-kit/data/query';
import { Link } from '@rangavalli/web-kit/federation/router';
import { formatDay } from '@rangavalli/web-kit/format/dates';
import { Badge } from '@rangavalli/web-kit/ui/Badge';
import { DataTable } from '../layout/DataTable.js';
import { messages as layout } from '../layout/messages.js';
import { Page } from '../layout/Page.js';
import { FilterBar } from '../listing/FilterBar.js';
import { PagedList } from '../listing/PagedList.js';
import { matches, pageOf } from '../listing/paging.js';
import { useListParams } from '../listing/use-list-params.js';
import { messages } from './messages.js';

const PAGE_SIZE = 25;

/** All accounts, newest first. */
export function CustomersPage() {
  const query = useQuery('customers', (signal) => call('GET /users/admin/customers', {}, { signal }));
  const params = useListParams();
  const found = query.data?.customers.filter(({ name, email, phone, _id }) =>
    matches(params.get('q'), [name, email, phone, _id]),
  );
  return (
    <Page title={messages.title}>
      <FilterBar params={params} what={messages.what} search={messages.search} found={found?.length ?? 0} />
      <PagedList
        query={query}
        list={found && pageOf(found, params.page, PAGE_SIZE)}
        what={messages.what}
        loadFailed={messages.loadFailed}
        empty={{ title: messages.empty, text: params.isFiltered ? messages.noMatches : undefined }}
        onPage={params.goTo}
      >
        {(rows) => (
          <DataTable
            caption={messages.title}
            rows={rows}
            keyOf={({ _id }) => _id}
            columns={[
              { label: messages.name, cell: ({ _id, name }) => <Link to={`/admin/customers/${_id}`}>{name}</Link> },
              { label: messages.email, kind: 'wide', cell: ({ email }) => email },
              { label: messages.phone, kind: 'short', cell: ({ phone }) => phone || layout.missing },
              {
                label: messages.role,
                cell: ({ role }) => (role === 'admin' ? <Badge tone="blue">{role}</Badge> : role),
              },
              { label: messages.joined, kind: 'short', cell: ({ createdAt }) => formatDay(createdAt) },
            ]}
          />
        )}
      </PagedList>
    </Page>
  );
}
