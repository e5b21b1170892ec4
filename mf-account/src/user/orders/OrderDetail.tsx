import type { ReactNode } from 'react';
import type { Order } from '@rangavalli/contracts/entities/order';
import { formatPersonalisation } from '@rangavalli/contracts/personalisation';
import { classNames } from '@rangavalli/web-kit/dom/class-names';
import { Link } from '@rangavalli/web-kit/federation/router';
import { formatDateTime } from '@rangavalli/web-kit/format/dates';
import { methodName } from '@rangavalli/web-kit/format/payment-method';
import { formatDeliveryDays } from '@rangavalli/web-kit/format/delivery-day';
import { formatRupees } from '@rangavalli/web-kit/format/money';
import { goodsOfLine } from '@rangavalli/web-kit/format/return-terms';
import { Badge } from '@rangavalli/web-kit/ui/Badge';
import { Card } from '@rangavalli/web-kit/ui/Card';
import { InvoiceFiles } from '@rangavalli/web-kit/orders/InvoiceFiles';
import { ReturnTerms } from '@rangavalli/web-kit/orders/ReturnTerms';
import { LazyPart } from '@rangavalli/web-kit/ui/LazyPart';
import { Picture } from '@rangavalli/web-kit/ui/Picture';
import { deliveredAtOf } from '../../returns/delivered-at.js';
import { Facts } from '../facts/Facts.js';
import { messages } from './messages.js';
import { progressOf, statusTone, type OrderProgress } from './order-progress.js';
import css from './OrderPage.module.css';
import progressCss from './Progress.module.css';

const isDispatch = (status: string | undefined): boolean => status === 'Shipped' || status === 'Delivered';

/** Also when the status went back: the order was invoiced. */
const wasDispatched = ({ status, history }: Order): boolean =>
  isDispatch(status) || history.some(({ to }) => isDispatch(to));

const paymentTexts: Record<Order['paymentState'], string> = {
  awaiting: messages.awaitingPayment,
  captured: messages.paid,
  collected: messages.paidInCash,
  refunding: messages.refunding,
  refunded: messages.refunded,
};

function paymentText(order: Order): string {
  const { creditAmount, paidOnline, status } = order;
  const parts = [
    ...(creditAmount === undefined ? [] : [messages.paidByCredit(formatRupees(creditAmount))]),
    ...(order.cash && paidOnline !== undefined ? [messages.paidOnline(formatRupees(paidOnline))] : []),
  ];
  const isCredit = creditAmount === order.totalAmount && status !== 'Cancelled';
  return [...parts, ...(isCredit ? [] : [restText(order)])].join(' · ');
}

/** What is not paid with store credit. */
function restText({ paymentState, paymentMethod, cash, status }: Order): string {
  if (cash) {
    if (paymentState === 'collected') return messages.paidInCash;
    return status === 'Cancelled' ? messages.fee : messages.payCash(formatRupees(cash.due));
  }
  if (!paymentMethod) return paymentTexts[paymentState];
  return paymentState === 'captured'
    ? messages.paidBy(methodName(paymentMethod))
    : `${paymentTexts[paymentState]} (${methodName(paymentMethod)})`;
}

function Progress({ steps, current }: OrderProgress) {
  return (
    <ol className={progressCss.progress} aria-label={messages.progress}>
      {steps.map((step, index) => (
        <li
          key={step}
          className={classNames(progressCss.step, index <= current && progressCss.done)}
          aria-current={index === current ? 'step' : undefined}
        >
          {step}
        </li>
      ))}
    </ol>
  );
}

function OrderedItem({ line, order }: { line: Order['products'][number]; order: Order }) {
  const { product, size, personalisation, quantity, cancelled, price } = line;
  return (
    <li className={css.line}>
      <Picture url={product.image} alt="" sizes="96px" widths={[160, 320]} ratio="4 / 5" />
      <div>
        <Link to={`/product/${product._id}`} className={css.name}>
          {product.name}
        </Link>
        <p className={css.small}>
          {size && messages.size(size)}
          {quantity} × {formatRupees(price)}
        </p>
        {cancelled && <p className={css.small}>{messages.cancelledUnits(cancelled)}</p>}
        {personalisation && <p className={css.small}>{formatPersonalisation({ personalisation })}</p>}
        {order.status !== 'Cancelled' && (
          <ReturnTerms
            goods={goodsOfLine(line)}
            deliveredAt={deliveredAtOf(order, line)}
            className={classNames(css.small, css.terms)}
          />
        )}
      </div>
      <strong>{formatRupees(price * quantity)}</strong>
    </li>
  );
}

