import { useState, type ReactNode } from 'react';
import { useForm } from '@rangavalli/web-kit/data/form';
import { toast } from '@rangavalli/web-kit/dom/toast';
import { formatRupees } from '@rangavalli/web-kit/format/money';
import { useStepUp } from '@rangavalli/web-kit/step-up/step-up';
import { Dialog } from '@rangavalli/web-kit/ui/Dialog';
import { Input } from '@rangavalli/web-kit/ui/Field';
import { FailureNotice } from '@rangavalli/web-kit/ui/Notice';
import { FormActions } from '../layout/FormActions.js';
import { messages as layout } from '../layout/messages.js';
import shared from '../layout/shared.module.css';
import { messages } from './messages.js';

interface CreditDialogProps {
  title: string;
  text?: string;
  submitLabel: string;
  minRupees: number;
  needsNote?: boolean;
  children?: ReactNode;
  onClose: () => void;
  onSubmit: (entered: { requestId: string; amount: number; note: string }) => Promise<{ message: string }>;
}

const MAX_RUPEES = 100_000;

/** Enters an amount and a note. Submitting it twice gives the money once, also with another amount. */
export function CreditDialog(props: CreditDialogProps) {
  const { title, text, submitLabel, minRupees, needsNote = false, children, onClose, onSubmit } = props;
  const withStepUp = useStepUp();
  const [requestId] = useState(() => crypto.randomUUID());
  const { form, field, busy, failure } = useForm<'amount' | 'note'>({
    fields: ['amount', 'note'],
    validate: ({ amount, note }) => ({
      amount:
        Number(amount) >= minRupees && Number(amount) <= MAX_RUPEES
          ? undefined
          : messages.amountMissing(formatRupees(minRupees), formatRupees(MAX_RUPEES)),
      note: needsNote && !note.trim() ? messages.noteMissing : undefined,
    }),
    submit: async ({ amount, note }) => {
      const { message } = await withStepUp(() => onSubmit({ requestId, amount: Number(amount), note: note.trim() }));
      toast.success(message);
    },
  });
  return (
    <Dialog title={title} onClose={onClose}>
      <form className={shared.stack} {...form}>
        {failure && <FailureNotice failure={failure} fallback={layout.serverError} />}
        {text && <p>{text}</p>}
        {children}
        <Input
          label={messages.amount}
          hint={messages.amountHint}
          {...field('amount')}
          type="number"
          inputMode="decimal"
          min={minRupees}
          max={MAX_RUPEES}
          step="0.01"
          required
        />
        <Input
          label={messages.note}
          hint={needsNote ? undefined : messages.noteHint}
          {...field('note')}
          maxLength={200}
          autoComplete="off"
          required={needsNote}
        />
        <FormActions submit={submitLabel} busy={busy} onCancel={onClose} />
      </form>
    </Dialog>
  );
}
