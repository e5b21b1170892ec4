import { toIndianDay } from '@rangavalli/contracts/india-time';
import { formatOrderNumber } from '@rangavalli/contracts/order-number';
import type { Document } from 'mongodb';
import { DAY_MS, idAt, personOf } from './people.js';
import { isCod, type Purchase, purchaseOf, type SeededShop } from './purchases.js';

/** Of delivered orders, every so many came back, or were reviewed. */
const DELIVERED_PER_RETURN = 25;
const DELIVERED_PER_REVIEW = 8;
const REVIEWS_PER_WAITING = 100;
/** Returns younger than this wait for the shop, and couriers pay within this time of the order, days. */
const DECISION_DAYS = 18;
const REMITTANCE_DAYS = 20;
/** Of shipped orders, every so many could not be delivered. */
const SHIPPED_PER_UNDELIVERED = 20;
/** From the order to its dispatch. */
const DISPATCH_DAYS = 3;
const ORDERS_PER_QUESTION = 100;
const ORDERS_PER_COMPLAINT = 500;
const QUESTIONS_PER_WAITING = 50;
const COMPLAINTS_PER_WAITING = 40;
/** Of their numbers: beyond those that the store allocates meanwhile. */
const FIRST_COMPLAINT = 800_000_000;
/** Parcels and invoices of older orders are left out: their lists take as long without them. */
const DOCUMENT_DAYS = 365;

const daysAfter = (at: Date, days: number): Date => new Date(at.getTime() + days * DAY_MS);
const ageDaysOf = ({ end }: SeededShop, { at }: Purchase): number => (end - at.getTime()) / DAY_MS;
const hasLeft = ({ status }: Purchase): boolean => status === 'Shipped' || status === 'Delivered';
/** Whether an order has a parcel and an invoice in the data. */
export const hasDocuments = (seeded: SeededShop, purchase: Purchase): boolean =>
  hasLeft(purchase) && ageDaysOf(seeded, purchase) < DOCUMENT_DAYS;
const staff = { id: 'a'.repeat(24), name: 'Asha Rao' };

/** The fields of an order that change after its sale: its cash, if it is paid on delivery, and its return. */
export function afterSaleOf(seeded: SeededShop, purchase: Purchase) {
  const returned = returnOf(seeded, purchase);
  const isCollected = purchase.status === 'Delivered';
  return {
    ...(isCod(purchase)
      ? { cash: cashOf(seeded, purchase), paymentState: isCollected ? 'collected' : 'awaiting' }
      : {}),
    ...(returned ? { returns: [returned] } : {}),
  };
}

/** Couriers pay what they have collected after some days. */
function cashOf(seeded: SeededShop, purchase: Purchase) {
  const { at, totalPaise: duePaise, status } = purchase;
  if (status !== 'Delivered') return { state: status === 'Cancelled' ? 'void' : 'due', duePaise };
  const cash = { duePaise, collectedAt: daysAfter(at, 6) };
  if (ageDaysOf(seeded, purchase) < REMITTANCE_DAYS) return { ...cash, state: 'collected' };
  const recordedAt = daysAfter(at, REMITTANCE_DAYS);
  const date = toIndianDay(recordedAt);
  return {
    ...cash,
    state: 'remitted',
    remittance: { reference: `UTR${date}`, date, recordedAt, by: 'asha@example.com' },
  };
}

/** The return of an order, if it has one: of cash by UPI, otherwise to the payment. */
function returnOf(seeded: SeededShop, purchase: Purchase): Document | undefined {
  const { id, number, at, lines, status } = purchase;
  const [first] = lines;
  if (status !== 'Delivered' || number % DELIVERED_PER_RETURN > 0 || !first) return undefined;
  const requested = {
    id: String(id),
    state: 'requested',
    requestedAt: daysAfter(at, 9),
    lines: [{ lineId: '1', quantity: 1, reason: 'Colour differs from the photo', outcome: 'refund' }],
    ...(isCod(purchase) ? { upiId: 'meera@okbank' } : {}),
  };
  const ageDays = ageDaysOf(seeded, purchase);
  if (ageDays < DECISION_DAYS) return requested;
  const decided = { decidedAt: daysAfter(at, 12), decidedBy: staff };
  if (number % (DELIVERED_PER_RETURN * 10) === 0) return { ...requested, ...decided, state: 'refused' };
  const refundPaise = first.unitPaise;
  const money = isCod(purchase)
    ? { payoutPaise: refundPaise, payoutState: ageDays < 2 * DECISION_DAYS ? 'due' : 'paid' }
    : { onlinePaise: refundPaise };
  const accepted = { accepted: 1, acceptedBefore: 0, restock: true, refundPaise };
  return {
    ...requested,
    ...decided,
    ...money,
    state: 'completed',
    lines: requested.lines.map((line) => ({ ...line, ...accepted })),
  };
}

