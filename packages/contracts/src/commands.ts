import { z } from 'zod';
import { product } from './entities/product.js';
import { email, instant, objectId, paise, quantity } from './primitives.js';

/** A line as services speak of it. */
export const stockLine = z.object({ productId: objectId, size: z.string(), quantity });
export type StockLine = z.infer<typeof stockLine>;

/** A line with the facts that an order keeps: name, picture and price as they were then. */
export const pricedLine = stockLine.extend({ name: z.string(), image: z.string().optional(), unitPaise: paise });
export type PricedLine = z.infer<typeof pricedLine>;

/** A product as services see it: the shoppers' view with the price in paise. */
export const catalogProduct = product.omit({ price: true }).extend({ pricePaise: paise });
export type CatalogProduct = z.infer<typeof catalogProduct>;

const hold = z.object({ holdId: z.string(), orderId: objectId, lines: z.array(stockLine).min(1) });

/**
 * Requests between services, by NATS subject (`rpc.<owner>.<what>`). Every one may be repeated safely:
 * asking twice has the effect of asking once (rule 10).
 */
export const commands = {
  'rpc.catalog.products.get': {
    request: z.object({ ids: z.array(objectId).max(500) }),
    reply: z.object({
      products: z.array(catalogProduct),
    }),
  },
  /** What a cart holds now. */
  'rpc.cart.lines.get': {
    request: z.object({ userId: objectId }),
    reply: z.object({ lines: z.array(stockLine) }),
  },
  /** Take all lines off the shelf for a checkout, or none. `expectedPaise` is compared before anything is taken. */
  'rpc.catalog.stock.hold': {
    request: hold.extend({ expectedPaise: paise.optional(), expiresAt: instant }),
    reply: z.discriminatedUnion('outcome', [
      z.object({ outcome: z.literal('held'), lines: z.array(pricedLine), totalPaise: paise }),
      z.object({ outcome: z.literal('total_changed'), totalPaise: paise }),
      z.object({
        outcome: z.literal('unavailable'),
        lines: z.array(stockLine.extend({ name: z.string().optional(), available: z.int().min(0) })),
      }),
    ]),
  },
  /** Put held pieces back. Pieces already sold or back stay as they are. */
  'rpc.catalog.stock.release': {
    request: hold,
    reply: z.object({ outcome: z.literal('released') }),
  },
  /** Turn a hold into a sale: all lines or none. `gone`: at least one line was no longer held; nothing is sold or held then. */
  'rpc.catalog.stock.commit': {
    request: hold,
    reply: z.object({ outcome: z.enum(['sold', 'gone']) }),
  },
  /** The Razorpay order for an order of ours; the same one every time. */
  'rpc.payment.order.create': {
    request: z.object({ orderId: objectId, userId: objectId, amountPaise: paise }),
    reply: z.object({ razorpayOrderId: z.string(), amountPaise: paise, currency: z.literal('INR') }),
  },
  /** Check a payment response's signature, ask Razorpay, capture if need be. Errors: PAYMENT_SIGNATURE_INVALID, PAYMENT_MISMATCH, PAYMENT_NOT_CAPTURED. */
  'rpc.payment.verify': {
    request: z.object({
      userId: objectId,
      razorpayOrderId: z.string(),
      razorpayPaymentId: z.string(),
      signature: z.string(),
    }),
    reply: z.object({
      orderId: objectId,
      userId: objectId,
      razorpayOrderId: z.string(),
      razorpayPaymentId: z.string(),
      amountPaise: paise,
      method: z.string(),
      capturedAt: instant,
    }),
  },
  /** Where orders stand, for the payments desk; unknown ones are left out. */
  'rpc.order.states.get': {
    request: z.object({ orderIds: z.array(objectId).max(200) }),
    reply: z.object({
      orders: z.array(
        z.object({ orderId: objectId, phase: z.string(), status: z.string().optional(), totalPaise: paise }),
      ),
    }),
  },
  /**
   * Have a payment never become this order's, so that it can be given back: `refused`, also when said before or when
   * there is no such order. Nothing is changed when the order `stands` on it, or is still `open` to it.
   */
  'rpc.order.payment.reject': {
    request: z.object({ orderId: objectId, razorpayPaymentId: z.string() }),
    reply: z.object({ outcome: z.enum(['rejected', 'paid', 'open']) }),
  },
  /**
   * Sends one email; repeating a message id does not send it again. `pending`: another attempt is in progress.
   * Fails with UNAVAILABLE when the mail server rejects it. Nothing of `data` is stored.
   */
  'rpc.notification.email.send': {
    request: z.object({
      messageId: z.string().min(1).max(120),
      template: z.literal('password-reset'),
      to: email,
      data: z.object({ name: z.string(), link: z.url(), validMinutes: z.int().min(1) }),
    }),
    reply: z.object({ outcome: z.enum(['sent', 'pending']) }),
  },
} as const satisfies Record<string, { request: z.ZodType; reply: z.ZodType }>;

export type CommandName = keyof typeof commands;
export type CommandRequest<N extends CommandName> = z.input<(typeof commands)[N]['request']>;
export type CommandReply<N extends CommandName> = z.output<(typeof commands)[N]['reply']>;
