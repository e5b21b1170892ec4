import type { Order } from '@rangavalli/contracts/entities/order';
import { orderLabel } from '@rangavalli/contracts/order-number';
import { callForFile } from '@rangavalli/web-kit/data/api';
import { saveFile } from '@rangavalli/web-kit/dom/save-file';
import { Button } from '@rangavalli/web-kit/ui/Button';
import { useAction } from '../use-action.js';
import { messages } from './messages.js';
import css from './OrderPage.module.css';

/** The invoice, and the credit note of an order that was cancelled or refunded after its dispatch. */
export function InvoiceFiles({ order }: { order: Order }) {
  const { busy, run } = useAction();
  const label = orderLabel(order._id, order.orderNumber);
  const save = (name: string, creditNote?: number) =>
    run(name, async () => {
      const request = { params: { orderId: order._id }, query: { creditNote } };
      saveFile(`${name}-${label}.pdf`, await callForFile('GET /orders/{orderId}/invoice', request));
      return { message: messages.saved };
    });
  const isCredited = order.status === 'Cancelled' || order.paymentState === 'refunded';
  return (
    <div className={css.files}>
      <Button
        look="secondary"
        busy={busy === 'invoice'}
        disabled={busy !== undefined}
        onClick={() => void save('invoice')}
      >
        {messages.downloadInvoice}
      </Button>
      {isCredited && (
        <Button
          look="secondary"
          busy={busy === 'credit-note'}
          disabled={busy !== undefined}
          onClick={() => void save('credit-note', 1)}
        >
          {messages.downloadCreditNote}
        </Button>
      )}
    </div>
  );
}
