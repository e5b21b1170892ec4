import type { ReactNode } from 'react';
import type { Order } from '@rangavalli/contracts/entities/order';
import { formatRupees } from '@rangavalli/web-kit/format/money';
import { Link } from '@rangavalli/web-kit/federation/router';
import { Badge } from '@rangavalli/web-kit/ui/Badge';
import { Card } from '@rangavalli/web-kit/ui/Card';
import { Picture } from '@rangavalli/web-kit/ui/Picture';
import { Facts } from '../facts/Facts.js';
import { formatMoment } from './moments.js';
import css from './OrderPage.module.css';
import { phaseOf } from './phase.js';
import { Progress } from './Progress.js';
import { statusTone } from './status-tone.js';

const paymentWords: Record<Order['paymentState'], string> = {
  awaiting: 'Awaiting payment',
  captured: 'Paid',
  refunding: 'Refund on its way',
  refunded: 'Refunded',
};

/** One order: how far it is, its lines, address, payment, and what happened to it. `children`: what can be done with it. */
export function OrderDetail({ order, children }: { order: Order; children?: ReactNode }) {
  const phase = phaseOf(order);
  return (
    <div className={css.columns}>
      <section className={css.main} aria-label="Items">
        <p className={css.state}>
          <Badge tone={statusTone(order.status)}>{order.status}</Badge> Placed on {formatMoment(order.orderedAt)}
        </p>
        <Progress {...phase} />
        <p className={css.phase}>
          {phase.words}
          {order.status === 'Delivered' && (
            <>
              {' '}
              <Link to="/contact">Contact Us</Link>
            </>
          )}
        </p>
        <ul className={css.lines}>
          {order.products.map(({ product, size, quantity, price }) => (
            <li key={`${product._id} ${size}`} className={css.line}>
              <Picture url={product.image} alt="" sizes="96px" widths={[160, 320]} ratio="4 / 5" />
              <div>
                <Link to={`/product/${product._id}`} className={css.name}>
                  {product.name}
                </Link>
                <p className={css.small}>
                  {size && `Size: ${size} · `}
                  {quantity} × {formatRupees(price)}
                </p>
              </div>
              <strong>{formatRupees(price * quantity)}</strong>
            </li>
          ))}
        </ul>
        <p className={css.total}>
          <span>Total</span>
          <strong>{formatRupees(order.totalAmount)}</strong>
        </p>
        {children}
      </section>
      <div className={css.side}>
        <Card>
          <Facts
            facts={{
              'Delivery address': (
                <>
                  {order.billing?.fullName && (
                    <>
                      {order.billing.fullName}
                      <br />
                    </>
                  )}
                  {order.address || 'N/A'}
                  {order.billing?.phone && (
                    <>
                      <br />
                      {order.billing.phone}
                    </>
                  )}
                </>
              ),
              Payment: `${paymentWords[order.paymentState]}${order.paymentMethod ? ` (${order.paymentMethod})` : ''}`,
              ...(order.razorpayPaymentId ? { 'Payment reference': order.razorpayPaymentId } : {}),
              'Order ID': order._id,
            }}
          />
        </Card>
        <section aria-labelledby="timeline">
          <h2 id="timeline" className={css.heading}>
            What happened
          </h2>
          <ol className={css.timeline}>
            {order.history.toReversed().map(({ at, what, to }) => (
              <li key={`${at} ${what} ${to ?? ''}`}>
                <span>{to && what === 'Status changed' ? to : what}</span>
                <time dateTime={at} className={css.small}>
                  {formatMoment(at)}
                </time>
              </li>
            ))}
          </ol>
        </section>
      </div>
    </div>
  );
}
