import { useRef, useState } from 'react';
import type { Order } from '@rangavalli/contracts/entities/order';
import { call } from '@rangavalli/web-kit/data/api';
import { asApiError } from '@rangavalli/web-kit/data/api-error';
import { toast } from '@rangavalli/web-kit/dom/toast';
import { Button } from '@rangavalli/web-kit/ui/Button';
import { ConfirmDialog } from '@rangavalli/web-kit/ui/ConfirmDialog';
import { Select } from '@rangavalli/web-kit/ui/Field';
import shared from '../layout/shared.module.css';
import { messages } from './messages.js';

interface CancelItemsProps {
  order: Order;
  onChanged: () => void;
}

/** Cancels some items of an order before their dispatch, at the wish of the customer or because they are missing. */
export function CancelItems({ order, onChanged }: CancelItemsProps) {
  const requestId = useRef(crypto.randomUUID());
  const [isOpen, setOpen] = useState(false);
  const [busy, setBusy] = useState(false);
  const [units, setUnits] = useState<ReadonlyMap<string, number>>(new Map());
  const lines = order.products.flatMap(({ lineId, product, size, quantity, cancelled = 0 }) =>
    lineId && quantity > cancelled ? { lineId, name: product.name, size, left: quantity - cancelled } : [],
  );
  if (lines.reduce((sum, { left }) => sum + left, 0) < 2) return null;
  const chosen = [...units].flatMap(([lineId, quantity]) => (quantity > 0 ? { lineId, quantity } : []));
  const cancel = async () => {
    if (chosen.length === 0) return toast.error(messages.choose);
    setBusy(true);
    try {
      const { message } = await call('POST /orders/{orderId}/lines/cancel', {
        params: { orderId: order._id },
        body: { requestId: requestId.current, lines: chosen },
      });
      toast.success(message);
      requestId.current = crypto.randomUUID();
      setUnits(new Map());
    } catch (error) {
      toast.error(asApiError(error).message);
    } finally {
      setBusy(false);
      setOpen(false);
      onChanged();
    }
  };
  return (
    <>
      <Button look="secondary" onClick={() => setOpen(true)}>
        {messages.cancelItems}
      </Button>
      <ConfirmDialog
        title={messages.cancelItemsTitle}
        open={isOpen}
        confirmLabel={messages.cancelItems}
        cancelLabel={messages.keepItems}
        busy={busy}
        onConfirm={() => void cancel()}
        onClose={() => setOpen(false)}
      >
        <div className={shared.stack}>
          {lines.map(({ lineId, name, size, left }) => (
            <Select
              key={lineId}
              label={messages.cancelQuantity(size ? `${name}, ${size}` : name)}
              value={units.get(lineId) ?? 0}
              onChange={({ target }) => setUnits((old) => new Map(old).set(lineId, Number(target.value)))}
            >
              <option value={0}>{messages.none}</option>
              {Array.from({ length: left }, (_one, index) => (
                <option key={index} value={index + 1}>
                  {index + 1}
                </option>
              ))}
            </Select>
          ))}
          <p>{messages.cancelItemsHint}</p>
        </div>
      </ConfirmDialog>
    </>
  );
}
