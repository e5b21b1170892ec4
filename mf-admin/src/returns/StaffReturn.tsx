import { useRef, useState } from 'react';
import type { Order } from '@rangavalli/contracts/entities/order';
import { call } from '@rangavalli/web-kit/data/api';
import { useForm } from '@rangavalli/web-kit/data/form';
import { toast } from '@rangavalli/web-kit/dom/toast';
import { returnableUnits } from '@rangavalli/web-kit/data/returnable-units';
import { Button } from '@rangavalli/web-kit/ui/Button';
import { Dialog } from '@rangavalli/web-kit/ui/Dialog';
import { Input, Select } from '@rangavalli/web-kit/ui/Field';
import { FailureNotice } from '@rangavalli/web-kit/ui/Notice';
import { messages as layout } from '../layout/messages.js';
import shared from '../layout/shared.module.css';
import { messages } from './messages.js';

const outcomes = ['refund', 'credit'] as const;

interface StaffReturnProps {
  order: Order;
  onChanged: () => void;
}

/** Staff take goods back that the shop's rule does not cover, with a reason, which is audited. */
export function StaffReturn({ order, onChanged }: StaffReturnProps) {
  const [isOpen, setOpen] = useState(false);
  if (!order.products.some((line) => returnableUnits(order, line) > 0)) return null;
  return (
    <>
      <Button look="secondary" onClick={() => setOpen(true)}>
        {messages.takeBack}
      </Button>
      {isOpen && (
        <TakeBackDialog
          order={order}
          onClose={() => setOpen(false)}
          onRequested={() => {
            setOpen(false);
            onChanged();
          }}
        />
      )}
    </>
  );
}

interface TakeBackDialogProps {
  order: Order;
  onClose: () => void;
  onRequested: () => void;
}

function TakeBackDialog({ order, onClose, onRequested }: TakeBackDialogProps) {
  const requestId = useRef(crypto.randomUUID());
  const [units, setUnits] = useState<ReadonlyMap<string, number>>(new Map());
  const [outcome, setOutcome] = useState<(typeof outcomes)[number]>('refund');
  const isUnpaid = order.cash !== undefined && !order.cash.collectedAt;
  const chosen = [...units].filter(([, quantity]) => quantity > 0);
  const { form, field, busy, failure } = useForm({
    fields: ['reason'],
    validate: ({ reason }) => ({ reason: reason.trim() ? undefined : messages.enterReason }),
    submit: async ({ reason }) => {
      if (chosen.length === 0) return toast.error(messages.choose);
      const lines = chosen.map(([lineId, quantity]) => ({ lineId, quantity, reason: reason.trim(), outcome }));
      await call('POST /returns', { body: { requestId: requestId.current, orderId: order._id, lines } });
      toast.success(messages.takenBack);
      onRequested();
    },
  });
  return (
    <Dialog title={messages.takeBackTitle(order.orderNumber)} onClose={onClose}>
      <form className={shared.stack} {...form}>
        {failure && <FailureNotice failure={failure} fallback={layout.serverError} />}
        {order.products.map((line) => {
          const left = returnableUnits(order, line);
          if (left < 1) return null;
          const { lineId, product, size } = line;
          return (
            <Select
              key={lineId}
              label={messages.takeBackUnits(product.name, size)}
              value={units.get(lineId) ?? 0}
              onChange={({ target }) => setUnits((old) => new Map(old).set(lineId, Number(target.value)))}
            >
              {Array.from({ length: left + 1 }, (_one, quantity) => (
                <option key={quantity} value={quantity}>
                  {quantity || messages.none}
                </option>
              ))}
            </Select>
          );
        })}
        <Select
          label={messages.outcome}
          value={outcome}
          onChange={({ target }) => setOutcome(outcomes.find((one) => one === target.value) ?? outcome)}
        >
          {outcomes
            .filter((one) => one !== 'credit' || !isUnpaid)
            .map((one) => (
              <option key={one} value={one}>
                {messages.outcomes[one]}
              </option>
            ))}
        </Select>
        <Input label={messages.takeBackReason} hint={messages.takeBackHint} {...field('reason')} maxLength={120} />
        <Button type="submit" busy={busy}>
          {messages.takeBack}
        </Button>
      </form>
    </Dialog>
  );
}
