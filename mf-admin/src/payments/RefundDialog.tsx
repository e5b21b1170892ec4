import { call } from '@rangavalli/web-kit/data/api';
import { useForm } from '@rangavalli/web-kit/data/form';
import { useQuery } from '@rangavalli/web-kit/data/query';
import { formatRupees } from '@rangavalli/web-kit/format/money';
import { Button } from '@rangavalli/web-kit/ui/Button';
import { Dialog } from '@rangavalli/web-kit/ui/Dialog';
import { Input } from '@rangavalli/web-kit/ui/Field';
import { Notice } from '@rangavalli/web-kit/ui/Notice';
import shared from '../layout/shared.module.css';
import { messages } from './messages.js';

interface RefundDialogProps {
  /** Rupees. */
  capture: { paymentId: string; amount: number };
  onClose: () => void;
  onRefund: (reason: string) => Promise<void>;
}

/** Requires a reason for the audit log and confirms the refund. */
export function RefundDialog({ capture, onClose, onRefund }: RefundDialogProps) {
  const { form, field, busy } = useForm<'reason'>({
    fields: ['reason'],
    validate: ({ reason }) => ({ reason: reason.trim() ? undefined : messages.enterReason }),
    submit: ({ reason }) => onRefund(reason.trim()),
  });
  const amount = formatRupees(capture.amount);
  const limit = useQuery('refund limits', (signal) => call('GET /payments/settings', {}, { signal })).data?.settings
    .refundApprovalAbove;
  return (
    <Dialog title={messages.refundTitle(amount)} onClose={onClose}>
      <form className={shared.stack} {...form}>
        <p>{messages.refundText(amount, capture.paymentId)}</p>
        {limit !== undefined && capture.amount > limit && (
          <Notice kind="info">{messages.needsApproval(formatRupees(limit))}</Notice>
        )}
        <Input label={messages.reason} {...field('reason')} required maxLength={200} autoComplete="off" />
        <div className={shared.actions}>
          <Button look="secondary" data-autofocus onClick={onClose} disabled={busy}>
            {messages.dontRefund}
          </Button>
          <Button look="danger" type="submit" busy={busy}>
            {messages.refund(amount)}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
