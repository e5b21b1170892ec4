import { z } from 'zod';
import { orderStatuses } from '../order-statuses.js';
import {
  country,
  email,
  gstin,
  instant,
  line,
  objectId,
  optionalLine,
  orderNumber,
  pageQuery,
  paragraph,
  personName,
  normalisedPhone,
  pincode,
  quantity,
  size,
} from '../primitives.js';
import { orderCash } from './cash.js';
import { personalisation } from './personalisation.js';
import { quote } from './quote.js';
import { orderReturn } from './return.js';

export const orderStatus = z.enum(orderStatuses);
export type OrderStatus = z.infer<typeof orderStatus>;

/** Specification §5 "Checkout"; other clients may omit `state`. */
export const billing = z
  .object({
    fullName: personName,
    email,
    phone: normalisedPhone,
    address: line(300),
    city: line(80),
    state: z.string().trim().max(80).optional(),
    pincode,
    country,
    gstin,
    /** Of the business with this GSTIN, as registered; the invoice names it. */
    businessName: optionalLine(200),
    /** Where it is registered; the address of the delivery when missing. */
    businessAddress: optionalLine(300),
  })
  .meta({ id: 'Billing' });
export type Billing = z.infer<typeof billing>;

/** What the customer writes for the shop, and for the person who gets the parcel. */
export const orderMessages = { note: paragraph(500).optional(), giftMessage: paragraph(300).optional() };

/** A snapshot from the start of the checkout. Rupees. */
const orderLine = z
  .object({
    /** Unique in the order. */
    lineId: z.string(),
    product: z.object({ _id: objectId, name: z.string(), image: z.string().optional(), price: z.number() }),
    size: z.string(),
    personalisation: personalisation.optional(),
    category: z.string().optional(),
    isOnSale: z.boolean().optional(),
    /** That the personalisation adds to the time until dispatch. */
    extraDays: z.int().min(0).optional(),
    quantity,
    /** Of these units. */
    cancelled: z.int().min(1).optional(),
    /** When the last of its units were delivered. */
    deliveredAt: instant.optional(),
    price: z.number(),
  })
  .meta({ id: 'OrderLine' });

/** Units that are cancelled while the rest of their order stays. */
export const cancelledLines = z
  .object({
    requestId: z.uuid(),
    lines: z
      .array(z.object({ lineId: z.string().min(1).max(40), quantity }))
      .min(1, 'Choose at least one item.')
      .max(100)
      .refine((lines) => new Set(lines.map(({ lineId }) => lineId)).size === lines.length, 'Name each item once.'),
  })
  .meta({ id: 'CancelledLines' });

const orderHistoryEntry = z.object({
  at: instant,
  by: z.string(),
  what: z.string(),
  from: z.string().optional(),
  to: z.string().optional(),
});

/** When the order arrives, as promised at payment: ISO dates in India. */
export const orderPromise = z.object({ from: z.iso.date(), to: z.iso.date() }).meta({ id: 'OrderPromise' });

/** `awaiting`: of a placed order, the cash on delivery. `collected`: in cash. */
export const paymentState = z.enum(['awaiting', 'captured', 'collected', 'refunding', 'refunded']);

/** `totalAmount` and `amount` are the same rupees (specification §3). */
export const order = z
  .object({
    _id: objectId,
    orderNumber,
    orderedAt: instant,
    totalAmount: z.number(),
    amount: z.number(),
    currency: z.literal('INR'),
    status: orderStatus,
    address: z.string(),
    billing: billing
      .extend({
        country: z.string(),
        gstin: z.string().optional(),
        businessName: z.string().optional(),
        businessAddress: z.string().optional(),
      })
      .partial()
      .optional(),
    paymentMethod: z.string().optional(),
    paymentState,
    /** Of what is paid on delivery. */
    cash: orderCash.optional(),
    /** Paid with store credit, rupees. */
    creditAmount: z.number().optional(),
    /** Paid online, rupees; missing unless it is a part of the total. */
    paidOnline: z.number().optional(),
    razorpayOrderId: z.string().optional(),
    razorpayPaymentId: z.string().optional(),
    user: z.object({
      _id: objectId,
      name: z.string().optional(),
      email: z.string().optional(),
      phone: z.string().optional(),
    }),
    products: z.array(orderLine),
    /** What the order costs, in paise. */
    quote: quote.optional(),
    /** Missing for addresses outside India, and for orders that were paid without the fulfilment service. */
    promise: orderPromise.optional(),
    note: z.string().optional(),
    giftMessage: z.string().optional(),
    /** When the last parcel was delivered. */
    deliveredAt: instant.optional(),
    returns: z.array(orderReturn).optional(),
    history: z.array(orderHistoryEntry),
  })
  .meta({ id: 'Order' });
export type Order = z.infer<typeof order>;

/**
 * `q`: the order's number or the first part of it, with or without dashes, its id, a payment's id, a phone number, the
 * PIN code, or words that begin the city, the name or the email of the customer or of the recipient; all words must
 * match.
 */
export const ordersQuery = pageQuery.extend({
  q: z.string().trim().max(120).optional(),
  status: orderStatus.optional(),
});

export const statusCounts = z.array(z.object({ status: orderStatus, orders: z.int() }));

/**
 * Rupees, IST dates; cancelled orders count as orders, not as revenue. Revenue and units are without cancelled items
 * and before returns. Exchanged items count with the order that replaces them.
 */
export const salesSummary = z
  .object({
    revenue: z.number(),
    orders: z.int(),
    byStatus: statusCounts,
    days: z.array(z.object({ day: z.iso.date(), revenue: z.number(), orders: z.int() })),
    bestSellers: z.array(z.object({ productId: objectId, name: z.string(), units: z.int(), revenue: z.number() })),
    recent: z.array(order),
  })
  .meta({ id: 'SalesSummary' });
export type SalesSummary = z.infer<typeof salesSummary>;

/** Never trusted (rule 2): only its size is validated. */
export const sentCart = z.union([
  z.array(z.looseObject({ quantity: quantity.optional(), size: size.optional() })).max(200),
  z.looseObject({ items: z.array(z.looseObject({})).max(200).optional() }),
]);
