import type { OrderCash } from '@rangavalli/contracts/entities/cash';
import type { Order } from '@rangavalli/contracts/entities/order';
import { lineKeyOf } from '@rangavalli/contracts/personalisation';
import { call } from '@rangavalli/web-kit/data/api';
import { useQuery } from '@rangavalli/web-kit/data/query';
import { Link, useParams } from '@rangavalli/web-kit/federation/router';
import { formatDay } from '@rangavalli/web-kit/format/dates';
import { methodTitle } from '@rangavalli/web-kit/format/payment-method';
import { formatDeliveryDays } from '@rangavalli/web-kit/format/delivery-day';
import { formatRupees } from '@rangavalli/web-kit/format/money';
import { usePermissions } from '@rangavalli/web-kit/session/permissions';
import { LazyPart } from '@rangavalli/web-kit/ui/LazyPart';
import { DataTable } from '../layout/DataTable.js';
import { Facts } from '../layout/Facts.js';
import { messages as layout } from '../layout/messages.js';
import { Page, PendingPage } from '../layout/Page.js';
import { Panel } from '../layout/Panel.js';
import shared from '../layout/shared.module.css';
import { Timeline } from '../layout/Timeline.js';
import { isPaidInPart } from './cash-due.js';
import { messages } from './messages.js';
import css from './OrderDetailPage.module.css';
import { StatusBadge } from './StatusBadge.js';
import { StatusSelect } from './StatusSelect.js';
import { useOrderStatus } from './use-order-status.js';

const isDispatch = (status: string | undefined): boolean => status === 'Shipped' || status === 'Delivered';

/** Also when the status went back: the order was invoiced. */
const wasDispatched = ({ status, history }: Order): boolean =>
  isDispatch(status) || history.some(({ to }) => isDispatch(to));

const back = { to: '/admin/orders', label: messages.all };

function cashText({ due, collectedAt, refusedAt, remittedAt }: OrderCash, status: Order['status']): string {
  const amount = formatRupees(due);
  if (remittedAt) return messages.cashRemitted(amount, formatDay(remittedAt));
  if (collectedAt) return messages.cashCollected(amount, formatDay(collectedAt));
  if (refusedAt) return messages.cashRefused(formatDay(refusedAt));
  return status === 'Cancelled' ? messages.cashVoid : messages.cashDue(amount);
}

