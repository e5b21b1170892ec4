import { useState } from 'react';
import type { Product } from '@rangavalli/contracts/entities/product';
import { call } from '@rangavalli/web-kit/data/api';
import { asApiError } from '@rangavalli/web-kit/data/api-error';
import { useForm } from '@rangavalli/web-kit/data/form';
import { toast } from '@rangavalli/web-kit/dom/toast';
import { Dialog } from '@rangavalli/web-kit/ui/Dialog';
import { FormActions } from '../layout/FormActions.js';
import shared from '../layout/shared.module.css';
import { messages } from './messages.js';
import { SizeStockFields } from './SizeStockFields.js';
import css from './SizeStockFields.module.css';
import {
  changedStock,
  followStock,
  isSameSizeStock,
  readSizeStock,
  type SeenStock,
  toInput,
  toStockWas,
  totalStock,
  validateSizeStock,
} from './stock.js';

interface SizeStockDialogProps {
  product: Product;
  open: boolean;
  onChanged: (product: Product) => void;
  onClose: () => void;
}

export function SizeStockDialog({ open, onClose, ...rest }: SizeStockDialogProps) {
  return (
    <Dialog title={messages.stockOf(rest.product.name)} open={open} onClose={onClose}>
      <SizeStockForm {...rest} onClose={onClose} />
    </Dialog>
  );
}

function SizeStockForm({ product, onChanged, onClose }: Omit<SizeStockDialogProps, 'open'>) {
  const [seen, setSeen] = useState<SeenStock>(product);
  const { sizeStock: bySize = [] } = seen;
  const [input, setInput] = useState(() => toInput(bySize));
  const sizes = bySize.map(({ size }) => size);
  const sizeStock = readSizeStock(sizes, input);
  const follow = (error: unknown) => {
    const now = changedStock(error);
    if (!now) return;
    setSeen(now);
    setInput(followStock(input, seen, now));
    onChanged({ ...product, ...now });
    // This form is closed then.
    if (!now.sizeStock) toast.error(asApiError(error).message);
  };
  const { form, errors, failure, busy } = useForm<string>({
    fields: [],
    validate: () => validateSizeStock(sizes, input),
    submit: async () => {
      if (!isSameSizeStock(sizeStock, bySize)) {
        const body = { sizeStock, stockWas: toStockWas(seen) };
        try {
          onChanged((await call('PUT /products/update/{id}', { params: { id: product._id }, body })).product);
        } catch (error) {
          follow(error);
          throw error;
        }
        toast.success(messages.stockUpdated);
      }
      onClose();
    },
  });
  return (
    <form {...form}>
      <SizeStockFields
        sizes={sizes}
        input={input}
        errors={errors}
        onInput={(size, text) => setInput((old) => ({ ...old, [size]: text }))}
      />
      <p className={css.total}>
        <span>{messages.total}</span>
        <output>{totalStock(sizeStock)}</output>
      </p>
      <p role="alert" className={shared.problem}>
        {errors['sizeStock'] ?? failure?.message}
      </p>
      <FormActions submit={messages.saveStock} busy={busy} onCancel={onClose} />
    </form>
  );
}
