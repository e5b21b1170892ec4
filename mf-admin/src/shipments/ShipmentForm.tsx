import { useRef, useState } from 'react';
import type { Order } from '@rangavalli/contracts/entities/order';
import { type Courier, courier } from '@rangavalli/contracts/entities/shipment';
import { call } from '@rangavalli/web-kit/data/api';
import { useForm } from '@rangavalli/web-kit/data/form';
import { toast } from '@rangavalli/web-kit/dom/toast';
import { Button } from '@rangavalli/web-kit/ui/Button';
import { Dialog } from '@rangavalli/web-kit/ui/Dialog';
import { Input, Select } from '@rangavalli/web-kit/ui/Field';
import { FailureNotice, Notice } from '@rangavalli/web-kit/ui/Notice';
import { messages as layout } from '../layout/messages.js';
import shared from '../layout/shared.module.css';
import { messages } from './messages.js';
import { readParcel } from './parcel-size.js';

export interface LineLeft {
  line: Order['products'][number];
  left: number;
}

interface ShipmentFormProps {
  orderId: string;
  lines: readonly LineLeft[];
  onClose: () => void;
  onCreated: () => void;
}

const AWB = /^[A-Za-z0-9-]{4,40}$/;

/** Ships items of an order in one parcel. */
export function ShipmentForm({ orderId, lines, onClose, onCreated }: ShipmentFormProps) {
  const requestId = useRef(crypto.randomUUID());
  const [quantities, setQuantities] = useState(() => new Map(lines.map(({ line, left }) => [line.lineId, left])));
  const [carrier, setCarrier] = useState<Courier>('own');
  const chosen = [...quantities].filter(([, quantity]) => quantity > 0);
  const { form, field, busy, failure } = useForm({
    fields: ['awb', 'weight', 'size'],
    validate: ({ awb, weight, size }) => {
      const { isWrong } = readParcel(weight, size);
      return {
        // A courier with an account gives the number.
        awb: AWB.test(awb.trim()) || !awb.trim() ? undefined : messages.invalidAwb,
        weight: isWrong.weight ? messages.invalidWeight : undefined,
        size: isWrong.size ? messages.invalidSize : undefined,
      };
    },
    submit: async ({ awb, weight, size }) => {
      if (chosen.length === 0) return;
      const { parcel } = readParcel(weight, size);
      const body = {
        requestId: requestId.current,
        orderId,
        lines: chosen.map(([lineId, quantity]) => ({ lineId, quantity })),
        courier: carrier,
        ...(awb.trim() ? { awb: awb.trim() } : {}),
        ...(parcel ? { parcel } : {}),
      };
      toast.success((await call('POST /shipments', { body })).message);
      onCreated();
    },
  });
  return (
    <Dialog title={messages.create} onClose={onClose}>
      <form className={shared.stack} {...form}>
        {failure && <FailureNotice failure={failure} fallback={layout.serverError} />}
        {chosen.length === 0 && <Notice kind="error">{messages.chooseItems}</Notice>}
        {lines.map(({ line: { lineId, product }, left }) => (
          <Select
            key={lineId}
            label={messages.quantity(product.name, left)}
            value={quantities.get(lineId) ?? 0}
            onChange={({ target }) => setQuantities((old) => new Map(old).set(lineId, Number(target.value)))}
          >
            {Array.from({ length: left + 1 }, (_one, quantity) => (
              <option key={quantity} value={quantity}>
                {quantity}
              </option>
            ))}
          </Select>
        ))}
        <Select
          label={messages.courier}
          value={carrier}
          onChange={({ target }) => setCarrier(courier.options.find((one) => one === target.value) ?? 'own')}
        >
          {courier.options.map((one) => (
            <option key={one} value={one}>
              {messages.couriers[one]}
            </option>
          ))}
        </Select>
        <Input label={messages.awb} {...field('awb')} hint={messages.awbHint} autoComplete="off" />
        <Input label={messages.weight} {...field('weight')} hint={messages.parcelHint} inputMode="numeric" />
        <Input label={messages.size} {...field('size')} placeholder={messages.sizeExample} autoComplete="off" />
        <div className={shared.actions}>
          <Button type="submit" busy={busy}>
            {messages.save}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
