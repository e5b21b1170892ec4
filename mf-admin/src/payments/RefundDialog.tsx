import { useState, type FormEvent } from 'react';
import { formatRupees } from '@rangavalli/web-kit/format/money';
import { Button } from '@rangavalli/web-kit/ui/Button';
import { Dialog } from '@rangavalli/web-kit/ui/Dialog';
import { Input } from '@rangavalli/web-kit/ui/Field';
import css from './PaymentsPage.module.css';

interface RefundDialogProps {
  /** The dialog is open while there is one. Rupees. */
  capture: { paymentId: string; amount: number } | undefined;
  busy: boolean;
  onClose: () => void;
  onRefund: (reason: string) => void;
}

/** Asks for the reason and once more before money goes back. */
export function RefundDialog({ capture, busy, onClose, onRefund }: RefundDialogProps) {
  const [missing, setMissing] = useState(false);
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const reason = String(new FormData(event.currentTarget).get('reason') ?? '').trim();
    setMissing(!reason);
    if (reason) onRefund(reason);
  };
  const rupees = formatRupees(capture?.amount ?? 0);
  return (
    <Dialog title={`Give ${rupees} back?`} open={capture !== undefined} onClose={onClose}>
      <form className={css.letter} noValidate onSubmit={send}>
        <p>
          {rupees} of the payment {capture?.paymentId} go back to the customer in full. This cannot be undone.
        </p>
        <Input
          label="Reason"
          name="reason"
          required
          maxLength={200}
          autoComplete="off"
          error={missing ? 'Please say why.' : undefined}
        />
        <div className={css.actions}>
          <Button look="secondary" data-autofocus onClick={onClose} disabled={busy}>
            Keep the money
          </Button>
          <Button look="danger" type="submit" busy={busy}>
            Refund {rupees}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
