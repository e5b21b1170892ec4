import { useState } from 'react';
import type { Product, SizeStock } from '@rangavalli/contracts/entities/product';
import { call } from '@rangavalli/web-kit/data/api';
import { useForm } from '@rangavalli/web-kit/data/form';
import { toast } from '@rangavalli/web-kit/dom/toast';
import { Dialog } from '@rangavalli/web-kit/ui/Dialog';
import { FormActions } from '../layout/FormActions.js';
import shared from '../layout/shared.module.css';
import { messages } from './messages.js';
import { SizeStockFields } from './SizeStockFields.js';
import css from './SizeStockFields.module.css';
import { isSameSizeStock, readSizeStock, toInput, totalStock, validateSizeStock } from './stock.js';

interface SizeStockDialogProps {
  product: Product;
  bySize: readonly SizeStock[];
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

function SizeStockForm({ product, bySize, onChanged, onClose }: Omit<SizeStockDialogProps, 'open'>) {
  const [input, setInput] = useState(() => toInput(bySize));
  const sizes = bySize.map(({ size }) => size);
  const sizeStock = readSizeStock(sizes, input);
  const { form, errors, failure, busy } = useForm<string>({
    fields: [],
    validate: () => validateSizeStock(sizes, input),
    submit: async () => {
      if (!isSameSizeStock(sizeStock, bySize)) {
        const { product: updated } = await call('PUT /products/update/{id}', {
          params: { id: product._id },
          body: { sizeStock },
        });
        onChanged(updated);
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
        {failure?.message}
      </p>
      <FormActions submit={messages.saveStock} busy={busy} onCancel={onClose} />
    </form>
  );
}
