import { useState } from 'react';
import type { Customer } from '@rangavalli/contracts/entities/user';
import { call } from '@rangavalli/web-kit/data/api';
import { asApiError } from '@rangavalli/web-kit/data/api-error';
import { useQuery } from '@rangavalli/web-kit/data/query';
import { useParams } from '@rangavalli/web-kit/federation/router';
import { formatDay } from '@rangavalli/web-kit/format/dates';
import { formatRupees } from '@rangavalli/web-kit/format/money';
import { roleNames } from '@rangavalli/web-kit/format/roles';
import { usePermissions } from '@rangavalli/web-kit/session/permissions';
import { ButtonLink } from '@rangavalli/web-kit/ui/Button';
import { EmptyState } from '@rangavalli/web-kit/ui/EmptyState';
import { CustomerCredit } from '../credit/CustomerCredit.js';
import { Facts } from '../layout/Facts.js';
import { messages as layout } from '../layout/messages.js';
import { Page, PendingPage } from '../layout/Page.js';
import { Panel } from '../layout/Panel.js';
import shared from '../layout/shared.module.css';
import { formatCount } from '../listing/counts.js';
import { MoreRows } from '../listing/PagedList.js';
import { useList } from '../listing/use-list.js';
import { useListParams } from '../listing/use-list-params.js';
import { formatLines, OrderTable } from '../orders/OrderTable.js';
import { CustomerGroups, EditCustomerGroups } from './CustomerGroups.js';
import { CustomerActions } from './CustomerActions.js';
import { EmailBadge } from './EmailBadge.js';
import { messages } from './messages.js';

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
  const may = usePermissions();
  const query = useQuery(`customer ${userId}`, async (signal) => ({ customer: await findCustomer(userId, signal) }));
  const { data: all } = useQuery('customer groups', (signal) => call('GET /users/admin/groups', {}, { signal }));
  const groups = all?.groups ?? [];
  const [isEditing, setEditing] = useState(false);
  const list = useList(`orders of ${userId}`, useListParams(), (cursor, signal) =>
    call('GET /orders/list/{userId}', { params: { userId }, query: { cursor } }, { signal }),
  );
  if (!query.data || !list.pages)
    return (
      <PendingPage
        title={messages.customer}
        back={back}
        query={query.error ? query : list}
        what={messages.theCustomer}
        loadFailed={messages.customerLoadFailed}
      />
    );
  const { customer } = query.data;
  const orders = list.pages.flatMap((page) => page.orders);
  if (!customer)
    return (
      <Page title={messages.customer} back={back}>
        <EmptyState title={messages.notFound}>
          <ButtonLink to={back.to}>{back.label}</ButtonLink>
        </EmptyState>
      </Page>
    );
  const facts = {
    [messages.email]: (
      <>
        {customer.email} <EmailBadge customer={customer} />
      </>
    ),
    [messages.phone]: customer.phone || layout.missing,
    [messages.role]: roleNames[customer.staffRole ?? 'user'],
    ...(groups.length > 0
      ? {
          [messages.groups]: (
            <CustomerGroups
              customer={customer}
              groups={groups}
              onEdit={may('customers.write') ? () => setEditing(true) : undefined}
            />
          ),
        }
      : {}),
    [messages.joined]: formatDay(customer.createdAt),
    ...(customer.deletesAt ? { [messages.deletes]: formatDay(customer.deletesAt) } : {}),
    [messages.orders]: formatCount(list.first?.total ?? 0),
    [messages.spent]: formatRupees(list.first?.spent ?? 0),
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
        {may('payments.read') && <CustomerCredit userId={userId} name={customer.name} />}
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
        {isEditing && (
          <EditCustomerGroups
            customer={customer}
            groups={groups}
            onClose={() => setEditing(false)}
            onSaved={() => {
              setEditing(false);
              query.reload();
            }}
          />
        )}
        {list.hasMore && <MoreRows list={list} shown={orders.length} what={messages.ordersWhat} />}
      </div>
    </Page>
  );
}
