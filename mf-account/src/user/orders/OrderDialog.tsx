import { useState } from 'react';
import type { Order } from '@rangavalli/contracts/entities/order';
import { call } from '@rangavalli/web-kit/api';
import { asApiError } from '@rangavalli/web-kit/api-error';
import { formatDay } from '@rangavalli/web-kit/dates';
import { formatRupees } from '@rangavalli/web-kit/money';
import { toast } from '@rangavalli/web-kit/toast';
import { Badge } from '@rangavalli/web-kit/ui/Badge';
import { Button } from '@rangavalli/web-kit/ui/Button';
import { Dialog } from '@rangavalli/web-kit/ui/Dialog';
import { Facts } from '../facts/Facts.js';
import css from './OrderDialog.module.css';
import { statusTone } from './status-tone.js';

interface OrderDialogProps {
  order: Order | undefined;
  onClose: () => void;
  onChanged: (order: Order) => void;
}

/** Before shipping has begun (refund policy, specification §9); the order service decides. */
const cancellable: ReadonlySet<Order['status']> = new Set(['Pending', 'Processing']);
const paymentWords: Record<Order['paymentState'], string> = { awaiting: 'Awaiting payment', captured: 'Paid', refunding: 'Refund on its way', refunded: 'Refunded' };

/** One order: its lines, address, payment and history, and cancelling while that is allowed (refund policy, specification §9). */
export function OrderDialog({ order, onClose, onChanged }: OrderDialogProps) {
  const [busy, setBusy] = useState(false);
  const cancel = async () => {
    if (!order || !window.confirm('Cancel this order? The money goes back the way it came.')) return;
    setBusy(true);
    try {
      const answer = await call('POST /orders/cancel/{orderId}', { params: { orderId: order._id } });
      toast.success(answer.message);
      onChanged(answer.order);
    } catch (error) {
      toast.error(asApiError(error).message);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Dialog title={order ? `Order #${order._id.slice(-8)}` : 'Order'} open={order !== undefined} onClose={onClose}>
      {order && (
        <div className={css.order}>
          <p className={css.state}><Badge tone={statusTone(order.status)}>{order.status}</Badge> {formatDay(order.orderedAt)}</p>
          <ul className={css.lines}>
            {order.products.map((line) => (
              <li key={`${line.product._id} ${line.size}`} className={css.line}>
                <span>{line.product.name}{line.size && `, ${line.size}`} × {line.quantity}</span>
                <span>{formatRupees(line.price * line.quantity)}</span>
              </li>
            ))}
            <li className={css.total}><span>Total</span><span>{formatRupees(order.totalAmount)}</span></li>
          </ul>
          <Facts facts={{ 'Delivered to': order.address || 'N/A', Payment: `${paymentWords[order.paymentState]}${order.paymentMethod ? ` (${order.paymentMethod})` : ''}` }} />
          <ol className={css.history}>
            {order.history.map((entry) => <li key={`${entry.at} ${entry.what}`}>{formatDay(entry.at)}: {entry.what}</li>)}
          </ol>
          {cancellable.has(order.status) && <Button look="danger" busy={busy} onClick={() => void cancel()}>Cancel order</Button>}
        </div>
      )}
    </Dialog>
  );
}
