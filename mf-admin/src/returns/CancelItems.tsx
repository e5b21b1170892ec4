import type { Order } from '@rangavalli/contracts/entities/order';
import { CancelItems as CancelItemsDialog } from '@rangavalli/web-kit/orders/CancelItems';
import { messages } from './messages.js';

/** Cancels some items of an order before their dispatch, at the wish of the customer or because they are missing. */
export function CancelItems({ order, onChanged }: { order: Order; onChanged: () => void }) {
  return <CancelItemsDialog order={order} texts={messages} onCancelled={onChanged} onRejected={onChanged} />;
}
