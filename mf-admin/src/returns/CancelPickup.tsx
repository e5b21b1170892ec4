import type { OrderReturn } from '@rangavalli/contracts/entities/return';
import { call } from '@rangavalli/web-kit/data/api';
import { formatDay } from '@rangavalli/web-kit/format/dates';
import { ConfirmDialog } from '@rangavalli/web-kit/ui/ConfirmDialog';
import { useAction } from '../layout/use-action.js';
import { messages } from './messages.js';

interface CancelPickupProps {
  value: OrderReturn;
  onClose: () => void;
  onCancelled: () => void;
  /** After success and failure alike. */
  onDone: () => void;
}

/** The question before the pick-up of a return is cancelled at its courier. */
export function CancelPickup({ value: { id, shipment }, onClose, onCancelled, onDone }: CancelPickupProps) {
  const { busy, run } = useAction(onDone);
  const cancel = async () => {
    if (await run('cancel', () => call('DELETE /returns/{id}/pickup', { params: { id } }))) onCancelled();
  };
  return (
    <ConfirmDialog
      title={messages.cancelPickupTitle}
      open
      confirmLabel={messages.cancelPickup}
      cancelLabel={messages.keepPickup}
      busy={busy !== undefined}
      onConfirm={() => void cancel()}
      onClose={onClose}
    >
      {messages.cancelPickupText(shipment?.courier ?? '', formatDay(shipment?.pickupOn ?? ''))}
    </ConfirmDialog>
  );
}
