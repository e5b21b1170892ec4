import type { User } from '@rangavalli/contracts/entities/user';
import { call } from '@rangavalli/web-kit/data/api';
import { asApiError } from '@rangavalli/web-kit/data/api-error';
import { useQuery } from '@rangavalli/web-kit/data/query';
import { useParams } from '@rangavalli/web-kit/federation/router';
import { formatDay } from '@rangavalli/web-kit/format/dates';
import { formatRupees } from '@rangavalli/web-kit/format/money';
import { roleNames } from '@rangavalli/web-kit/format/roles';
import { ButtonLink } from '@rangavalli/web-kit/ui/Button';
import { EmptyState } from '@rangavalli/web-kit/ui/EmptyState';
import { Facts } from '../layout/Facts.js';
import { messages as layout } from '../layout/messages.js';
import { Page, PendingPage } from '../layout/Page.js';
import { Panel } from '../layout/Panel.js';
import shared from '../layout/shared.module.css';
import { formatLines, OrderTable } from '../orders/OrderTable.js';
import { CustomerActions } from './CustomerActions.js';
import { EmailBadge } from './EmailBadge.js';
import { messages } from './messages.js';

export type Customer = Omit<User, 'orders'>;

const back = { to: '/admin/customers', label: messages.all };

/** Undefined when there is no such account. */
async function findCustomer(id: string, signal: AbortSignal): Promise<Customer | undefined> {
  try {
    return (await call('GET /users/admin/customers/{id}', { params: { id } }, { signal })).customer;
  } catch (thrown) {
    if (asApiError(thrown).code === 'NOT_FOUND') return undefined;
    throw thrown;
  }
}

export function CustomerDetailPage() {
  const { id: userId = '' } = useParams();
  const query = useQuery(`customer ${userId}`, async (signal) => {
    const [customer, orders] = await Promise.all([
      findCustomer(userId, signal),
      call('GET /orders/{userId}', { params: { userId } }, { signal }),
    ]);
    return { customer, orders };
  });
  if (!query.data)
    return (
      <PendingPage
        title={messages.customer}
        back={back}
        query={query}
        what={messages.theCustomer}
        loadFailed={messages.customerLoadFailed}
      />
    );
  const { customer, orders } = query.data;
  if (!customer)
    return (
      <Page title={messages.customer} back={back}>
        <EmptyState title={messages.notFound}>
          <ButtonLink to={back.to}>{back.label}</ButtonLink>
        </EmptyState>
      </Page>
    );
  const spent = orders.filter(({ status }) => status !== 'Cancelled').reduce((sum, { amount }) => sum + amount, 0);
  const facts = {
    [messages.email]: (
      <>
        {customer.email} <EmailBadge customer={customer} />
      </>
    ),
    [messages.phone]: customer.phone || layout.missing,
    [messages.role]: roleNames[customer.staffRole ?? 'user'],
    [messages.joined]: formatDay(customer.createdAt),
    ...(customer.deletesAt ? { [messages.deletes]: formatDay(customer.deletesAt) } : {}),
    [messages.orders]: orders.length,
    [messages.spent]: formatRupees(spent),
  };
  return (
    <Page
      title={customer.name}
      back={back}
      note={customer._id}
      actions={<CustomerActions customer={customer} onChanged={query.reload} />}
    >
      <div className={shared.stack}>
        <Panel title={messages.about}>
          <Facts facts={facts} wide={[messages.email]} />
        </Panel>
        <Panel title={messages.orders} flush={orders.length > 0}>
          {orders.length === 0 ? (
            <p className={shared.empty}>{messages.noOrders}</p>
          ) : (
            <OrderTable
              caption={messages.ordersCaption}
              orders={orders}
              column={{ label: messages.products, kind: 'wide', cell: ({ products }) => formatLines(products) }}
            />
          )}
        </Panel>
      </div>
    </Page>
  );
}
