import { useRef, useState } from 'react';
import type { Order } from '@rangavalli/contracts/entities/order';
import { call } from '../data/api.js';
import { asApiError } from '../data/api-error.js';
import { toast } from '../dom/toast.js';
import { Button } from '../ui/Button.js';
import { ConfirmDialog } from '../ui/ConfirmDialog.js';
import { Select } from '../ui/Field.js';
import css from './CancelItems.module.css';

interface CancelItemsProps {
  order: Order;
  texts: {
    cancelItems: string;
    cancelItemsTitle: string;
    keepItems: string;
    cancelQuantity: (name: string) => string;
    cancelItemsHint: string;
    choose: string;
    none: string;
  };
  onCancelled: (order: Order) => void;
  onRejected: () => void;
}

/** Cancels some items of an order before their dispatch. Shows nothing where the order has only one unit left. */
export function CancelItems({ order, texts, onCancelled, onRejected }: CancelItemsProps) {
  const requestId = useRef(crypto.randomUUID());
  const [isOpen, setOpen] = useState(false);
  const [busy, setBusy] = useState(false);
  const [units, setUnits] = useState<ReadonlyMap<string, number>>(new Map());
  const lines = order.products.flatMap(({ lineId, product, size, quantity, cancelled = 0 }) =>
    quantity > cancelled ? { lineId, name: product.name, size, left: quantity - cancelled } : [],
  );
  if (lines.reduce((sum, { left }) => sum + left, 0) < 2) return null;
  const chosen = [...units].flatMap(([lineId, quantity]) => (quantity > 0 ? { lineId, quantity } : []));
  const cancel = async () => {
    if (chosen.length === 0) return toast.error(texts.choose);
    setBusy(true);
    try {
      const { message, order: changed } = await call('POST /orders/{orderId}/lines/cancel', {
        params: { orderId: order._id },
        body: { requestId: requestId.current, lines: chosen },
      });
      toast.success(message);
      requestId.current = crypto.randomUUID();
      setUnits(new Map());
      onCancelled(changed);
    } catch (error) {
      toast.error(asApiError(error).message);
      onRejected();
    } finally {
      setBusy(false);
      setOpen(false);
    }
  };
  return (
    <>
      <Button look="secondary" onClick={() => setOpen(true)}>
        {texts.cancelItems}
      </Button>
      <ConfirmDialog
        title={texts.cancelItemsTitle}
        open={isOpen}
        confirmLabel={texts.cancelItems}
        cancelLabel={texts.keepItems}
        busy={busy}
        onConfirm={() => void cancel()}
        onClose={() => setOpen(false)}
      >
        <div className={css.form}>
          {lines.map(({ lineId, name, size, left }) => (
            <Select
              key={lineId}
              label={texts.cancelQuantity(size ? `${name}, ${size}` : name)}
              value={units.get(lineId) ?? 0}
              onChange={({ target }) => setUnits((old) => new Map(old).set(lineId, Number(target.value)))}
            >
              <option value={0}>{texts.none}</option>
              {Array.from({ length: left }, (_one, index) => (
                <option key={index} value={index + 1}>
                  {index + 1}
                </option>
              ))}
            </Select>
          ))}
          <p className={css.hint}>{texts.cancelItemsHint}</p>
        </div>
      </ConfirmDialog>
    </>
  );
}
