import { useState } from 'react';
import type { Shipment } from '@rangavalli/contracts/entities/shipment';
import { call } from '@rangavalli/web-kit/data/api';
import { useForm } from '@rangavalli/web-kit/data/form';
import { toast } from '@rangavalli/web-kit/dom/toast';
import { Button } from '@rangavalli/web-kit/ui/Button';
import { Dialog } from '@rangavalli/web-kit/ui/Dialog';
import { Input, Select, Textarea } from '@rangavalli/web-kit/ui/Field';
import { FailureNotice } from '@rangavalli/web-kit/ui/Notice';
import { messages as layout } from '../layout/messages.js';
import shared from '../layout/shared.module.css';
import { messages } from './messages.js';

interface UndeliveredDialogProps {
  shipment: Shipment;
  onClose: () => void;
  onDone: () => void;
}

/** What the courier shall do with a parcel after a failed attempt, with the notes of the call. */
export function UndeliveredDialog({ shipment: { id, undelivered }, onClose, onDone }: UndeliveredDialogProps) {
  const [action, setAction] = useState<'reattempt' | 'rto'>('reattempt');
  const { form, field, busy, failure } = useForm({
    fields: ['date', 'note'],
    validate: () => ({}),
    submit: async ({ date, note }) => {
      const body = {
        action,
        ...(date && action === 'reattempt' ? { date } : {}),
        ...(note.trim() ? { note: note.trim().replaceAll(/\s+/g, ' ') } : {}),
      };
      toast.success((await call('POST /shipments/{id}/ndr', { params: { id }, body })).message);
      onDone();
    },
  });
  return (
    <Dialog title={messages.decideOf(id)} onClose={onClose}>
      <form className={shared.stack} {...form}>
        {failure && <FailureNotice failure={failure} fallback={layout.serverError} />}
        {undelivered?.reason && <p>{undelivered.reason}</p>}
        <Select
          label={messages.action}
          value={action}
          onChange={({ target }) => setAction(target.value === 'rto' ? 'rto' : 'reattempt')}
        >
          <option value="reattempt">{messages.requests.reattempt}</option>
          <option value="rto">{messages.requests.rto}</option>
        </Select>
        {action === 'reattempt' && <Input label={messages.nextAttempt} type="date" {...field('date')} />}
        <Textarea label={messages.callNotes} rows={3} maxLength={200} {...field('note')} />
        <div className={shared.actions}>
          <Button type="submit" busy={busy}>
            {messages.sendRequest}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
