import { useState } from 'react';
import { type OrderReturn, returnProgress } from '@rangavalli/contracts/entities/return';
import { call } from '@rangavalli/web-kit/data/api';
import { useForm } from '@rangavalli/web-kit/data/form';
import { toast } from '@rangavalli/web-kit/dom/toast';
import { Button } from '@rangavalli/web-kit/ui/Button';
import { Dialog } from '@rangavalli/web-kit/ui/Dialog';
import { Input, Select } from '@rangavalli/web-kit/ui/Field';
import { FailureNotice } from '@rangavalli/web-kit/ui/Notice';
import { messages as layout } from '../layout/messages.js';
import shared from '../layout/shared.module.css';
import { messages } from './messages.js';

interface ShipmentDialogProps {
  value: OrderReturn;
  onClose: () => void;
  onDone: () => void;
}

/** How the goods of a return come back. */
export function ShipmentDialog({ value, onClose, onDone }: ShipmentDialogProps) {
  const { id, orderNumber, shipment } = value;
  const [progress, setProgress] = useState<(typeof returnProgress)[number]>(shipment ? 'received' : 'pickup_arranged');
  const { form, field, busy, failure } = useForm({
    fields: ['courier', 'trackingNumber', 'pickupOn'],
    validate: () => ({}),
    submit: async ({ courier, trackingNumber, pickupOn }) => {
      const body = {
        progress,
        ...(courier.trim() ? { courier: courier.trim() } : {}),
        ...(trackingNumber.trim() ? { trackingNumber: trackingNumber.trim() } : {}),
        ...(pickupOn && progress === 'pickup_arranged' ? { pickupOn } : {}),
      };
      toast.success((await call('POST /returns/{id}/shipment', { params: { id }, body })).message);
      onDone();
    },
  });
  return (
    <Dialog title={messages.shipDialog(orderNumber)} onClose={onClose}>
      <form className={shared.stack} {...form}>
        {failure && <FailureNotice failure={failure} fallback={layout.serverError} />}
        <Select
          label={messages.progressLabel}
          value={progress}
          onChange={({ target }) => setProgress(returnProgress.find((one) => one === target.value) ?? progress)}
        >
          {returnProgress.map((one) => (
            <option key={one} value={one}>
              {messages.progress[one]}
            </option>
          ))}
        </Select>
        {progress !== 'received' && (
          <>
            <Input label={messages.courier} {...field('courier')} maxLength={60} />
            <Input label={messages.trackingNumber} {...field('trackingNumber')} maxLength={60} autoComplete="off" />
          </>
        )}
        {progress === 'pickup_arranged' && <Input label={messages.pickupOn} {...field('pickupOn')} type="date" />}
        <Button type="submit" busy={busy}>
          {messages.save}
        </Button>
      </form>
    </Dialog>
  );
}
