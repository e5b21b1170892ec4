import { createHash } from 'node:crypto';
import type { SalePrice } from '@rangavalli/contracts/commands/lines';
import type { Category } from '@rangavalli/contracts/entities/product';
import type { Quote, QuotedLine } from '@rangavalli/contracts/entities/quote';
import type { TaxClass } from '@rangavalli/contracts/product-tax';
import { lineKeyOf } from '@rangavalli/contracts/personalisation';
import { unitPriceAt } from '@rangavalli/contracts/sale';
import { apportion, sum } from './apportion.js';
import { splitTax, taxLine } from './line-tax.js';
import { type AppliedOffer, applyOffers } from './offers.js';
import type { PricingSettings } from './pricing-settings.js';

export interface QuoteLine extends Pick<QuotedLine, 'lineId' | 'productId' | 'size' | 'personalisation' | 'quantity'> {
  /** Of a unit, with tax. */
  pricePaise: number;
  sale?: SalePrice | undefined;
  category: Category;
  fabric?: string | undefined;
  /** The product's own; by category when missing. */
  hsn?: string | undefined;
  taxClass?: TaxClass | undefined;
  tags?: string[] | undefined;
}

export interface QuoteRequest {
  lines: readonly QuoteLine[];
  offers?: readonly AppliedOffer[];
  /** What the goods cost at least after offers; nothing when missing. */
  leastPaise?: number;
  method?: 'online' | 'cod';
  /** GST state code, see `findPlaceOfSupply`; the shop's own when missing. */
  placeOfSupply?: string;
  at: Date;
}

/**
 * Computes what an order costs (invariant 13): sale prices, offers, shipping, fee, taxes, rounding, total. Integer
 * paise. Every charge is apportioned to the lines, so that all sums tie by construction.
 */
export function computeQuote(request: QuoteRequest, settings: PricingSettings): Quote {
  const { lines, offers = [], leastPaise = 0, method = 'online', placeOfSupply = settings.shopStateCode, at } = request;
  const unitPaise = lines.map((line) => unitPriceAt(line, at));
  const grossPaise = lines.map(({ quantity }, index) => quantity * (unitPaise[index] ?? 0));
  const units = lines.map((line, index) => ({
    key: lineKeyOf(line),
    unitPaise: unitPaise[index] ?? 0,
    quantity: line.quantity,
  }));
  const { netPaise, discountPaise, isShippingFree } = applyOffers(units, offers, leastPaise);

  const valuePaise = sum(netPaise);
  const shippingPaise = lines.length === 0 || isShippingFree ? 0 : chargeShipping(valuePaise, settings.shipping);
  const codFeePaise = lines.length > 0 && method === 'cod' ? settings.codFeePaise : 0;
  const weights = valuePaise > 0 ? netPaise : lines.map(({ quantity }) => quantity);
  const shipping = apportion(shippingPaise, weights);
  const fees = apportion(codFeePaise, weights);
  const amountPaise = netPaise.map((net, index) => net + (shipping[index] ?? 0) + (fees[index] ?? 0));

  const exactPaise = sum(amountPaise);
  const totalPaise = settings.totalUnit === 'rupee' ? 100 * Math.round(exactPaise / 100) : exactPaise;
  const roundOffPaise = totalPaise - exactPaise;
  const roundOff = apportion(roundOffPaise, amountPaise);

  const isWithinState = placeOfSupply === settings.shopStateCode;
  const quotedLines = lines.map((line, index): QuotedLine => {
    const [gross = 0, net = 0, amount = 0] = [grossPaise[index], netPaise[index], amountPaise[index]];
    const { lineId, productId, size, personalisation, quantity, pricePaise } = line;
    const unit = unitPaise[index] ?? 0;
    return {
      ...(lineId ? { lineId } : {}),
      productId,
      size,
      ...(personalisation?.length ? { personalisation } : {}),
      quantity,
      unitPaise: unit,
      ...(unit < pricePaise ? { mrpPaise: pricePaise } : {}),
      grossPaise: gross,
      discountPaise: gross - net,
      netPaise: net,
      shippingPaise: shipping[index] ?? 0,
      codFeePaise: fees[index] ?? 0,
      roundOffPaise: roundOff[index] ?? 0,
      paidPaise: amount + (roundOff[index] ?? 0),
      ...taxLine({ ...line, netPaise: net, amountPaise: amount }, isWithinState, settings),
    };
  });
  const subtotalPaise = sum(grossPaise);
  const totals = {
    subtotalPaise,
    discountPaise: subtotalPaise - valuePaise,
    shippingPaise,
    codFeePaise,
    roundOffPaise,
    totalPaise,
  };
  const { freeFromPaise = 0 } = settings.shipping;
  return {
    lines: quotedLines,
    ...(offers.length > 0 ? { offers: offers.map((offer, index) => toQuoted(offer, discountPaise[index] ?? 0)) } : {}),
    ...totals,
    ...(shippingPaise > 0 && freeFromPaise > valuePaise
      ? { missingForFreeDeliveryPaise: freeFromPaise - valuePaise }
      : {}),
    taxPaise: sumTaxes(quotedLines),
    placeOfSupply,
    hash: hashQuote(quotedLines, totals),
  };
}

/** Returns the quote with the taxes of another place of supply. What is paid, and the hash, stay. */
export function moveQuote(quote: Quote, placeOfSupply: string, settings: PricingSettings): Quote {
  const isWithinState = placeOfSupply === settings.shopStateCode;
  const lines = quote.lines.map((line) => {
    const amountPaise = line.netPaise + line.shippingPaise + line.codFeePaise;
    return { ...line, ...splitTax(amountPaise, line.taxBasisPoints, isWithinState) };
  });
  return { ...quote, lines, taxPaise: sumTaxes(lines), placeOfSupply };
}

const sumTaxes = (lines: readonly QuotedLine[]): number =>
  sum(lines.map(({ cgstPaise, sgstPaise, igstPaise }) => cgstPaise + sgstPaise + igstPaise));

const toQuoted = ({ code, title = code ?? '', methods }: AppliedOffer, discountPaise: number) => ({
  ...(code ? { code } : {}),
  title,
  discountPaise,
  ...(methods ? { methods: [...methods] } : {}),
});

/** Returns what the delivery of goods costs, paise. @param valuePaise of the goods, after offers */
export const chargeShipping = (
  valuePaise: number,
  { chargePaise, freeFromPaise = Infinity }: PricingSettings['shipping'],
): number => (valuePaise >= freeFromPaise ? 0 : chargePaise);

/**
 * In any order of the lines. Without the taxes: they are included in what is paid, and their split depends on an
 * address that is not known while the cart is shown.
 */
function hashQuote(lines: readonly QuotedLine[], totals: Record<string, number>): string {
  const sorted = lines.map((line) => JSON.stringify([lineKeyOf(line), line.quantity, line.unitPaise])).sort();
  return createHash('sha256')
    .update([...sorted, JSON.stringify(Object.values(totals))].join('\n'))
    .digest('hex');
}
