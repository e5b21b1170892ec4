import { z } from 'zod';
import { exportedComplaint } from '../entities/account-data.js';
import { couponCode } from '../entities/offer.js';
import { order, orderPromise, orderStatus } from '../entities/order.js';
import { couponProblem, quote } from '../entities/quote.js';
import { returnState } from '../entities/return.js';
import { paymentMethods } from '../payment-methods.js';
import { email, instant, objectId, orderNumber, paise } from '../primitives.js';
import { linePrice } from './lines.js';

/** Personal data: not to be stored. */
const parcelRecipient = z.object({
  name: z.string(),
  phone: z.string(),
  email: z.string(),
  address: z.string(),
  city: z.string(),
  state: z.string(),
  pincode: z.string(),
  country: z.string(),
});

/** Requests to order. */
export const orderCommands = {
  /** The invoice of an order as a PDF file. Errors: ORDER_NOT_FOUND, INVOICE_NOT_ISSUED. */
  'rpc.order.invoice.pdf': {
    request: z.object({ orderId: objectId }),
    reply: z.object({ filename: z.string(), base64: z.base64() }),
  },
  /** Whether a customer has got a product with an order. `order`: its id or number. @throws ORDER_NUMBER_INVALID */
  'rpc.order.purchase.get': {
    request: z.object({ userId: objectId, order: z.string(), productId: objectId }),
    reply: z.object({ orderId: z.string(), isDelivered: z.boolean() }),
  },
  /**
   * Stores nothing. `lines` at the catalog's current prices. `userId`: for offers that depend on the customer.
   * `problem`: why the coupon does not apply. `pincode`: with the shipping charge of that PIN code in India; without
   * one, of the shop's own.
   */
  'rpc.order.quote.get': {
    request: z.object({
      lines: z.array(linePrice).max(100),
      pincode: z.string().optional(),
      userId: objectId.optional(),
      coupon: couponCode.optional(),
      method: z.enum(paymentMethods).optional(),
    }),
    reply: z.object({ quote, problem: couponProblem.optional() }),
  },
  /** Unknown ids are left out. */
  'rpc.order.states.get': {
    request: z.object({ orderIds: z.array(objectId).max(200) }),
    reply: z.object({
      orders: z.array(
        z.object({
          orderId: objectId,
          orderNumber,
          phase: z.string(),
          status: z.string().optional(),
          totalPaise: paise,
        }),
      ),
    }),
  },
  /** What a shipment and its documents need of a placed order. Errors: ORDER_NOT_FOUND. */
  'rpc.order.shipping.get': {
    request: z.object({ orderId: objectId }),
    reply: z.object({
      orderNumber,
      userId: objectId,
      status: orderStatus,
      city: z.string().optional(),
      promise: orderPromise.optional(),
      orderedAt: instant.optional(),
      /** Who gets the parcel. */
      recipient: parcelRecipient.optional(),
      /** Cash that is still due for the whole order. */
      codDuePaise: paise.optional(),
      lines: z.array(
        z.object({
          lineId: z.string(),
          productId: objectId,
          name: z.string(),
          size: z.string(),
          quantity: z.int().min(1),
          /** Of these, taken back by returns before they arrived, such as of parcels that were lost or came back. */
          returned: z.int().min(0).optional(),
          /** What the customer pays for one unit, taxes included, rounded down. */
          unitPaise: paise.optional(),
          hsn: z.string().optional(),
          category: z.string().optional(),
          personalisation: z.array(z.object({ label: z.string(), value: z.string() })).optional(),
          /** That the personalisation adds to the time until dispatch. */
          extraDays: z.int().min(0).optional(),
        }),
      ),
      /** Grows with every change of the status. */
      revision: z.int().min(0).optional(),
      /** The shop, to which a parcel returns. `address`: its lines. */
      sender: z.object({ name: z.string(), address: z.array(z.string()), phone: z.string().optional() }).optional(),
      note: z.string().optional(),
      giftMessage: z.string().optional(),
    }),
  },
  /** Which orders may be paid on delivery. The order service checks the customer besides. */
  'rpc.order.cash.get': {
    request: z.object({}),
    reply: z.object({
      isEnabled: z.boolean(),
      /** Of the goods, after offers. */
      minimumPaise: paise,
      maximumPaise: paise,
      /** PIN codes, or their first digits. */
      blockedPins: z.array(z.string()),
      allowsPersonalised: z.boolean(),
    }),
  },
  /** What the pick-up of a return needs. Errors: RETURN_NOT_FOUND. */
  'rpc.order.return.get': {
    request: z.object({ returnId: objectId }),
    reply: z.object({
      orderId: objectId,
      orderNumber,
      userId: objectId,
      state: returnState,
      orderedAt: instant,
      /** Where the goods are. */
      recipient: parcelRecipient.optional(),
      lines: z.array(
        z.object({
          productId: objectId,
          name: z.string(),
          size: z.string(),
          quantity: z.int().min(1),
          /** What was paid for one unit, taxes included, rounded down. */
          unitPaise: paise,
          hsn: z.string().optional(),
        }),
      ),
    }),
  },
  /** Permanently rejects a payment, also for an unknown order, unless the order is `paid` by it or `open` to it. */
  'rpc.order.payment.reject': {
    request: z.object({ orderId: objectId, razorpayPaymentId: z.string() }),
    reply: z.object({ outcome: z.enum(['rejected', 'paid', 'open']) }),
  },
  /**
   * Newest first; `before` is the last id of the previous page. `complaintsOf`: instead of orders, the complaints of an
   * email address, whose next page has `nextCursor` as its `cursor`.
   */
  'rpc.order.customer.export': {
    request: z.object({
      userId: objectId,
      before: objectId.optional(),
      complaintsOf: email.optional(),
      cursor: z.string().optional(),
    }),
    reply: z.object({
      orders: z.array(order).max(100),
      isLast: z.boolean(),
      complaints: z.array(exportedComplaint).optional(),
      nextCursor: z.string().optional(),
    }),
  },
} as const;