const toOrderedLines = ({ lines }: Purchase) =>
  lines.map(({ productId, name, size, quantity }, index) => ({
    lineId: String(index + 1),
    productId,
    name,
    size,
    quantity,
  }));

/** The parcel of an order that has left the shop; some could not be delivered, or come back. */
export function toShipments(purchase: Purchase): Document {
  const { id, number, orderNumber, at, customer, totalPaise, status: orderStatus } = purchase;
  const ordered = toOrderedLines(purchase);
  const failed = number % (3 * SHIPPED_PER_UNDELIVERED) === 0 ? 'rto' : 'undelivered';
  const isFailed = orderStatus === 'Shipped' && number % SHIPPED_PER_UNDELIVERED === 0;
  const status = isFailed ? failed : orderStatus === 'Delivered' ? 'delivered' : 'in_transit';
  const awb = `AWB${String(id).slice(-12)}`;
  const shippedAt = daysAfter(at, DISPATCH_DAYS);
  const shipment = {
    id: String(id),
    token: `${String(id)}track`,
    status,
    courier: 'own',
    courierName: 'DTDC',
    awb,
    ...(isCod(purchase) ? { codPaise: totalPaise } : {}),
    ...(isFailed ? { undelivered: { attempts: 1, at: daysAfter(at, 6), reason: 'Nobody at home' } } : {}),
    lines: ordered,
    createdAt: shippedAt,
    history: [
      { status: 'created', at: shippedAt, by: 'asha@example.com' },
      { status, at: daysAfter(at, 6), place: 'Chennai' },
    ],
  };
  return {
    _id: String(id),
    orderNumber,
    userId: String(customer.id),
    city: 'Chennai',
    ordered,
    shipments: [shipment],
    ...(isFailed ? { attention: [failed] } : {}),
    revision: 2,
    createdAt: shippedAt,
    outbox: [],
  };
}

/** The row of an order in the dispatch: with what is still to be shipped, and what waits for the courier. */
export function toDispatchRow(purchase: Purchase): Document {
  const { id, orderNumber, at, customer, totalPaise, status, number } = purchase;
  const record = { _id: String(id), version: 1, outbox: [] };
  if (status !== 'Pending' && status !== 'Processing') return { ...record, closedAt: daysAfter(at, DISPATCH_DAYS) };
  const lines = toOrderedLines(purchase).map(({ productId: _productId, ...line }) => ({
    ...line,
    isPersonalised: false,
  }));
  const isReady = status === 'Processing' && number % 3 === 0;
  const parcel = {
    id: String(id),
    awb: `AWB${String(id).slice(-12)}`,
    courier: 'own',
    courierName: 'DTDC',
    createdAt: daysAfter(at, 1),
    units: 1,
  };
  return {
    ...record,
    ...(isReady ? { isReady: true } : { isToShip: true }),
    orderNumber,
    dueDate: toIndianDay(daysAfter(at, DISPATCH_DAYS - 1)),
    recipient: customer.name,
    city: 'Chennai',
    pincode: '600090',
    zone: number % 2 === 0 ? 'South' : 'Rest of India',
    lines,
    parcels: isReady ? [parcel] : [],
    weightGrams: 900,
    ...(isCod(purchase) ? { codPaise: totalPaise } : {}),
    isGift: false,
  };
}

/** The invoice of an order that has left the shop, numbered in the order of the purchases. */
export function toInvoice(purchase: Purchase): Document {
  const { id, number, orderNumber, at, customer, lines, totalPaise } = purchase;
  const issuedAt = daysAfter(at, DISPATCH_DAYS);
  const day = toIndianDay(issuedAt);
  const startYear = Number(day.slice(2, 4)) - (day.slice(5) < '04-01' ? 1 : 0);
  const year = `${startYear}${startYear + 1}`;
  const taxOf = (paise: number): number => Math.round((paise * 5) / 210);
  const taxes = (paise: number) => ({
    taxablePaise: paise - 2 * taxOf(paise),
    cgstPaise: taxOf(paise),
    sgstPaise: taxOf(paise),
    igstPaise: 0,
  });
  const address = ['12 Temple Street, Besant Nagar', 'Chennai 600090', 'Tamil Nadu'];
  const document = {
    number: `RV/${year}/${String(number + 1).padStart(6, '0')}`,
    orderNumber,
    orderedAt: at.toISOString(),
    supplier: { name: 'Rangavalli', tradeName: 'Rangavalli', address, stateCode: '33', gstin: '33AABCU9603R1ZX' },
    buyer: { name: customer.name, address, stateCode: '33', phone: customer.phone },
    deliveryAddress: address,
    placeOfSupply: '33',
    isReverseCharge: false,
    lines: lines.map(({ name, unitPaise, quantity }, index) => ({
      lineId: String(index + 1),
      description: name,
      hsn: '5007',
      quantity,
      unit: 'PCS',
      unitPaise,
      grossPaise: unitPaise * quantity,
      discountPaise: 0,
      chargesPaise: 0,
      ...taxes(unitPaise * quantity),
      taxBasisPoints: 500,
      amountPaise: unitPaise * quantity,
    })),
    ...taxes(totalPaise),
    roundOffPaise: 0,
    totalPaise,
    totalInWords: 'As printed on the invoice',
  };
  const record = { kind: 'invoice', year, sequence: number + 1, cause: `invoice:${String(id)}`, orderId: String(id) };
  return { _id: idAt(issuedAt.getTime(), number), ...record, issuedAt, document, outbox: [] };
}

