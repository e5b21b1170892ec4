import { useEffect, useRef, useState, type FormEvent } from 'react';
import type { Product } from '@rangavalli/contracts/entities/product';
import { call } from '@rangavalli/web-kit/data/api';
import { asApiError } from '@rangavalli/web-kit/data/api-error';
import { toast } from '@rangavalli/web-kit/dom/toast';
import { Badge } from '@rangavalli/web-kit/ui/Badge';
import { Icon } from '@rangavalli/web-kit/ui/Icon';
import { soldOut } from './size-stock.js';
import { SizeStockDialog } from './SizeStockDialog.js';
import { stockTone } from './stock-tone.js';
import css from './StockCell.module.css';

interface StockCellProps {
  product: Product;
  onChanged: (product: Product) => void;
  /** The product is not as the list shows it. */
  onStale: () => void;
}

/** A product's stock, changed where it stands; of a product that is counted by size in a small window with a row for each. */
export function StockCell({ product, onChanged, onStale }: StockCellProps) {
  const [editing, setEditing] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const bySize = product.sizeStock;
  const out = soldOut(bySize ?? []);
  const close = () => {
    setEditing(false);
    // Where the number was edited in its own place the button is not back yet.
    setTimeout(() => opener.current?.focus());
  };
  if (editing && !bySize)
    return <StockForm product={product} onChanged={onChanged} onStale={onStale} onClose={close} />;
  const missing = out.length > 0 && product.stock > 0;
  const note = missing
    ? `${out.join(', ')} sold out`
    : bySize
      ? `in ${bySize.length} ${bySize.length === 1 ? 'size' : 'sizes'}`
      : '';
  return (
    <>
      <button
        ref={opener}
        type="button"
        className={css.stock}
        aria-haspopup={bySize ? 'dialog' : undefined}
        aria-label={`Stock of ${product.name}: ${product.stock}${note && `, ${note}`}. Change`}
        onClick={() => setEditing(true)}
      >
        <span className={css.number}>
          <Badge tone={stockTone(product.stock)}>{product.stock}</Badge>
          <Icon name="pencil" size={16} />
        </span>{' '}
        {note && (
          <span className={css.sizes} data-out={missing}>
            {note}
          </span>
        )}
      </button>
      {bySize && (
        <SizeStockDialog product={product} bySize={bySize} open={editing} onChanged={onChanged} onClose={close} />
      )}
    </>
  );
}

/** One number: Enter saves, Escape leaves it as it was. */
function StockForm({ product, onChanged, onStale, onClose }: StockCellProps & { onClose: () => void }) {
  const [busy, setBusy] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.select(), []);

  const save = async (event: FormEvent) => {
    event.preventDefault();
    const stock = Number(field.current?.value);
    if (!field.current?.value || !Number.isInteger(stock) || stock < 0) {
      toast.error('Stock is a whole number, 0 or more.');
      return;
    }
    if (stock === product.stock) {
      onClose();
      return;
    }
    setBusy(true);
    try {
      const answer = await call('PUT /products/update/{id}', { params: { id: product._id }, body: { stock } });
      onChanged(answer.product);
      toast.success('Stock updated');
      onClose();
    } catch (failure) {
      const { code, message } = asApiError(failure);
      setBusy(false);
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
        aria-label={`New stock of ${product.name}`}
      />
      <button type="submit" className={css.icon} disabled={busy} aria-label="Save stock">
        <Icon name="check" size={18} />
      </button>
      <button type="button" className={css.icon} disabled={busy} onClick={onClose} aria-label="Leave it as it was">
        <Icon name="close" size={18} />
      </button>
    </form>
  );
}
