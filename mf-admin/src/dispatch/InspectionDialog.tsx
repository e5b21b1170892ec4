import { useState } from 'react';
import type { Shipment } from '@rangavalli/contracts/entities/shipment';
import { call } from '@rangavalli/web-kit/data/api';
import { useForm } from '@rangavalli/web-kit/data/form';
import { toast } from '@rangavalli/web-kit/dom/toast';
import { Button } from '@rangavalli/web-kit/ui/Button';
import { Dialog } from '@rangavalli/web-kit/ui/Dialog';
import { Checkbox, Textarea } from '@rangavalli/web-kit/ui/Field';
import { FailureNotice } from '@rangavalli/web-kit/ui/Notice';
import { messages as layout } from '../layout/messages.js';
import shared from '../layout/shared.module.css';
import { messages } from './messages.js';

interface InspectionDialogProps {
  shipment: Shipment;
  onClose: () => void;
  onDone: () => void;
}

/** What the inspection of a returned parcel found, line by line. */
export function InspectionDialog({ shipment: { id, lines }, onClose, onDone }: InspectionDialogProps) {
  const [damaged, setDamaged] = useState<ReadonlySet<string>>(new Set());
  const { form, field, busy, failure } = useForm({
    fields: ['note'],
    validate: () => ({}),
    submit: async ({ note }) => {
      const body = {
        lines: lines.map(({ lineId }) => ({ lineId, restock: !damaged.has(lineId) })),
        ...(note.trim() ? { note: note.trim().replaceAll(/\s+/g, ' ') } : {}),
      };
      toast.success((await call('POST /shipments/{id}/rto-received', { params: { id }, body })).message);
      onDone();
    },
  });
  return (
    <Dialog title={messages.inspectOf(id)} onClose={onClose}>
      <form className={shared.stack} {...form}>
        {failure && <FailureNotice failure={failure} fallback={layout.serverError} />}
        <p>{messages.inspectionText}</p>
        {lines.map(({ lineId, name, size, quantity }) => (
          <Checkbox
            key={lineId}
            label={messages.canBeSold(messages.item(name, size, quantity))}
            checked={!damaged.has(lineId)}
            onChange={({ target }) =>
              setDamaged((old) => new Set(target.checked ? [...old].filter((one) => one !== lineId) : [...old, lineId]))
            }
          />
        ))}
        <Textarea label={messages.inspectionNote} rows={3} maxLength={200} {...field('note')} />
        <div className={shared.actions}>
          <Button type="submit" busy={busy}>
            {messages.saveInspection}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
