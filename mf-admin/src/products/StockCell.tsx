import { useEffect, useRef, useState, type FormEvent } from 'react';
import type { Product } from '@rangavalli/contracts/entities/product';
import { call } from '@rangavalli/web-kit/api';
import { asApiError } from '@rangavalli/web-kit/api-error';
import { toast } from '@rangavalli/web-kit/toast';
import { Badge } from '@rangavalli/web-kit/ui/Badge';
import { Icon } from '@rangavalli/web-kit/ui/Icon';
import css from './ProductsPage.module.css';
import { stockTone } from './stock-tone.js';

/** A product's stock, changed where it stands: Enter saves, Escape leaves it as it was. */
export function StockCell({ product, onChanged }: { product: Product; onChanged: (product: Product) => void }) {
  const [editing, setEditing] = useState(false);
  const [busy, setBusy] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const wasEditing = useRef(false);
  useEffect(() => {
    if (editing) field.current?.select();
    // The focus returns to where it came from; a page that has just been opened keeps its own.
    else if (wasEditing.current) opener.current?.focus();
    wasEditing.current = editing;
  }, [editing]);

  const save = async (event: FormEvent) => {
    event.preventDefault();
    const stock = Number(field.current?.value);
    if (!field.current?.value || !Number.isInteger(stock) || stock < 0) {
      toast.error('Stock is a whole number, 0 or more.');
      return;
    }
    if (stock === product.stock) {
      setEditing(false);
      return;
    }
    setBusy(true);
    try {
      const answer = await call('PUT /products/update/{id}', { params: { id: product._id }, body: { stock } });
      onChanged(answer.product);
      setEditing(false);
      toast.success('Stock updated');
    } catch (failure) {
      toast.error(asApiError(failure).message);
    } finally {
      setBusy(false);
    }
  };

  if (!editing) {
    return (
      <button ref={opener} type="button" className={css.stock} onClick={() => setEditing(true)} aria-label={`Stock of ${product.name}: ${product.stock}. Change`}>
        <Badge tone={stockTone(product.stock)}>{product.stock}</Badge>
        <Icon name="pencil" size={16} />
      </button>
    );
  }
  return (
    <form className={css.stockForm} noValidate onSubmit={(event) => void save(event)} onKeyDown={(event) => event.key === 'Escape' && setEditing(false)}>
      <input ref={field} className={css.stockField} type="number" inputMode="numeric" min={0} step={1} defaultValue={product.stock} aria-label={`New stock of ${product.name}`} />
      <button type="submit" className={css.icon} disabled={busy} aria-label="Save stock"><Icon name="check" size={18} /></button>
      <button type="button" className={css.icon} disabled={busy} onClick={() => setEditing(false)} aria-label="Leave it as it was"><Icon name="close" size={18} /></button>
    </form>
  );
}
