import { call } from '@rangavalli/web-kit/api';
import { formatDay } from '@rangavalli/web-kit/dates';
import { useQuery } from '@rangavalli/web-kit/query';
import { EmptyState } from '@rangavalli/web-kit/ui/EmptyState';
import { ErrorState } from '@rangavalli/web-kit/ui/ErrorState';
import { Page } from '@rangavalli/web-kit/ui/Page';
import { Skeleton } from '@rangavalli/web-kit/ui/Skeleton';
import { Table } from '@rangavalli/web-kit/ui/Table';

/** Everybody with an account, newest first. */
export function CustomersPage() {
  const { data, error, reload } = useQuery('customers', (signal) => call('GET /users/admin/customers', {}, { signal }));
  return (
    <Page title="Customers">
      {error && !data && <ErrorState title="The customers could not be loaded." error={error} onRetry={reload} />}
      {!error && !data && <Skeleton height="20rem" />}
      {data?.customers.length === 0 && <EmptyState title="No customers found." />}
      {data && data.customers.length > 0 && (
        <Table caption="Customers" columns={['Name', 'Email', 'Phone', 'Role', 'Joined']}>
          {data.customers.map((customer) => (
            <tr key={customer._id}>
              <td>{customer.name}</td>
              <td>{customer.email}</td>
              <td>{customer.phone || 'N/A'}</td>
              <td>{customer.role}</td>
              <td>{formatDay(customer.createdAt)}</td>
            </tr>
          ))}
        </Table>
      )}
    </Page>
  );
}
