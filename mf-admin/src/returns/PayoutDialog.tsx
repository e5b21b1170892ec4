import type { OrderReturn } from '@rangavalli/contracts/entities/return';
import { call } from '@rangavalli/web-kit/data/api';
import { useForm } from '@rangavalli/web-kit/data/form';
import { toast } from '@rangavalli/web-kit/dom/toast';
import { formatRupees } from '@rangavalli/web-kit/format/money';
import { Button } from '@rangavalli/web-kit/ui/Button';
import { Dialog } from '@rangavalli/web-kit/ui/Dialog';
import { Input } from '@rangavalli/web-kit/ui/Field';
import { FailureNotice } from '@rangavalli/web-kit/ui/Notice';
import { messages as layout } from '../layout/messages.js';
import shared from '../layout/shared.module.css';
import { messages } from './messages.js';

interface PayoutDialogProps {
  value: OrderReturn;
  onClose: () => void;
  onDone: () => void;
}

/** Records that the refund of an order that was paid in cash was paid. */
export function PayoutDialog({ value, onClose, onDone }: PayoutDialogProps) {
  const { id, orderNumber, customer, payout = 0, upiId, bank } = value;
  const { form, field, busy, failure } = useForm({
    fields: ['reference'],
    validate: ({ reference }) => ({ reference: reference.trim() ? undefined : messages.enterReference }),
    submit: async ({ reference }) => {
      const body = { reference: reference.trim() };
      toast.success((await call('POST /returns/{id}/payout', { params: { id }, body })).message);
      onDone();
    },
  });
  return (
    <Dialog title={messages.payDialog(orderNumber)} onClose={onClose}>
      <form className={shared.stack} {...form}>
        {failure && <FailureNotice failure={failure} fallback={layout.serverError} />}
        <p>{messages.payText(formatRupees(payout), customer)}</p>
        <p>{upiId ?? (bank && messages.bank(bank.holder, bank.account, bank.ifsc))}</p>
        <Input label={messages.reference} {...field('reference')} maxLength={60} autoComplete="off" />
        <Button type="submit" busy={busy}>
          {messages.pay}
        </Button>
      </form>
    </Dialog>
  );
}
