import { call } from '@rangavalli/web-kit/api';
import { formatDay } from '@rangavalli/web-kit/dates';
import { useQuery } from '@rangavalli/web-kit/query';
import { Link } from '@rangavalli/web-kit/router';
import { EmptyState } from '@rangavalli/web-kit/ui/EmptyState';
import { ErrorState } from '@rangavalli/web-kit/ui/ErrorState';
import { Page } from '@rangavalli/web-kit/ui/Page';
import { Skeleton } from '@rangavalli/web-kit/ui/Skeleton';
import { Table } from '@rangavalli/web-kit/ui/Table';
import { FilterBar } from '../listing/FilterBar.js';
import { Pager } from '../listing/Pager.js';
import { matches, pageOf } from '../listing/paging.js';
import { useListAddress } from '../listing/use-list-address.js';

const PAGE_SIZE = 25;

/** Everybody with an account, newest first. */
export function CustomersPage() {
  const { data, error, reload } = useQuery('customers', (signal) => call('GET /users/admin/customers', {}, { signal }));
  const address = useListAddress();
  const found = (data?.customers ?? []).filter(({ name, email, phone, _id }) => matches(address.of('q'), [name, email, phone, _id]));
  const list = pageOf(found, address.page, PAGE_SIZE);
  return (
    <Page title="Customers">
      {error && !data && <ErrorState title="The customers could not be loaded." error={error} onRetry={reload} />}
      {!error && !data && <Skeleton height="30rem" />}
      {data?.customers.length === 0 && <EmptyState title="No customers found." />}
      {data && data.customers.length > 0 && (
        <>
          <FilterBar address={address} what="customers" search="Search by name, e-mail or phone" found={found.length} />
          {found.length === 0 && <EmptyState title="No customers found." text="Nobody fits this search." />}
          {found.length > 0 && (
            <>
              <Table caption="Customers" columns={['Name', 'Email', 'Phone', 'Role', 'Joined']}>
                {list.rows.map((customer) => (
                  <tr key={customer._id}>
                    <td><Link to={`/admin/customers/${customer._id}`}>{customer.name}</Link></td>
                    <td>{customer.email}</td>
                    <td>{customer.phone || 'N/A'}</td>
                    <td>{customer.role}</td>
                    <td>{formatDay(customer.createdAt)}</td>
                  </tr>
                ))}
              </Table>
              <Pager list={list} what="customers" onPage={address.goTo} />
            </>
          )}
        </>
      )}
    </Page>
  );
}
