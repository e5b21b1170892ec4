import { useState } from 'react';
import type { Product, SizeStock } from '@rangavalli/contracts/entities/product';
import { call } from '@rangavalli/web-kit/data/api';
import { useForm } from '@rangavalli/web-kit/data/form';
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
  const [typed, setTyped] = useState(() => typedCounts(bySize));
  const sizes = bySize.map(({ size }) => size);
  const counts = readCounts(sizes, typed);
  const { form, errors, failure, busy } = useForm<string>({
    fields: [],
    validate: () => wrongCounts(sizes, typed),
    submit: async () => {
      if (!sameCounts(counts, bySize)) {
        const response = await call('PUT /products/update/{id}', {
          params: { id: product._id },
          body: { sizeStock: counts },
        });
        onChanged(response.product);
        toast.success('Stock updated');
      }
      onClose();
    },
  });

  return (
    <form {...form}>
      <SizeCounts
        sizes={sizes}
        typed={typed}
        wrong={errors}
        onType={(size, text) => setTyped((old) => ({ ...old, [size]: text }))}
        focusFirst
      />
      <p className={css.sum}>
        <span>In all</span>
        <output>{sumOf(counts)}</output>
      </p>
      <p role="alert" className={css.problem}>
        {failure?.message}
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
