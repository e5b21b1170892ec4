import { useState } from 'react';
import type { CallResponse } from '@rangavalli/contracts/calls';
import type { OrderReturn } from '@rangavalli/contracts/entities/return';
import { toIndianDay } from '@rangavalli/contracts/india-time';
import { call } from '@rangavalli/web-kit/data/api';
import { useForm } from '@rangavalli/web-kit/data/form';
import { formatDay } from '@rangavalli/web-kit/format/dates';
import { Button } from '@rangavalli/web-kit/ui/Button';
import { Dialog } from '@rangavalli/web-kit/ui/Dialog';
import { Input, Select } from '@rangavalli/web-kit/ui/Field';
import { FailureNotice, Notice } from '@rangavalli/web-kit/ui/Notice';
import { messages as layout } from '../layout/messages.js';
import shared from '../layout/shared.module.css';
import { messages } from './messages.js';

const couriers = ['shiprocket', 'delhivery'] as const;
export type Booked = CallResponse<'POST /returns/{id}/pickup'>['pickup'];

interface PickupDialogProps {
  value: OrderReturn;
  onClose: () => void;
  /** When the dialog is closed. */
  onBooked: (booked: Booked) => void;
}

/** Books a courier with an account that collects the goods from the customer. */
export function PickupDialog({ value: { id, orderNumber }, onClose, onBooked }: PickupDialogProps) {
  const [booked, setBooked] = useState<Booked>();
  const close = () => {
    onClose();
    if (booked) onBooked(booked);
  };
  return (
    <Dialog title={messages.pickupDialog(orderNumber)} onClose={close}>
      {booked ? <BookedPickup booked={booked} onClose={close} /> : <PickupForm id={id} onBooked={setBooked} />}
    </Dialog>
  );
}

function PickupForm({ id, onBooked }: { id: string; onBooked: (booked: Booked) => void }) {
  const [courier, setCourier] = useState<(typeof couriers)[number]>('shiprocket');
  const today = toIndianDay(new Date());
  const { form, field, busy, failure } = useForm({
    fields: ['pickupOn'],
    validate: ({ pickupOn }) => ({ pickupOn: pickupOn >= today ? undefined : messages.enterDay }),
    submit: async ({ pickupOn }) => {
      const body = { courier, pickupOn };
      onBooked((await call('POST /returns/{id}/pickup', { params: { id }, body })).pickup);
    },
  });
  return (
    <form className={shared.stack} {...form}>
      {failure && <FailureNotice failure={failure} fallback={layout.serverError} />}
      <Select
        label={messages.courier}
        value={courier}
        onChange={({ target }) => setCourier(couriers.find((one) => one === target.value) ?? courier)}
      >
        {couriers.map((one) => (
          <option key={one} value={one}>
            {messages.pickupCouriers[one]}
          </option>
        ))}
      </Select>
      <Input label={messages.pickupOn} {...field('pickupOn')} type="date" min={today} />
      <Button type="submit" busy={busy}>
        {messages.bookPickup}
      </Button>
    </form>
  );
}

function BookedPickup({ booked, onClose }: { booked: Booked; onClose: () => void }) {
  const { courierName, pickupOn, awb, trackingUrl } = booked;
  return (
    <div className={shared.stack}>
      <Notice kind="success">{messages.booked(courierName, formatDay(pickupOn))}</Notice>
      <p>
        {messages.parcelNumber(awb)}
        {trackingUrl && (
          <>
            {' '}
            <a href={trackingUrl} target="_blank" rel="noreferrer">
              {messages.trackParcel}
            </a>
          </>
        )}
      </p>
      <Button onClick={onClose}>{messages.done}</Button>
    </div>
  );
}
