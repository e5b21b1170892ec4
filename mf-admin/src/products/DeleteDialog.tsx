import { useState } from 'react';
import type { Product } from '@rangavalli/contracts/entities/product';
import { call } from '@rangavalli/web-kit/data/api';
import { asApiError, serverMessage } from '@rangavalli/web-kit/data/api-error';
import { toast } from '@rangavalli/web-kit/dom/toast';
import { Button } from '@rangavalli/web-kit/ui/Button';
import { Dialog } from '@rangavalli/web-kit/ui/Dialog';
import css from './ProductsPage.module.css';

interface DeleteDialogProps {
  /** The dialog is open while there is one. */
  product: Product | undefined;
  onClose: () => void;
  onDeleted: (product: Product) => void;
}

/** Asks before a product is taken out of the shop (specification §8 "Product delete"). */
export function DeleteDialog({ product, onClose, onDeleted }: DeleteDialogProps) {
  const [busy, setBusy] = useState(false);
  const remove = async () => {
    if (!product) return;
    setBusy(true);
    try {
      const { message } = await call('DELETE /products/delete/{id}', { params: { id: product._id } });
      toast.success(message);
      onDeleted(product);
    } catch (failure) {
      const error = asApiError(failure);
      toast.error(serverMessage(error) ?? (error.status > 0 ? 'Failed to delete' : 'Server error'));
    } finally {
      setBusy(false);
      onClose();
    }
  };
  return (
    <Dialog title="Delete this product?" open={product !== undefined} onClose={onClose}>
      <p>“{product?.name}” leaves the shop for good. Orders that hold it stay as they are.</p>
      <div className={css.choices}>
        <Button look="secondary" data-autofocus onClick={onClose} disabled={busy}>
          Keep it
        </Button>
        <Button look="danger" busy={busy} onClick={() => void remove()}>
          Delete
        </Button>
      </div>
    </Dialog>
  );
}
