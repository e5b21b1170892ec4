import { z } from 'zod';
import { exportedStockAlert } from './entities/account-data.js';
import { complaintNumber } from './entities/complaint.js';
import { order, orderPromise, orderStatus } from './entities/order.js';
import { personalisation } from './entities/personalisation.js';
import { couponCode } from './entities/offer.js';
import { category, product, taxClass } from './entities/product.js';
import { couponProblem, quote } from './entities/quote.js';
import { refundOutcome } from './entities/refund-approval.js';
import { role, staffRole } from './entities/user.js';
import { paymentMethods } from './payment-methods.js';
import { email, instant, objectId, orderNumber, paise, quantity } from './primitives.js';

export const stockLine = z.object({ productId: objectId, size: z.string(), quantity });
export type StockLine = z.infer<typeof stockLine>;

/** A line of a cart, with what the customer entered for it. */
const cartLine = stockLine.extend({
  personalisation: personalisation.optional(),
  extraDays: z.int().min(0).optional(),
});
export type CartLine = z.infer<typeof cartLine>;

const pricedLine = stockLine.extend({ name: z.string(), image: z.string().optional(), unitPaise: paise });
export type PricedLine = z.infer<typeof pricedLine>;

/** The product's own; by category when missing. */
const ownTax = { hsn: z.string().optional(), taxClass: taxClass.optional() };

/** What the quote needs; `unitPaise` is the price of a unit now. */
const heldLine = pricedLine.extend({
  /** The price of a unit outside of the sale; missing without a sale. */
  mrpPaise: paise.optional(),
  category,
  fabric: z.string().optional(),
  ...ownTax,
  tags: z.array(z.string()).optional(),
});
export type HeldLine = z.infer<typeof heldLine>;

/** The price of a unit for a time. */
const salePrice = z.object({ pricePaise: paise, from: instant.optional(), until: instant.optional() });
export type SalePrice = z.infer<typeof salePrice>;

/** A line of a cart with what its price depends on. */
const linePrice = stockLine.extend({
  personalisation: personalisation.optional(),
  pricePaise: paise,
  sale: salePrice.optional(),
  category,
  fabric: z.string().optional(),
  ...ownTax,
  tags: z.array(z.string()).optional(),
});

const catalogProduct = product
  .omit({ price: true, sale: true })
  .extend({ pricePaise: paise, sale: salePrice.optional() });
export type CatalogProduct = z.infer<typeof catalogProduct>;

const hold = z.object({
  holdId: z.string(),
  orderId: objectId,
  /** For logs and traces. */
  orderNumber: orderNumber.optional(),
  lines: z.array(stockLine).min(1),
});

/** Different texts in one batch of counted searches. */
export const MAX_SEARCH_BATCH = 500;

/** Missing until the address is verified: an email to a stranger carries no text of users. */
const recipient = { name: z.string().optional() };
const validLink = { link: z.url(), validMinutes: z.int().min(1) };
const occurrence = { at: instant, device: z.string().optional() };
const emailOf = <const Template extends string, Data extends z.ZodRawShape>(template: Template, data: Data) =>
  z.object({
    messageId: z.string().min(1).max(120),
    to: email,
    template: z.literal(template),
    data: z.object({ ...recipient, ...data }),
  });

const emailRequest = z.discriminatedUnion('template', [
  emailOf('password-reset', validLink),
  emailOf('login-code', { code: z.string(), validMinutes: z.int().min(1) }),
  emailOf('email-verification', validLink),
  /** To the old address; the link undoes the change. */
  emailOf('email-changed', { ...validLink, ...occurrence }),
  emailOf('new-device', occurrence),
  emailOf('password-changed', occurrence),
  emailOf('second-factor-changed', { ...occurrence, change: z.enum(['added', 'removed', 'recovery_codes_replaced']) }),
  emailOf('staff-invitation', { ...validLink, role: staffRole }),
  emailOf('role-changed', { at: instant, role }),
  emailOf('deletion-scheduled', { deletesAt: instant, link: z.url() }),
  emailOf('account-deleted', {}),
  /** Confirms an order that is paid on delivery. `phone`: gets the code by SMS too. `userId`: of the customer. */
  emailOf('order-code', {
    userId: objectId.optional(),
    phone: z.string().optional(),
    code: z.string(),
    validMinutes: z.int().min(1),
    orderNumber,
    totalPaise: paise,
    feePaise: paise,
  }),
  /** Without texts: the address was not verified. `path`: of the status page, relative to the shop's address. */
  emailOf('complaint', {
    number: complaintNumber,
    change: z.enum(['received', 'replied', 'resolved']),
    path: z.string(),
  }),
]);
export type EmailTemplate = z.infer<typeof emailRequest>['template'];

