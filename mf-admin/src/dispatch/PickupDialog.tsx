import type { Courier } from '@rangavalli/contracts/entities/shipment';
import { toIndianDay } from '@rangavalli/contracts/india-time';
import { call } from '@rangavalli/web-kit/data/api';
import { useForm } from '@rangavalli/web-kit/data/form';
import { toast } from '@rangavalli/web-kit/dom/toast';
import { Button } from '@rangavalli/web-kit/ui/Button';
import { Dialog } from '@rangavalli/web-kit/ui/Dialog';
import { Input } from '@rangavalli/web-kit/ui/Field';
import { FailureNotice, Notice } from '@rangavalli/web-kit/ui/Notice';
import { messages as layout } from '../layout/messages.js';
import shared from '../layout/shared.module.css';
import { messages } from './messages.js';

interface PickupDialogProps {
  parcels: readonly { id: string; courier: Courier }[];
  onClose: () => void;
  onRequested: () => void;
}

/** Requests a courier to collect the selected parcels. */
export function PickupDialog({ parcels, onClose, onRequested }: PickupDialogProps) {
  const courier = parcels[0]?.courier ?? 'own';
  const isOneCourier = parcels.every((parcel) => parcel.courier === courier);
  const { form, field, busy, failure } = useForm({
    fields: ['date'],
    validate: ({ date }) => ({ date: date ? undefined : messages.chooseDay }),
    submit: async ({ date }) => {
      const body = { courier, date, shipmentIds: parcels.map(({ id }) => id) };
      toast.success((await call('POST /dispatch/pickup', { body })).message);
      onRequested();
    },
  });
  return (
    <Dialog title={messages.pickupTitle} onClose={onClose}>
      <form className={shared.stack} {...form}>
        {failure && <FailureNotice failure={failure} fallback={layout.serverError} />}
        <p>{messages.pickupText(parcels.length, messages.couriers[courier])}</p>
        {!isOneCourier && <Notice kind="error">{messages.severalCouriers}</Notice>}
        <Input
          label={messages.pickupDate}
          type="date"
          required
          {...field('date')}
          defaultValue={toIndianDay(new Date())}
        />
        <div className={shared.actions}>
          <Button type="submit" busy={busy} disabled={!isOneCourier}>
            {messages.requestPickup}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
