import type { ComponentProps } from 'react';
import { CancelItems as CancelItemsDialog } from '@rangavalli/web-kit/orders/CancelItems';
import { messages } from './messages.js';

/** Cancels some items of the customer's order before their dispatch. */
export function CancelItems(props: Omit<ComponentProps<typeof CancelItemsDialog>, 'texts'>) {
  return <CancelItemsDialog {...props} texts={messages} />;
}
