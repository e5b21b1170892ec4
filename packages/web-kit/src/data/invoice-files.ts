import type { Order } from '@rangavalli/contracts/entities/order';
import { saveFile } from '../dom/save-file.js';
import { callForFile } from './api.js';

/** Whether the invoice of an order was amended, if it had one: it was cancelled or refunded after its dispatch. */
export const mayHaveCreditNote = ({ status, paymentState, returns = [] }: Order): boolean =>
  status === 'Cancelled' || paymentState === 'refunded' || returns.some(({ state }) => state === 'completed');

/** Saves a tax document of an order as a PDF file. @throws ApiError INVOICE_NOT_ISSUED before the dispatch */
export async function saveTaxDocument({ _id, orderNumber }: Order, kind: 'invoice' | 'credit-note'): Promise<void> {
  const query = { creditNote: kind === 'credit-note' ? 1 : undefined };
  const file = await callForFile('GET /orders/{orderId}/invoice', { params: { orderId: _id }, query });
  saveFile(`${kind}-${orderNumber}.pdf`, file);
}
