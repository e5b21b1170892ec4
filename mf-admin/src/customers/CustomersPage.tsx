import { call } from '@rangavalli/web-kit/data/api';
import { formatDay } from '@rangavalli/web-kit/format/dates';
import { useQuery } from '@rangavalli/web-kit/data/query';
import { Link } from '@rangavalli/web-kit/federation/router';
import { Badge } from '@rangavalli/web-kit/ui/Badge';
import { EmptyState } from '@rangavalli/web-kit/ui/EmptyState';
import { ErrorState } from '@rangavalli/web-kit/ui/ErrorState';
import { DataTable } from '../layout/DataTable.js';
import { Page } from '../layout/Page.js';
import { RowsSkeleton } from '../layout/RowsSkeleton.js';
import { FilterBar } from '../listing/FilterBar.js';
import { Pager } from '../listing/Pager.js';
import { matches, pageOf } from '../listing/paging.js';
import { useListAddress } from '../listing/use-list-address.js';

const PAGE_SIZE = 25;

/** Everybody with an account, newest first. */
export function CustomersPage() {
  const { data, error, reload } = useQuery('customers', (signal) => call('GET /users/admin/customers', {}, { signal }));
  const address = useListAddress();
  const found = (data?.customers ?? []).filter(({ name, email, phone, _id }) =>
    matches(address.of('q'), [name, email, phone, _id]),
  );
  const list = pageOf(found, address.page, PAGE_SIZE);
  return (
    <Page title="Customers">
      {error && !data && <ErrorState title="The customers could not be loaded." error={error} onRetry={reload} />}
      {!error && !data && <RowsSkeleton what="customers" filters rows={10} height="3.25rem" />}
      {data?.customers.length === 0 && <EmptyState title="No customers found." />}
      {data && data.customers.length > 0 && (
        <>
          <FilterBar address={address} what="customers" search="Search by name, e-mail or phone" found={found.length} />
          {found.length === 0 && <EmptyState title="No customers found." text="Nobody fits this search." />}
          {found.length > 0 && (
            <>
              <DataTable
                caption="Customers"
                columns={['Name', 'Email', 'Phone', 'Role', 'Joined']}
                wide={['Email']}
                short={['Phone', 'Joined']}
                rows={list.rows.map((customer) => ({
                  key: customer._id,
                  cells: [
                    <Link key="name" to={`/admin/customers/${customer._id}`}>
                      {customer.name}
                    </Link>,
                    customer.email,
                    customer.phone || 'N/A',
                    customer.role === 'admin' ? (
                      <Badge key="role" tone="blue">
                        admin
                      </Badge>
                    ) : (
                      customer.role
                    ),
                    formatDay(customer.createdAt),
                  ],
                }))}
              />
              <Pager list={list} what="customers" onPage={address.goTo} />
            </>
          )}
        </>
      )}
    </Page>
  );
}
