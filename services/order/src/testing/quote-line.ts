import type { QuoteLine } from '../pricing/quote.js';
import { createId } from './fake-shop.js';

/** A silk saree for 12,600 rupees. */
export const buildQuoteLine = (fields: Partial<QuoteLine> = {}): QuoteLine => ({
  productId: createId(),
  size: '',
  quantity: 1,
  pricePaise: 1_260_000,
  category: 'saree',
  ...fields,
});
