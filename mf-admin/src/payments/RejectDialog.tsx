import { useForm } from '@rangavalli/web-kit/data/form';
import { Dialog } from '@rangavalli/web-kit/ui/Dialog';
import { Input } from '@rangavalli/web-kit/ui/Field';
import { FormActions } from '../layout/FormActions.js';
import shared from '../layout/shared.module.css';
import { messages } from './messages.js';

interface RejectDialogProps {
  amount: string;
  onClose: () => void;
  onReject: (note: string) => Promise<void>;
}

/** Requires a reason, which the person who requested the refund can read. */
export function RejectDialog({ amount, onClose, onReject }: RejectDialogProps) {
  const { form, field, busy } = useForm<'note'>({
    fields: ['note'],
    validate: ({ note }) => ({ note: note.trim() ? undefined : messages.enterReason }),
    submit: ({ note }) => onReject(note.trim()),
  });
  return (
    <Dialog title={messages.rejectTitle(amount)} onClose={onClose}>
      <form className={shared.stack} {...form}>
        <Input
          label={messages.rejectNote}
          {...field('note')}
          hint={messages.rejectHint}
          required
          maxLength={200}
          autoComplete="off"
        />
        <FormActions submit={messages.reject} look="danger" busy={busy} onCancel={onClose} />
      </form>
    </Dialog>
  );
}
