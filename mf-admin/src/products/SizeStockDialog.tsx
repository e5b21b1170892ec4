import { useRef, useState, type FormEvent } from 'react';
import type { Product, SizeStock } from '@rangavalli/contracts/entities/product';
import { call } from '@rangavalli/web-kit/data/api';
import { asApiError } from '@rangavalli/web-kit/data/api-error';
import { toast } from '@rangavalli/web-kit/dom/toast';
import { Button } from '@rangavalli/web-kit/ui/Button';
import { Dialog } from '@rangavalli/web-kit/ui/Dialog';
import { readCounts, sameCounts, sumOf, typedCounts, wrongCounts } from './size-stock.js';
import { SizeCounts } from './SizeCounts.js';
import css from './SizeStockDialog.module.css';

interface SizeStockDialogProps {
  product: Product;
  bySize: readonly SizeStock[];
  open: boolean;
  onChanged: (product: Product) => void;
  onClose: () => void;
}

/** The stock of each size of a product, in a small window: Enter saves, Escape leaves it as it was. */
export function SizeStockDialog({ open, onClose, ...rest }: SizeStockDialogProps) {
  return (
    <Dialog title={`Stock of ${rest.product.name}`} open={open} onClose={onClose}>
      <SizeStockForm {...rest} onClose={onClose} />
    </Dialog>
  );
}

function SizeStockForm({ product, bySize, onChanged, onClose }: Omit<SizeStockDialogProps, 'open'>) {
  const form = useRef<HTMLFormElement>(null);
  const [typed, setTyped] = useState(() => typedCounts(bySize));
  const [wrong, setWrong] = useState<Record<string, string>>({});
  const [problem, setProblem] = useState('');
  const [busy, setBusy] = useState(false);
  const sizes = bySize.map(({ size }) => size);
  const counts = readCounts(sizes, typed);

  const refuse = (fields: Record<string, string>, message: string) => {
    setWrong(fields);
    setProblem(message);
    const control = form.current?.elements.namedItem(Object.keys(fields)[0] ?? '');
    if (control instanceof HTMLElement) control.focus();
  };

  const save = async (event: FormEvent) => {
    event.preventDefault();
    const missing = wrongCounts(sizes, typed);
    if (Object.keys(missing).length > 0) {
      refuse(missing, '');
      return;
    }
    if (sameCounts(counts, bySize)) {
      onClose();
      return;
    }
    setBusy(true);
    try {
      const answer = await call('PUT /products/update/{id}', {
        params: { id: product._id },
        body: { sizeStock: counts },
      });
      onChanged(answer.product);
      toast.success('Stock updated');
      onClose();
    } catch (failure) {
      const { message, details } = asApiError(failure);
      setBusy(false);
      refuse((details?.['fields'] as Record<string, string> | undefined) ?? {}, message);
    }
  };

  return (
    <form ref={form} noValidate onSubmit={(event) => void save(event)}>
      <SizeCounts
        sizes={sizes}
        typed={typed}
        wrong={wrong}
        onType={(size, text) => setTyped((old) => ({ ...old, [size]: text }))}
        focusFirst
      />
      <p className={css.sum}>
        <span>In all</span>
        <output>{sumOf(counts)}</output>
      </p>
      <p role="alert" className={css.problem}>
        {problem}
      </p>
      <div className={css.choices}>
        <Button look="secondary" disabled={busy} onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" busy={busy}>
          Save stock
        </Button>
      </div>
    </form>
  );
}
