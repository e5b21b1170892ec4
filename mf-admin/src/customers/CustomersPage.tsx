import { useState } from 'react';
import type { Customer } from '@rangavalli/contracts/entities/user';
import { call } from '@rangavalli/web-kit/data/api';
import { useQuery } from '@rangavalli/web-kit/data/query';
import { Link } from '@rangavalli/web-kit/federation/router';
import { formatDay } from '@rangavalli/web-kit/format/dates';
import { usePermissions } from '@rangavalli/web-kit/session/permissions';
import { ButtonLink } from '@rangavalli/web-kit/ui/Button';
import { DataTable } from '../layout/DataTable.js';
import { messages as layout } from '../layout/messages.js';
import { Page } from '../layout/Page.js';
import { FilterBar, FilterSelect } from '../listing/FilterBar.js';
import { PagedList } from '../listing/PagedList.js';
import { useList } from '../listing/use-list.js';
import { useDebounced, useListParams } from '../listing/use-list-params.js';
import { CustomerGroups, EditCustomerGroups } from './CustomerGroups.js';
import { EmailBadge } from './EmailBadge.js';
import { messages } from './messages.js';

const PAGE_SIZE = 25;

/** Customers, newest first. */
export function CustomersPage() {
  const params = useListParams();
  const group = params.get('group') || undefined;
  const filter = { q: useDebounced(params.get('q')) || undefined, group, limit: PAGE_SIZE };
  const may = usePermissions();
  const [editing, setEditing] = useState<Customer>();
  // Without them the list is shown as before.
  const { data } = useQuery('customer groups', (signal) => call('GET /users/admin/groups', {}, { signal }));
  const groups = data?.groups ?? [];
  const list = useList(`customers ${JSON.stringify(filter)}`, params, (cursor, signal) =>
    call('GET /users/admin/customers', { query: { ...filter, cursor } }, { signal }),
  );
  return (
    <Page
      title={messages.title}
      actions={
        <ButtonLink look="secondary" to="/admin/customers/groups">
          {messages.allGroups}
        </ButtonLink>
      }
    >
      <FilterBar params={params} what={messages.what} search={messages.search} found={list.first?.total}>
        {groups.length > 0 && (
          <FilterSelect
            params={params}
            name="group"
            label={messages.group}
            options={{ '': messages.anyGroup, ...Object.fromEntries(groups.map(({ _id, name }) => [_id, name])) }}
          />
        )}
      </FilterBar>
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
              ...(groups.length > 0
                ? [
                    {
                      label: messages.groups,
                      cell: (customer: Customer) => (
                        <CustomerGroups
                          customer={customer}
                          groups={groups}
                          onEdit={may('customers.write') ? () => setEditing(customer) : undefined}
                        />
                      ),
                    },
                  ]
                : []),
              { label: messages.joined, kind: 'short', cell: ({ createdAt }) => formatDay(createdAt) },
            ]}
          />
        )}
      </PagedList>
      {editing && (
        <EditCustomerGroups
          customer={editing}
          groups={groups}
          onClose={() => setEditing(undefined)}
          onSaved={() => {
            setEditing(undefined);
            list.reload();
          }}
        />
      )}
    </Page>
  );
}
