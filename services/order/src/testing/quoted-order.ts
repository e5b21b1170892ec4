import type { Billing } from '@rangavalli/contracts/entities/order';
import { Types } from 'mongoose';
import { findPlaceOfSupply } from '../pricing/place-of-supply.js';
import { pricingSettings } from '../pricing/pricing-settings.js';
import { computeQuote, type QuoteLine } from '../pricing/quote.js';
import type { OrderRecord } from '../store/order.schema.js';
import { createId } from './fake-shop.js';
import { billing as hyderabad } from './order-fixture.js';
import { buildPlacedOrder } from './placed-order.js';
import { buildQuoteLine } from './quote-line.js';

/** An order as it is stored, with a quote by the default settings. Dispatched, so that its invoice is due. */
export function buildQuotedOrder(
  lines: Partial<QuoteLine>[],
  { billing = {}, ...facts }: Partial<Omit<OrderRecord, 'billing'>> & { billing?: Partial<Billing> } = {},
): OrderRecord {
  const address = { ...hyderabad, ...billing };
  const at = facts.orderedAt ?? new Date();
  const quoteLines = lines.map((line, index) => buildQuoteLine({ lineId: String(index + 1), ...line }));
  const settings = pricingSettings.parse({});
  const placeOfSupply = findPlaceOfSupply(address, settings.shopStateCode);
  const quote = computeQuote({ lines: quoteLines, placeOfSupply, at }, settings);
  return {
    ...buildPlacedOrder(at),
    _id: new Types.ObjectId(),
    lines: quote.lines.map(({ productId, size, quantity, unitPaise }, index) => ({
      lineId: String(index + 1),
      productId,
      name: 'Kanchipuram pattu',
      size,
      quantity,
      unitPaise,
    })),
    quote,
    totalPaise: quote.totalPaise,
    billing: address,
    status: 'Shipped',
    payment: { id: `pay_${createId()}`, method: 'upi', amountPaise: quote.totalPaise, capturedAt: at },
    extraPayments: [],
    units: 1,
    renewals: 0,
    dueTries: 0,
    revision: 1,
    history: [{ at, by: 'admin@example.com', what: 'Status changed', from: 'Processing', to: 'Shipped' }],
    outbox: [],
    ...facts,
  };
}