interface OrderDetailProps {
  order: Order;
  onChanged: () => void;
  children?: ReactNode;
}

export function OrderDetail({ order, onChanged, children }: OrderDetailProps) {
  const progress = progressOf(order);
  const addressLines = [order.billing?.fullName, order.address || 'N/A', order.billing?.phone].filter(Boolean);
  return (
    <div className={css.columns}>
      <section className={css.main} aria-label={messages.itemsLabel}>
        <p className={css.state}>
          <Badge tone={statusTone(order.status)}>{order.status}</Badge>{' '}
          {messages.placedOn(formatDateTime(order.orderedAt))}
        </p>
        <Progress {...progress} />
        <p className={css.phase}>
          {progress.description}
          {order.status === 'Delivered' && (
            <>
              {' '}
              <Link to="/contact">{messages.contact}</Link>
            </>
          )}
        </p>
        <ul className={css.lines}>
          {order.products.map((line) => (
            <OrderedItem key={line.lineId} line={line} order={order} />
          ))}
        </ul>
        {order.quote && order.quote.codFeePaise > 0 && (
          <p className={css.total}>
            <span>{messages.fee}</span>
            <span>{formatRupees(order.quote.codFeePaise / 100)}</span>
          </p>
        )}
        <p className={css.total}>
          <span>{messages.total}</span>
          <strong>{formatRupees(order.totalAmount)}</strong>
        </p>
        {order.status !== 'Pending' && (
          <LazyPart
            id="mf-account/parcels"
            load={async () => (await import('../../track/track-parts.js')).Parcels}
            props={{ orderId: order._id }}
            failed={messages.parcelsFailed}
          />
        )}
        {(order.deliveredAt ?? order.returns) && (
          <LazyPart
            id="mf-account/returns"
            load={async () => (await import('../../returns/Returns.js')).Returns}
            props={{ order, onChanged }}
            failed={messages.returnsFailed}
          />
        )}
        {order.deliveredAt && (
          <LazyPart
            id="mf-account/reviews"
            load={async () => (await import('../../reviews/WriteReviews.js')).WriteReviews}
            props={{ order }}
            failed={messages.reviewsFailed}
          />
        )}
        {order.quote && wasDispatched(order) && <InvoiceFiles order={order} />}
        {children}
      </section>
      <div className={css.side}>
        <Card>
          <Facts
            facts={{
              ...(order.promise && order.status !== 'Cancelled' && order.status !== 'Delivered'
                ? { [messages.expectedDelivery]: formatDeliveryDays(order.promise) }
                : {}),
              [messages.deliveryAddress]: addressLines.map((line, index) => (
                <span key={index}>
                  {index > 0 && <br />}
                  {line}
                </span>
              )),
              ...(order.note ? { [messages.note]: <span className={css.text}>{order.note}</span> } : {}),
              ...(order.giftMessage
                ? { [messages.giftMessage]: <span className={css.text}>{order.giftMessage}</span> }
                : {}),
              [messages.payment]: paymentText(order),
              ...(order.razorpayPaymentId ? { [messages.paymentReference]: order.razorpayPaymentId } : {}),
              [messages.orderNumber]: order.orderNumber,
            }}
          />
        </Card>
        <section aria-labelledby="timeline">
          <h2 id="timeline" className={css.heading}>
            {messages.history}
          </h2>
          <ol className={css.timeline}>
            {order.history.toReversed().map(({ at, what, to }) => (
              <li key={`${at} ${what} ${to ?? ''}`}>
                <span>{to && what === 'Status changed' ? to : what}</span>
                <time dateTime={at} className={css.small}>
                  {formatDateTime(at)}
                </time>
              </li>
            ))}
          </ol>
        </section>
      </div>
    </div>
  );
}
