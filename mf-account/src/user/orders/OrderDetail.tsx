import type { Order } from '@rangavalli/contracts/entities/order';
import { formatRupees } from '@rangavalli/web-kit/money';
import { Link } from '@rangavalli/web-kit/router';
import { Badge } from '@rangavalli/web-kit/ui/Badge';
import { Card } from '@rangavalli/web-kit/ui/Card';
import { Picture } from '@rangavalli/web-kit/ui/Picture';
import { Facts } from '../facts/Facts.js';
import { formatMoment } from './moments.js';
import css from './OrderPage.module.css';
import { Progress } from './Progress.js';
import { statusTone } from './status-tone.js';

const paymentWords: Record<Order['paymentState'], string> = { awaiting: 'Awaiting payment', captured: 'Paid', refunding: 'Refund on its way', refunded: 'Refunded' };

/** One order: how far it is, its lines, address, payment, and what happened to it. */
export function OrderDetail({ order }: { order: Order }) {
  const { billing } = order;
  return (
    <div className={css.columns}>
      <section className={css.main} aria-label="Items">
        <p className={css.state}><Badge tone={statusTone(order.status)}>{order.status}</Badge> Placed on {formatMoment(order.orderedAt)}</p>
        <Progress status={order.status} />
        <ul className={css.lines}>
          {order.products.map(({ product, size, quantity, price }) => (
            <li key={`${product._id} ${size}`} className={css.line}>
              <Picture url={product.image} alt="" sizes="80px" widths={[160, 320]} ratio="4 / 5" />
              <div>
                <Link to={`/product/${product._id}`}>{product.name}</Link>
                <p className={css.small}>{size && `Size: ${size} · `}{quantity} × {formatRupees(price)}</p>
              </div>
              <strong>{formatRupees(price * quantity)}</strong>
            </li>
          ))}
        </ul>
        <p className={css.total}><span>Total</span><strong>{formatRupees(order.totalAmount)}</strong></p>
      </section>
      <div className={css.side}>
        <Card>
          <Facts
            facts={{
              'Delivered to': (
                <>
                  {billing?.fullName && <>{billing.fullName}<br /></>}
                  {order.address || 'N/A'}
                  {billing?.phone && <><br />{billing.phone}</>}
                </>
              ),
              Payment: `${paymentWords[order.paymentState]}${order.paymentMethod ? ` (${order.paymentMethod})` : ''}`,
              ...(order.razorpayPaymentId ? { 'Payment reference': order.razorpayPaymentId } : {}),
              'Order ID': order._id,
            }}
          />
        </Card>
        <section aria-labelledby="timeline">
          <h2 id="timeline" className={css.heading}>What happened</h2>
          <ol className={css.timeline}>
            {order.history.toReversed().map(({ at, what, to }) => (
              <li key={`${at} ${what} ${to ?? ''}`}>
                <span>{to && what === 'Status changed' ? to : what}</span>
                <time dateTime={at} className={css.small}>{formatMoment(at)}</time>
              </li>
            ))}
          </ol>
        </section>
      </div>
    </div>
  );
}
