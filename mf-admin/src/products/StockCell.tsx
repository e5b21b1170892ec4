import { useEffect, useRef, useState, type FormEvent } from 'react';
import type { Product } from '@rangavalli/contracts/entities/product';
import { call } from '@rangavalli/web-kit/data/api';
import { asApiError } from '@rangavalli/web-kit/data/api-error';
import { toast } from '@rangavalli/web-kit/dom/toast';
import { Badge } from '@rangavalli/web-kit/ui/Badge';
import { Icon } from '@rangavalli/web-kit/ui/Icon';
import { messages } from './messages.js';
import { SizeStockDialog } from './SizeStockDialog.js';
import { changedStock, type SeenStock, soldOutSizes, stockTone, toStockWas } from './stock.js';
import css from './StockCell.module.css';

interface StockCellProps {
  product: Product;
  onChanged: (product: Product) => void;
  /** The server has a newer state of the product than the list. */
  onStale: () => void;
}

/** A product's stock, edited in place, or in a dialog when it is tracked by size. */
export function StockCell({ product, onChanged, onStale }: StockCellProps) {
  const [isEditing, setIsEditing] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const bySize = product.sizeStock;
  const close = () => {
    setIsEditing(false);
    // The button returns with the next rendering.
    setTimeout(() => opener.current?.focus());
  };
  if (isEditing && !bySize)
    return <StockForm product={product} onChanged={onChanged} onStale={onStale} onClose={close} />;
  const soldOut = product.stock > 0 ? soldOutSizes(bySize ?? []) : [];
  const sizesNote = bySize ? messages.inSizes(bySize.length) : '';
  const note = soldOut.length > 0 ? messages.soldOutSizes(soldOut) : sizesNote;
  return (
    <>
      <button
        ref={opener}
        type="button"
        className={css.stock}
        aria-haspopup={bySize ? 'dialog' : undefined}
        aria-label={messages.stockButton(product.name, product.stock, note)}
        onClick={() => setIsEditing(true)}
      >
        <span className={css.number}>
          <Badge tone={stockTone(product.stock)}>{product.stock}</Badge>
          <Icon name="pencil" size={16} />
        </span>{' '}
        {note && (
          <span className={css.sizes} data-out={soldOut.length > 0}>
            {note}
          </span>
        )}
      </button>
      {bySize && <SizeStockDialog product={product} open={isEditing} onChanged={onChanged} onClose={close} />}
    </>
  );
}

function StockForm({ product, onChanged, onStale, onClose }: StockCellProps & { onClose: () => void }) {
  const [busy, setBusy] = useState(false);
  const [seen, setSeen] = useState<SeenStock>(product);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.select(), []);

  const save = async (event: FormEvent) => {
    event.preventDefault();
    const stock = Number(field.current?.value);
    if (!field.current?.value || !Number.isInteger(stock) || stock < 0) {
      toast.error(messages.wholeNumber);
      return;
    }
    if (stock === seen.stock) {
      onClose();
      return;
    }
    setBusy(true);
    try {
      const body = { stock, stockWas: toStockWas(seen) };
      onChanged((await call('PUT /products/update/{id}', { params: { id: product._id }, body })).product);
      toast.success(messages.stockUpdated);
      onClose();
    } catch (error) {
      const { code, message } = asApiError(error);
      const now = changedStock(error);
      setBusy(false);
      if (now) {
        setSeen(now);
        onChanged({ ...product, ...now });
      }
      toast.error(message);
      if (code === 'STOCK_BY_SIZE') onStale();
    }
  };

  return (
    <form
      className={css.form}
      noValidate
      onSubmit={(event) => void save(event)}
      onKeyDown={(event) => event.key === 'Escape' && onClose()}
    >
      <input
        ref={field}
        className={css.field}
        type="number"
        inputMode="numeric"
        min={0}
        step={1}
        defaultValue={product.stock}
        aria-label={messages.newStock(product.name)}
      />
      <button type="submit" className={css.icon} disabled={busy} aria-label={messages.saveStock}>
        <Icon name="check" size={18} />
      </button>
      <button type="button" className={css.icon} disabled={busy} onClick={onClose} aria-label={messages.cancel}>
        <Icon name="close" size={18} />
      </button>
    </form>
  );
}
