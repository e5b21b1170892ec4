import type { TaxDocument, TaxDocumentLine } from '@rangavalli/contracts/entities/invoice';
import type { Quote, QuotedLine } from '@rangavalli/contracts/entities/quote';
import type { ShopSettings } from '@rangavalli/contracts/entities/shop';
import { brand } from '@rangavalli/contracts/brand';
import { gstStates } from '@rangavalli/contracts/gst-states';
import { computeLineRefund } from '../pricing/line-refund.js';
import { sum } from '../pricing/apportion.js';
import { cancelledUnits } from '../returns/return-rules.js';
import type { OrderLineRecord, OrderRecord } from '../store/order.schema.js';
import { amountInWords } from './amount-in-words.js';
import type { NewDocument } from './tax-documents.service.js';

/** An order with the quote by which it was paid. */
export type QuotedOrder = OrderRecord & { quote: Quote };
type Content = NewDocument['content'];

/** Units of a line that an invoice has, or that a credit note takes back. */
export interface CreditedUnits {
  lineId: string;
  /** Cancelled before the invoice, or on earlier credit notes. */
  alreadyCredited: number;
  units: number;
}

/** Returns the content of an order's tax invoice (CGST Rule 46), without units that were cancelled before it. */
export function invoiceContent(order: QuotedOrder, shop: ShopSettings): Content {
  const portions = order.lines.flatMap(({ lineId, quantity }) => {
    const before = cancelledUnits(order, lineId, ({ isBeforeInvoice }) => isBeforeInvoice ?? false);
    const units = quantity - before;
    return units > 0 ? portionOf(order, { lineId, alreadyCredited: before, units }) : [];
  });
  return { ...partiesOf(order, shop), ...totalsOf(portions) };
}

/** Returns the content of a credit note (Rule 53). Parties and place of supply are those of the invoice. */
export function creditNoteContent(
  order: QuotedOrder,
  invoice: TaxDocument,
  credited: readonly CreditedUnits[],
  reason: string,
): Content {
  const { kind: _kind, number, issuedAt, orderId: _orderId, ...parties } = invoice;
  const portions = credited.map((units) => portionOf(order, units));
  return { ...parties, ...totalsOf(portions), original: { number, issuedAt }, reason };
}

interface Portion {
  line: TaxDocumentLine;
  roundOffPaise: number;
}

/** Returns units of a line with their amounts of the quote. The portions of a line add up to it in any sequence. */
function portionOf(order: QuotedOrder, { lineId, alreadyCredited, units }: CreditedUnits): Portion {
  const index = order.lines.findIndex((line) => line.lineId === lineId);
  const [ordered, line] = [order.lines[index], order.quote.lines[index]];
  if (!ordered || !line) throw new RangeError(`order has no line ${lineId}`);
  const { refundPaise, roundOffPaise, ...taxes } = computeLineRefund(line, alreadyCredited, units);
  const amountPaise = refundPaise - roundOffPaise;
  const grossPaise = line.unitPaise * units;
  const shareOf = (paise: number): number =>
    Math.floor((paise * (alreadyCredited + units)) / line.quantity) -
    Math.floor((paise * alreadyCredited) / line.quantity);
  const chargesPaise = Math.max(0, amountPaise - grossPaise + shareOf(line.discountPaise));
  return {
    line: {
      ...describe(ordered, line),
      quantity: units,
      unitPaise: line.unitPaise,
      grossPaise,
      discountPaise: grossPaise + chargesPaise - amountPaise,
      chargesPaise,
      ...taxes,
      amountPaise,
    },
    roundOffPaise,
  };
}

function describe(
  { lineId, name }: OrderLineRecord,
  { size, hsn, taxBasisPoints }: QuotedLine,
): Pick<TaxDocumentLine, 'lineId' | 'description' | 'hsn' | 'unit' | 'taxBasisPoints'> {
  return {
    lineId,
    description: size ? `${name}, size ${size}` : name,
    hsn,
    unit: unitCodeOf(hsn),
    taxBasisPoints,
  };
}

/** Unit quantity codes of the GST portal. */
function unitCodeOf(hsn: string): string {
  if (hsn.startsWith('99')) return 'OTH';
  return hsn.startsWith('6211') ? 'SET' : 'PCS';
}

function partiesOf(
  order: QuotedOrder,
  shop: ShopSettings,
): Pick<
  Content,
  'orderNumber' | 'orderedAt' | 'supplier' | 'buyer' | 'deliveryAddress' | 'placeOfSupply' | 'isReverseCharge'
> {
  const { billing, customer, quote } = order;
  const placeOfSupply = quote.placeOfSupply ?? shop.stateCode;
  const address = billing
    ? [
        billing.address,
        [billing.city, [billing.state, billing.pincode].filter(Boolean).join(' ')].filter(Boolean).join(', '),
        billing.country,
      ]
    : [];
  return {
    orderNumber: order.orderNumber,
    orderedAt: (order.orderedAt ?? order.createdAt).toISOString(),
    supplier: {
      name: shop.legalName || brand.legalName,
      tradeName: shop.tradeName || brand.name,
      address: addressOf(shop),
      stateCode: shop.stateCode,
      ...(shop.gstin ? { gstin: shop.gstin } : {}),
      ...(shop.pan ? { pan: shop.pan } : {}),
      ...(shop.carePhone ? { phone: shop.carePhone } : {}),
    },
    buyer: {
      name: billing?.businessName ?? billing?.fullName ?? customer.name,
      address: billing?.businessAddress ? [billing.businessAddress] : address,
      stateCode: billing?.gstin?.slice(0, 2) ?? placeOfSupply,
      ...(billing?.gstin ? { gstin: billing.gstin } : {}),
      ...(billing ? { phone: billing.phone } : {}),
    },
    deliveryAddress: billing ? [billing.fullName, ...address] : [],
    placeOfSupply,
    isReverseCharge: false,
  };
}

function totalsOf(
  portions: readonly Portion[],
): Pick<
  Content,
  'lines' | 'taxablePaise' | 'cgstPaise' | 'sgstPaise' | 'igstPaise' | 'roundOffPaise' | 'totalPaise' | 'totalInWords'
> {
  const lines = portions.map(({ line }) => line);
  const roundOffPaise = sum(portions.map((portion) => portion.roundOffPaise));
  const total = (of: (line: TaxDocumentLine) => number): number => sum(lines.map(of));
  const totalPaise = total(({ amountPaise }) => amountPaise) + roundOffPaise;
  return {
    lines,
    taxablePaise: total(({ taxablePaise }) => taxablePaise),
    cgstPaise: total(({ cgstPaise }) => cgstPaise),
    sgstPaise: total(({ sgstPaise }) => sgstPaise),
    igstPaise: total(({ igstPaise }) => igstPaise),
    roundOffPaise,
    totalPaise,
    totalInWords: amountInWords(totalPaise),
  };
}

const addressOf = ({ addressLine, city, stateCode, pincode }: ShopSettings): string[] =>
  addressLine ? [addressLine, [city, [gstStates[stateCode], pincode].join(' ').trim()].join(', ')] : [...brand.address];

/** Returns the shop as the sender of a parcel. */
export const senderOf = (shop: ShopSettings): { name: string; address: string[]; phone?: string } => ({
  name: shop.tradeName || brand.name,
  address: addressOf(shop),
  ...(shop.carePhone ? { phone: shop.carePhone } : {}),
});