/** The review of a delivered order's first product; some wait for the shop. */
export function toReview({ id, number, at, customer, lines, status }: Purchase): Document[] {
  const [line] = lines;
  if (status !== 'Delivered' || number % DELIVERED_PER_REVIEW > 0 || !line) return [];
  return [
    {
      _id: idAt(at.getTime() + 12 * DAY_MS, number),
      productId: line.productId,
      productName: line.name,
      orderId: String(id),
      userId: String(customer.id),
      author: customer.name.split(' ')[0],
      stars: 1 + (number % 5),
      text: 'The zari shines in daylight, and the saree is light to wear.',
      state: number % (DELIVERED_PER_REVIEW * REVIEWS_PER_WAITING) === 0 ? 'waiting' : 'published',
      at: daysAfter(at, 12),
      helpful: [],
      helpfulCount: number % 7,
      outbox: [],
    },
  ];
}

/** @param number of the question; about the product of an order */
export function toQuestion(number: number, seeded: SeededShop): Document {
  const { at, customer, lines } = purchaseOf(seeded, number * ORDERS_PER_QUESTION);
  const isWaiting = number % QUESTIONS_PER_WAITING === 0;
  return {
    _id: idAt(at.getTime(), number),
    productId: lines[0]?.productId,
    productName: lines[0]?.name,
    userId: String(customer.id),
    author: customer.name.split(' ')[0],
    text: 'Does the blouse come unstitched?',
    state: isWaiting ? 'waiting' : 'published',
    at,
    ...(isWaiting ? {} : { reply: { text: 'Yes, with 80 cm of cloth.', at: daysAfter(at, 1) } }),
    helpful: [],
    outbox: [],
  };
}

export const questionsOf = ({ sizes }: SeededShop): number => Math.floor(sizes.orders / ORDERS_PER_QUESTION);
export const complaintsOf = ({ sizes }: SeededShop): number => Math.floor(sizes.orders / ORDERS_PER_COMPLAINT);

/** @param number of the complaint; about an order */
export function toComplaint(number: number, seeded: SeededShop): Document {
  const { id, orderNumber, at, customer } = purchaseOf(seeded, number * ORDERS_PER_COMPLAINT);
  const isWaiting = number % COMPLAINTS_PER_WAITING === 0;
  return {
    _id: formatOrderNumber(toIndianDay(at).slice(2, 4), FIRST_COMPLAINT + number).replace(/^RV-/, 'RVC-'),
    requestId: `growth-${number}`,
    token: String(id),
    state: isWaiting ? 'waiting' : 'resolved',
    name: customer.name,
    email: customer.email,
    orderNumber,
    subject: 'The parcel was open',
    messages: [{ requestId: `growth-${number}`, at, from: 'customer', text: 'The parcel arrived open and wet.' }],
    receivedAt: at,
    ...(isWaiting ? { waitingSince: at } : { resolvedAt: daysAfter(at, 2) }),
    outbox: [],
  };
}

/** @param number of the gift card */
export function toGiftCard(number: number, { sizes, start, end }: SeededShop): Document {
  const issuedAt = new Date(start + ((end - start) * number) / sizes.customers);
  return {
    _id: `growth-${number}`,
    codeHash: number.toString(16).padStart(64, '0'),
    ending: String(number % 10_000).padStart(4, '0'),
    amountPaise: 200_000,
    state: number % 3 === 0 ? 'active' : 'redeemed',
    issuedAt,
    issuedBy: staff,
    expiresAt: daysAfter(issuedAt, 365),
    outbox: [],
  };
}

/** @param number of the entry */
export function toWaitlistEntry(number: number, { sizes, start, end }: SeededShop): Document {
  const at = new Date(start + ((end - start) * number) / sizes.customers);
  return {
    _id: idAt(at.getTime(), number),
    pincode: String(744_100 + (number % 200)),
    email: personOf(number, start).email,
    requestedAt: at,
    outbox: [],
  };
}