/** One order with its products, customer, payment and history. */
export function OrderDetailPage() {
  const { id: orderId = '' } = useParams();
  const query = useQuery(`order ${orderId}`, (signal) =>
    call('GET /orders/detail/{orderId}', { params: { orderId } }, { signal }),
  );
  const { busy, setStatus } = useOrderStatus(query.reload);
  const may = usePermissions();
  if (!query.data)
    return (
      <PendingPage
        title={messages.order}
        back={back}
        query={query}
        what={messages.theOrder}
        loadFailed={messages.loadFailed}
      />
    );
  const { order } = query.data;
  const { user, billing } = order;
  const customerName = user.name || user.email || layout.missing;
  const customer = {
    [messages.customer]: may('customers.read') ? (
      <Link to={`/admin/customers/${user._id}`}>{customerName}</Link>
    ) : (
      customerName
    ),
    [messages.email]: user.email || layout.missing,
    [messages.phone]: user.phone || billing?.phone || layout.missing,
    [messages.shipTo]: billing?.fullName || user.name || layout.missing,
    [messages.address]: order.address || layout.missing,
    ...(billing?.gstin
      ? { [messages.business]: [billing.businessName, billing.gstin].filter(Boolean).join(', GSTIN ') }
      : {}),
    ...(order.note ? { [messages.note]: <span className={css.text}>{order.note}</span> } : {}),
    ...(order.giftMessage ? { [messages.giftMessage]: <span className={css.text}>{order.giftMessage}</span> } : {}),
    [messages.orderDate]: formatDay(order.orderedAt),
    ...(order.promise ? { [messages.promisedDelivery]: formatDeliveryDays(order.promise) } : {}),
  };
  const payment = {
    [messages.paymentState]: isPaidInPart(order) ? messages.paidInPart : messages.paymentStates[order.paymentState],
    [messages.paymentMethod]: order.cash ? messages.cash : methodTitle(order.paymentMethod ?? '') || layout.missing,
    [messages.totalAmount]: formatRupees(order.amount),
    ...(order.creditAmount === undefined ? {} : { [messages.storeCredit]: formatRupees(order.creditAmount) }),
    ...(order.paidOnline === undefined ? {} : { [messages.paidOnline]: formatRupees(order.paidOnline) }),
    ...(order.cash
      ? { [messages.cash]: cashText(order.cash, order.status) }
      : {
          [messages.razorpayPayment]: order.razorpayPaymentId || layout.missing,
          [messages.razorpayOrder]: order.razorpayOrderId || layout.missing,
        }),
  };
  return (
    <Page title={messages.orderTitle(order.orderNumber)} back={back} badge={<StatusBadge status={order.status} />}>
      <div className={css.detail}>
        <div className={shared.stack}>
          <Panel title={messages.products} flush={order.products.length > 0}>
            <Products order={order} />
          </Panel>
          <Panel title={messages.customer}>
            <Facts facts={customer} stacked />
          </Panel>
          <Panel title={messages.shipments}>
            <LazyPart
              id="mf-admin/shipments"
              load={async () => (await import('../shipments/ShipmentsPanel.js')).ShipmentsPanel}
              props={{ order, onChanged: query.reload }}
              failed={layout.pageFailed}
            />
          </Panel>
          {order.quote && wasDispatched(order) && (
            <Panel title={messages.invoice}>
              <LazyPart
                id="mf-admin/invoice-files"
                load={async () => (await import('@rangavalli/web-kit/orders/InvoiceFiles')).InvoiceFiles}
                props={{ order }}
                failed={layout.pageFailed}
              />
            </Panel>
          )}
          <Panel
            title={messages.payment}
            aside={
              may('payments.read') &&
              !order.cash && (
                <Link className={css.aside} to={`/admin/payments/${order._id}`}>
                  {messages.openPayment}
                </Link>
              )
            }
          >
            <Facts facts={payment} stacked />
          </Panel>
        </div>
        <div className={shared.stack}>
          {may('orders.write') && (
            <Panel title={messages.status}>
              <div className={shared.stack}>
                <StatusSelect
                  order={order}
                  busy={busy === order._id}
                  onStatus={(status) => void setStatus(order, status)}
                />
                {order.status !== 'Delivered' && order.status !== 'Cancelled' && (
                  <LazyPart
                    id="mf-admin/cancel-items"
                    load={async () => (await import('../returns/CancelItems.js')).CancelItems}
                    props={{ order, onChanged: query.reload }}
                    failed={layout.pageFailed}
                  />
                )}
                {wasDispatched(order) && order.status !== 'Cancelled' && (
                  <LazyPart
                    id="mf-admin/staff-return"
                    load={async () => (await import('../returns/StaffReturn.js')).StaffReturn}
                    props={{ order, onChanged: query.reload }}
                    failed={layout.pageFailed}
                  />
                )}
              </div>
            </Panel>
          )}
          <Panel title={messages.history}>
            {order.history.length === 0 ? (
              <p className={shared.empty}>{messages.noHistory}</p>
            ) : (
              <Timeline
                entries={order.history.map(({ at, by, what, from, to }, index) => ({
                  key: `${at} ${index}`,
                  what: from && to ? messages.changed(what, from, to) : what,
                  at,
                  note: messages.by(by),
                }))}
              />
            )}
          </Panel>
        </div>
      </div>
    </Page>
  );
}

/** Large and separate: it is what the workroom makes. */
const Personalisation = ({ line: { personalisation = [], extraDays } }: { line: Order['products'][number] }) => (
  <dl className={css.personalisation}>
    {personalisation.map(({ label, value }) => (
      <div key={label}>
        <dt>{label}</dt>
        <dd>{value}</dd>
      </div>
    ))}
    {extraDays && (
      <div>
        <dt>{messages.extraTime}</dt>
        <dd>{messages.days(extraDays)}</dd>
      </div>
    )}
  </dl>
);

function Products({ order }: { order: Order }) {
  if (order.products.length === 0) return <p className={shared.empty}>{messages.noProducts}</p>;
  return (
    <>
      <DataTable
        inPanel
        caption={messages.productsCaption}
        rows={order.products}
        keyOf={(line) => lineKeyOf({ ...line, productId: line.product._id })}
        columns={[
          {
            label: messages.product,
            cell: (line) => (
              <>
                <Link to={`/product/${line.product._id}`}>{line.product.name || messages.unnamed}</Link>
                {line.personalisation && <Personalisation line={line} />}
              </>
            ),
          },
          { label: messages.size, cell: ({ size }) => size || layout.none },
          { label: messages.price, kind: 'number', cell: ({ price }) => formatRupees(price) },
          {
            label: messages.quantity,
            kind: 'number',
            cell: ({ quantity, cancelled }) => (cancelled ? messages.withCancelled(quantity, cancelled) : quantity),
          },
          {
            label: messages.lineTotal,
            kind: 'number',
            cell: ({ price, quantity }) => formatRupees(price * quantity),
          },
        ]}
      />
      {order.quote && order.quote.codFeePaise > 0 && (
        <p className={css.total}>
          <span>{messages.cash}</span>
          <span>{formatRupees(order.quote.codFeePaise / 100)}</span>
        </p>
      )}
      <p className={css.total}>
        <span>{messages.total}</span>
        <span>{formatRupees(order.amount)}</span>
      </p>
    </>
  );
}
