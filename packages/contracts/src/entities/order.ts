import { z } from 'zod';
import { email, instant, line, objectId, phone, pincode, quantity, size } from '../primitives.js';

/** In the order of an order's life; Cancelled ends it (architecture §3, specification §4). */
export const orderStatuses = ['Pending', 'Processing', 'Shipped', 'Delivered', 'Cancelled'] as const;
export const orderStatus = z.enum(orderStatuses);
export type OrderStatus = z.infer<typeof orderStatus>;

/** The billing form (specification §5 "Checkout"). `state` is asked for by our form and optional for other callers. */
export const billing = z
  .object({
    fullName: line(120),
    email,
    phone,
    address: line(300),
    city: line(80),
    state: z.string().trim().max(80).optional(),
    pincode,
    country: z
      .string()
      .trim()
      .max(80)
      .transform((value) => value || 'India')
      .default('India'),
  })
  .meta({ id: 'Billing' });
export type Billing = z.infer<typeof billing>;

/** A bought line: a snapshot taken when the checkout began. `price` in rupees a piece. */
export const orderLine = z
  .object({
    product: z.object({ _id: objectId, name: z.string(), image: z.string().optional(), price: z.number() }),
    size: z.string(),
    quantity,
    price: z.number(),
  })
  .meta({ id: 'OrderLine' });
export type OrderLine = z.infer<typeof orderLine>;

/** Who did what to an order, and when. */
export const orderHistoryEntry = z.object({
  at: instant,
  by: z.string(),
  what: z.string(),
  from: z.string().optional(),
  to: z.string().optional(),
});

/** Where the money stands. */
export const paymentState = z.enum(['awaiting', 'captured', 'refunding', 'refunded']);

/** An order as its owner and the admin see it. `totalAmount` and `amount` are the same rupees (specification §3). */
export const order = z
  .object({
    _id: objectId,
    orderedAt: instant,
    totalAmount: z.number(),
    amount: z.number(),
    currency: z.literal('INR'),
    status: orderStatus,
    address: z.string(),
    billing: billing.partial().optional(),
    paymentMethod: z.string().optional(),
    paymentState,
    razorpayOrderId: z.string().optional(),
    razorpayPaymentId: z.string().optional(),
    user: z.object({
      _id: objectId,
      name: z.string().optional(),
      email: z.string().optional(),
      phone: z.string().optional(),
    }),
    products: z.array(orderLine),
    history: z.array(orderHistoryEntry),
  })
  .meta({ id: 'Order' });
export type Order = z.infer<typeof order>;

/**
 * What the shop sold, for the admin's dashboard. Money in rupees; cancelled orders count as orders, never as revenue.
 * A day is a day of India (UTC+05:30), whatever the clock of server or browser says.
 */
export const salesSummary = z
  .object({
    /** Of all time. */
    revenue: z.number(),
    orders: z.int(),
    /** Every status, in the order of an order's life. */
    byStatus: z.array(z.object({ status: orderStatus, orders: z.int() })),
    /** The last 30 days, today last; days without an order too. */
    days: z.array(z.object({ day: z.iso.date(), revenue: z.number(), orders: z.int() })),
    /** The products that sold the most pieces in these days, best first; at most five. */
    bestSellers: z.array(z.object({ productId: objectId, name: z.string(), units: z.int(), revenue: z.number() })),
    /** The five latest orders, newest first. */
    recent: z.array(order),
  })
  .meta({ id: 'SalesSummary' });
export type SalesSummary = z.infer<typeof salesSummary>;

/**
 * A cart as checkout's documented calls carry it. It is accepted and never believed (rule 2),
 * so that its shape is held loosely and its size is what is bounded.
 */
export const sentCart = z.union([
  z.array(z.looseObject({ quantity: quantity.optional(), size: size.optional() })).max(200),
  z.looseObject({ items: z.array(z.looseObject({})).max(200).optional() }),
]);