const evidenceKind = z.enum(['photo', 'video']);
const evidenceFile = z.object({ public_id: z.string(), url: z.string() });

/** Requests between services by NATS subject. All are idempotent (rule 10). */
export const commands = {
  'rpc.catalog.products.get': {
    request: z.object({ ids: z.array(objectId).max(500) }),
    reply: z.object({
      products: z.array(catalogProduct),
    }),
  },
  /** The products that an offer is for, newest first, without categories and tags all. */
  'rpc.catalog.products.find': {
    request: z.object({
      categories: z.array(category).max(20),
      tags: z.array(z.string()).max(30),
      limit: z.int().min(1).max(50),
    }),
    reply: z.object({ products: z.array(catalogProduct), total: z.int().min(0) }),
  },
  /** The greatest reduction by a sale of a product that can be bought now, in whole percent. */
  'rpc.catalog.sales.get': {
    request: z.object({}),
    reply: z.object({ maxPercent: z.int().min(0).max(100) }),
  },
  /** Signs one upload of a photo or video for a return. @see `rpc.catalog.evidence.find` */
  'rpc.catalog.evidence.sign': {
    request: z.object({ key: z.string().min(1).max(120), kind: evidenceKind, slot: z.int().min(0) }),
    reply: z.object({ url: z.string(), fields: z.record(z.string(), z.string()) }),
  },
  /** Uploads of a return as the image host describes them; `VALIDATION_FAILED` for those not signed for it. */
  'rpc.catalog.evidence.find': {
    request: z.object({
      key: z.string().min(1).max(120),
      photos: z.array(z.string()).max(8),
      video: z.string().optional(),
    }),
    reply: z.object({ photos: z.array(evidenceFile), video: evidenceFile.optional() }),
  },
  /** What a gateway counted since its last batch. Idempotent by `batchId`. */
  'rpc.catalog.searches.record': {
    request: z.object({
      batchId: z.uuid(),
      searches: z.array(z.object({ text: z.string().max(200), count: z.int().min(1) })).max(MAX_SEARCH_BATCH),
    }),
    reply: z.object({ outcome: z.literal('recorded') }),
  },
  /** Errors: PERSONALISATION_INVALID for values that do not fit their product's current fields. */
  'rpc.cart.lines.get': {
    request: z.object({ userId: objectId }),
    reply: z.object({ lines: z.array(cartLine), coupon: couponCode.optional() }),
  },
  /** All lines or none. `expectedPaise`, of all units, is compared first. */
  'rpc.catalog.stock.hold': {
    request: hold.extend({ expectedPaise: paise.optional(), expiresAt: instant }),
    reply: z.discriminatedUnion('outcome', [
      z.object({ outcome: z.literal('held'), lines: z.array(heldLine), totalPaise: paise }),
      z.object({ outcome: z.literal('total_changed'), totalPaise: paise }),
      z.object({
        outcome: z.literal('unavailable'),
        lines: z.array(stockLine.extend({ name: z.string().optional(), available: z.int().min(0) })),
      }),
    ]),
  },
  /** Leaves stock alone that was committed or released before. */
  'rpc.catalog.stock.release': {
    request: hold,
    reply: z.object({ outcome: z.literal('released') }),
  },
  /** All lines, or none (`gone`) when a line is no longer held; the rest is then released. */
  'rpc.catalog.stock.commit': {
    request: hold,
    reply: z.object({ outcome: z.enum(['sold', 'gone']) }),
  },
  'rpc.payment.order.create': {
    /** The order number is the receipt. */
    request: z.object({
      orderId: objectId,
      orderNumber,
      userId: objectId,
      amountPaise: paise,
    }),
    reply: z.object({ razorpayOrderId: z.string(), amountPaise: paise, currency: z.literal('INR') }),
  },
  /** Captures the payment if necessary. Errors: PAYMENT_SIGNATURE_INVALID, PAYMENT_MISMATCH, PAYMENT_NOT_CAPTURED. */
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
  /**
   * Returns the open payment link of an unpaid order, made at the first request. `staff` sent it; without, the customer
   * requested it. Errors: PAYMENT_NOT_FOUND, PAYMENT_MISMATCH, PAYMENT_LINK_CLOSED, PAYMENT_PROVIDER_FAILED.
   */
  'rpc.payment.link.create': {
    request: z.object({
      orderId: objectId,
      orderNumber,
      userId: objectId,
      amountPaise: paise,
      customer: z.object({
        name: z.string().max(50).optional(),
        email: z.string().optional(),
        contact: z.string().optional(),
      }),
      staff: z.object({ id: objectId, name: z.string(), role: staffRole, email: z.string() }).optional(),
      expiresAt: instant,
    }),
    reply: z.object({ url: z.url(), expiresAt: instant }),
  },
  /**
   * Reserves store credit for a checkout, all or nothing, once per order. A reservation that was released can be made
   * again. Errors: CREDIT_INSUFFICIENT.
   */
  'rpc.payment.credit.reserve': {
    request: z.object({ userId: objectId, orderId: objectId, amountPaise: paise.min(1) }),
    reply: z.object({ outcome: z.literal('reserved') }),
  },
  /** Returns what a checkout reserved, if it was not paid. */
  'rpc.payment.credit.release': {
    request: z.object({ userId: objectId, orderId: objectId }),
    reply: z.object({ outcome: z.literal('released') }),
  },
  'rpc.payment.credit.get': {
    request: z.object({ userId: objectId }),
    reply: z.object({ balancePaise: paise }),
  },
  /** Whether the refund of a cancelled order waits for a second person. */
  'rpc.payment.refund.check': {
    /** `amountPaise`: of a partial refund; the whole payment without. */
    request: z.object({
      orderId: objectId,
      razorpayPaymentId: z.string(),
      staffId: objectId,
      amountPaise: paise.optional(),
    }),
    reply: z.object({ outcome: refundOutcome }),
  },
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
  /**
   * The longest handling, in working days, with which an order of now arrives at a PIN code (without one, the shop's
   * own) before a date, or before the next festival of that name; -1 if none does. `byCategory`: of products without
   * their own.
   */
  'rpc.fulfilment.arrival.get': {
    request: z.object({ before: z.string(), pincode: z.string().optional() }),
    reply: z.discriminatedUnion('outcome', [
      z.object({
        outcome: z.literal('known'),
        maxHandlingDays: z.int().min(-1),
        byCategory: z.record(category, z.int().min(0)),
      }),
      z.object({ outcome: z.literal('unknown_pin') }),
      z.object({ outcome: z.literal('unknown_festival') }),
    ]),
  },
  /**
   * When the lines arrive at a PIN code in India (dates there), and the shipping charge of goods below `freeFromPaise`.
   * Without a PIN code: at the shop's own. Errors: PRODUCT_NOT_FOUND.
   */
  'rpc.fulfilment.promise.get': {
    request: z.object({
      pincode: z.string().optional(),
      lines: z
        .array(z.object({ productId: objectId, quantity, extraDays: z.int().min(0).optional() }))
        .min(1)
        .max(100),
    }),
    reply: z.discriminatedUnion('outcome', [
      z.object({
        outcome: z.literal('served'),
        cod: z.boolean(),
        from: z.iso.date(),
        to: z.iso.date(),
        shipping: z.object({ chargePaise: paise, freeFromPaise: paise.optional() }),
      }),
      z.object({ outcome: z.literal('not_served') }),
      z.object({ outcome: z.literal('unknown_pin') }),
    ]),
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
      /** Who gets the parcel. Personal data: not to be stored. */
      recipient: z
        .object({
          name: z.string(),
          phone: z.string(),
          email: z.string(),
          address: z.string(),
          city: z.string(),
          state: z.string(),
          pincode: z.string(),
          country: z.string(),
        })
        .optional(),
      /** Cash that is still due for the whole order. */
      codDuePaise: paise.optional(),
      lines: z.array(
        z.object({
          lineId: z.string(),
          productId: objectId,
          name: z.string(),
          size: z.string(),
          quantity: z.int().min(1),
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
  /** Permanently rejects a payment, also for an unknown order, unless the order is `paid` by it or `open` to it. */
  'rpc.order.payment.reject': {
    request: z.object({ orderId: objectId, razorpayPaymentId: z.string() }),
    reply: z.object({ outcome: z.enum(['rejected', 'paid', 'open']) }),
  },
  /** Idempotent by message id. `pending`: another attempt is in progress. `data` is not stored. */
  'rpc.notification.email.send': {
    request: emailRequest,
    /** `isInSms`: the code of an order was sent to its phone number too. */
    reply: z.object({ outcome: z.enum(['sent', 'pending']), isInSms: z.boolean().optional() }),
  },
  /**
   * The state behind an access token. `elevatedUntil`: after a step-up of this session, while it lasts.
   * `isSecondFactorSetupRequired`: staff calls are refused until the account has one.
   */
  'rpc.user.session.check': {
    request: z.object({ userId: objectId, sessionId: z.uuid() }),
    reply: z.discriminatedUnion('isActive', [
      z.object({ isActive: z.literal(false) }),
      z.object({
        isActive: z.literal(true),
        sessionVersion: z.int().min(0),
        role,
        emailVerified: z.boolean(),
        elevatedUntil: instant.optional(),
        isSecondFactorSetupRequired: z.boolean(),
      }),
    ]),
  },
  /** Where a customer can be reached; none for a deleted account. The name only where the address is confirmed. */
  'rpc.user.contact.get': {
    request: z.object({ userId: objectId }),
    reply: z.object({
      contact: z
        .object({
          name: z.string().optional(),
          email,
          emailVerified: z.boolean(),
          phone: z.string().optional(),
          hasMarketingConsent: z.boolean(),
        })
        .optional(),
    }),
  },
  /** Who has a product on the wishlist, by id; `after` is the last one of the previous page. */
  'rpc.user.wishlist.find': {
    request: z.object({ productId: objectId, after: objectId.optional() }),
    reply: z.object({ userIds: z.array(objectId).max(200), isLast: z.boolean() }),
  },
  /** Names of customer groups, and whether the customer is a member. Unknown ids are left out. */
  'rpc.user.groups.get': {
    request: z.object({ groupIds: z.array(objectId).max(2_100), userId: objectId.optional() }),
    reply: z.object({
      groups: z.array(z.object({ groupId: objectId, name: z.string(), isMember: z.boolean() })),
    }),
  },
  /**
   * The account of a customer on the phone, created without a password if there is none. Errors: EMAIL_TAKEN when the
   * address is of staff or reserved.
   */
  'rpc.user.customer.ensure': {
    request: z.object({ email, name: z.string(), phone: z.string() }),
    reply: z.object({ userId: objectId, name: z.string(), emailVerified: z.boolean() }),
  },
  /** Newest first; `before` is the last id of the previous page. */
  'rpc.order.customer.export': {
    request: z.object({ userId: objectId, before: objectId.optional() }),
    reply: z.object({ orders: z.array(order).max(100), isLast: z.boolean() }),
  },
  'rpc.notification.customer.export': {
    request: z.object({ userId: objectId, email }),
    reply: z.object({ stockAlerts: z.array(exportedStockAlert).max(500) }),
  },
} as const satisfies Record<string, { request: z.ZodType; reply: z.ZodType }>;

export type CommandName = keyof typeof commands;
export type CommandRequest<N extends CommandName> = z.input<(typeof commands)[N]['request']>;
export type CommandReply<N extends CommandName> = z.output<(typeof commands)[N]['reply']>;
