import type { Product } from '@rangavalli/contracts/entities/product';
import { call } from '@rangavalli/web-kit/data/api';
import { serverMessage } from '@rangavalli/web-kit/data/api-error';
import { ConfirmDialog } from '@rangavalli/web-kit/ui/ConfirmDialog';
import { messages as layout } from '../layout/messages.js';
import { useAction } from '../layout/use-action.js';
import { messages } from './messages.js';

interface DeleteDialogProps {
  product: Product | undefined;
  onClose: () => void;
  onDeleted: (product: Product) => void;
}

/** Confirms and deletes with the messages of specification §8 "Product delete". */
export function DeleteDialog({ product, onClose, onDeleted }: DeleteDialogProps) {
  const { busy, run } = useAction(onClose);
  const remove = async () => {
    if (!product) return;
    const isDeleted = await run(
      'delete',
      () => call('DELETE /products/delete/{id}', { params: { id: product._id } }),
      (error) => serverMessage(error) ?? (error.status > 0 ? messages.deleteFailed : layout.serverError),
    );
    if (isDeleted) onDeleted(product);
  };
  return (
    <ConfirmDialog
      title={messages.deleteTitle}
      open={product !== undefined}
      confirmLabel={messages.delete}
      busy={busy !== undefined}
      onConfirm={() => void remove()}
      onClose={onClose}
    >
      {messages.deleteText(product?.name ?? '')}
    </ConfirmDialog>
  );
}
