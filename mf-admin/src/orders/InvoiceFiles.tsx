import type { Order } from '@rangavalli/contracts/entities/order';
import { mayHaveCreditNote, saveTaxDocument } from '@rangavalli/web-kit/data/invoice-files';
import { Button } from '@rangavalli/web-kit/ui/Button';
import shared from '../layout/shared.module.css';
import { useAction } from '../layout/use-action.js';
import { messages } from './messages.js';

/** The invoice, and the credit note of an order that was cancelled or refunded after its dispatch. */
export function InvoiceFiles({ order }: { order: Order }) {
  const { busy, run } = useAction(() => undefined);
  const save = (kind: 'invoice' | 'credit-note') =>
    run(kind, async () => {
      await saveTaxDocument(order, kind);
      return { message: messages.saved };
    });
  return (
    <div className={shared.stack}>
      <Button
        look="secondary"
        busy={busy === 'invoice'}
        disabled={busy !== undefined}
        onClick={() => void save('invoice')}
      >
        {messages.downloadInvoice}
      </Button>
      {mayHaveCreditNote(order) && (
        <Button
          look="secondary"
          busy={busy === 'credit-note'}
          disabled={busy !== undefined}
          onClick={() => void save('credit-note')}
        >
          {messages.downloadCreditNote}
        </Button>
      )}
    </div>
  );
}
