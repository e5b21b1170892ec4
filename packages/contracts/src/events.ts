import { z } from 'zod';
import { auditFacts, fulfilmentAuditFacts } from './entities/audit.js';
import { paymentLinkState } from './entities/payment-link.js';
import { orderPromise, orderStatus } from './entities/order.js';
import { returnParcelStatus } from './entities/return.js';
import { courier, shipmentStatus } from './entities/shipment.js';
import { staffRole } from './entities/user.js';
import { email, instant, objectId, orderNumber, paise, quantity } from './primitives.js';

const stockMovement = z.object({
  holdId: z.string(),
  orderId: objectId,
  productId: objectId,
  size: z.string(),
  quantity,
});
/** As stored: rules of forms have been applied, and a later rule must not keep the event of an order back. */
const delivery = z.object({
  fullName: z.string(),
  phone: z.string(),
  address: z.string(),
  city: z.string(),
  state: z.string().optional(),
  pincode: z.string(),
  country: z.string(),
});
const orderLines = z.array(
  z.object({
    productId: objectId,
    name: z.string(),
    image: z.string().optional(),
    size: z.string(),
    personalisation: z.array(z.object({ label: z.string(), value: z.string() })).optional(),
    /** Added to the time until dispatch. */
    extraDays: z.number().optional(),
    quantity,
    unitPaise: paise,
  }),
);
const orderFacts = { orderId: objectId, userId: objectId };
const paymentFacts = {
  orderId: objectId,
  userId: objectId,
  razorpayOrderId: z.string(),
  razorpayPaymentId: z.string(),
};

/** To whom an email goes. Names are text of users: only confirmed addresses get them. */
const recipient = z.object({
  name: z.string().optional(),
  email: email.optional(),
  emailVerified: z.boolean().optional(),
  /** Of the delivery address; missing without one. */
  phone: z.string().optional(),
});

/** Items that came back and are not accepted, and what the customer should know about it. */
const refusal = {
  refused: z.array(z.object({ name: z.string(), quantity })).optional(),
  note: z.string().optional(),
};
/** Where refunds of cash are paid to, without the account itself. */
const payoutTo = z.enum(['upi', 'bank']);

/** By NATS subject. A removed or narrowed field needs a new version. */
const staffMember = z.object({ id: objectId, name: z.string(), role: staffRole });
/** Stock and money of units that are not sold in the end. */
const settlement = {
  ...orderFacts,
  orderNumber,
  returnId: objectId,
  /** For the entries of the stock; grows with time like every hold id. */
  holdId: z.string(),
  restocked: z.array(z.object({ productId: objectId, size: z.string(), quantity })),
  /** Back to the payment method. */
  refund: z.object({ razorpayPaymentId: z.string(), amountPaise: paise }).optional(),
  creditPaise: paise,
  customer: recipient.optional(),
};

export const events = {
  'catalog.product.created': { version: 1, data: z.object({ productId: objectId }) },
  /** `previousPaise`: of a unit, where this change has changed its price. */
  'catalog.product.updated': { version: 1, data: z.object({ productId: objectId, previousPaise: paise.optional() }) },
  'catalog.product.deleted': { version: 1, data: z.object({ productId: objectId }) },
  /** Written, published or hidden: the rating of the product follows. */
  'catalog.review.changed': { version: 1, data: z.object({ productId: objectId }) },
  /** Published with its first reply. */
  'catalog.question.replied': {
    version: 1,
    data: z.object({ questionId: objectId, productId: objectId, userId: objectId }),
  },
  /** The words that mean the same in searches; every catalog process reads them again. */
  'catalog.synonyms.changed': { version: 1, data: z.object({ revision: z.int().min(1) }) },
  /** A customer left items in the cart for a day. */
  'cart.abandoned': {
    version: 1,
    data: z.object({ userId: objectId, lines: z.array(z.object({ productId: objectId, quantity })) }),
  },
  'catalog.stock.held': { version: 1, data: stockMovement },
  'catalog.stock.released': { version: 1, data: stockMovement.extend({ reason: z.enum(['expired', 'cancelled']) }) },
  'catalog.stock.returned': { version: 1, data: stockMovement },
  /** Zones, holidays, charges or single PIN codes; every fulfilment process reads them again. */
  'fulfilment.delivery.changed': { version: 1, data: z.object({ revision: z.int().min(1) }) },
  /** The shop delivers to a PIN code now that somebody waits for; once per entry of the waitlist. */
  'fulfilment.pin.served': {
    version: 1,
    data: z.object({ entryId: objectId, pincode: z.string(), email, productId: objectId.optional() }),
  },
  /** The pick-up of a return was booked, or its parcel has moved. */
  'fulfilment.return.moved': {
    version: 1,
    data: z.object({
      ...orderFacts,
      returnId: objectId,
      status: returnParcelStatus,
      at: instant,
      courierName: z.string(),
      awb: z.string(),
      pickupOn: z.iso.date(),
    }),
  },
  /** A parcel was made or has moved; `order` holds what follows for the whole order. */
  'fulfilment.shipment.changed': {
    version: 1,
    data: z.object({
      ...orderFacts,
      orderNumber,
      shipmentId: z.string(),
      status: shipmentStatus,
      previous: shipmentStatus.optional(),
      at: instant,
      courier,
      awb: z.string(),
      trackingPath: z.string(),
      place: z.string().optional(),
      lines: z.array(z.object({ lineId: z.string(), quantity: z.int().min(1) })),
      /** Of all parcels of the order: whether one has left the shop, and whether every unit was delivered. */
      order: z.object({ isDispatched: z.boolean(), isDelivered: z.boolean() }),
      /** Units that came back to the shop and were inspected: they cannot be sold again. */
      damaged: z.array(z.object({ lineId: z.string(), quantity: z.int().min(1) })).optional(),
    }),
  },
  'order.placed': {
    version: 1,
    data: z.object({
      ...orderFacts,
      orderNumber,
      orderedAt: instant,
      /** Phone orders and exchanges: what was ordered stays in the cart. */
      isFromCart: z.literal(false).optional(),
      totalPaise: paise,
      /** The part of the total that was paid with store credit. */
      creditPaise: paise.optional(),
      promise: orderPromise.optional(),
      /** What the lines and the total differ by. */
      charges: z
        .object({ discountPaise: paise, shippingPaise: paise, codFeePaise: paise, roundOffPaise: z.int() })
        .optional(),
      status: orderStatus,
      lines: orderLines,
      /** The delivery address; only when the email address of the customer is verified. */
      delivery: delivery.optional(),
      /** For the search of customers; no email shows it. Missing without an address. */
      recipient: z.object({ name: z.string(), phone: z.string() }).optional(),
      customer: z.object({
        name: z.string().optional(),
        email: email.optional(),
        /** Emails to an unverified address carry no text of users. */
        emailVerified: z.boolean().optional(),
      }),
      /** Missing when the total is paid online. */
      payment: z.object({ method: z.literal('cod'), duePaise: paise }).optional(),
    }),
  },
  'order.expired': {
    version: 1,
    /** `isWithdrawn`: replaced by another checkout or released by the shop; its payment link is cancelled. */
    data: z.object({ ...orderFacts, holdId: z.string(), isWithdrawn: z.boolean().optional() }),
  },
  /** The payment arrived after the stock was gone: it is refunded. */
  'order.unfulfillable': {
    version: 1,
    data: z.object({ ...orderFacts, razorpayPaymentId: z.string(), amountPaise: paise }),
  },
  /** Restocks the items and refunds the payment, each once. */
  'order.cancelled': {
    version: 1,
    data: z.object({
      ...orderFacts,
      holdId: z.string(),
      razorpayPaymentId: z.string(),
      amountPaise: paise,
      /** Paid with store credit, to be returned as such. */
      creditPaise: paise.optional(),
      lines: z.array(z.object({ productId: objectId, size: z.string(), quantity })),
      /** Units of the lines that came back damaged: they are not restocked. */
      damaged: z.array(z.object({ productId: objectId, size: z.string(), quantity })).optional(),
      orderNumber,
      customer: recipient,
      by: z.string(),
      /** The member of staff whose cancellation counts against the refund limits. */
      staff: staffMember.optional(),
      /** Some units were cancelled before: stock and money of the rest follow `order.lines.cancelled`. */
      isSettled: z.literal(true).optional(),
    }),
  },
  /** Units were cancelled before their dispatch: stock and money follow. */
  'order.lines.cancelled': {
    version: 1,
    data: z.object({
      ...settlement,
      /** Units of each line that are still to be delivered, 0 for none. */
      lines: z.array(z.object({ lineId: z.string(), quantity: z.int().min(0) })),
      /** Missing when the customer cancelled them. */
      staff: staffMember.optional(),
    }),
  },
  /** The tax invoice was issued, at dispatch. */
  'order.invoiced': {
    version: 1,
    data: z.object({
      ...orderFacts,
      orderNumber,
      invoiceNumber: z.string(),
      issuedAt: instant,
      totalPaise: paise,
      customer: recipient,
    }),
  },
  /** What a customer should know of a parcel. Once per parcel and status, unless a process stopped meanwhile. */
  'order.parcel.moved': {
    version: 1,
    data: z.object({
      ...orderFacts,
      orderNumber,
      shipmentId: z.string(),
      status: shipmentStatus,
      courier,
      awb: z.string(),
      trackingPath: z.string(),
      lines: z.array(z.object({ name: z.string(), quantity })),
      customer: recipient,
    }),
  },
  /** A customer requested a return, its pick-up was arranged, or the goods arrived. */
  'order.return.updated': {
    version: 1,
    data: z.object({
      ...orderFacts,
      orderNumber,
      returnId: objectId,
      step: z.enum(['requested', 'pickup_scheduled', 'received']),
      /** Of a scheduled pick-up, where they are known. `pickupOn` in India. */
      pickupOn: z.iso.date().optional(),
      courierName: z.string().optional(),
      customer: recipient,
    }),
  },
  /** The courier does not collect the goods of a return on the day that was announced. */
  'order.pickup.cancelled': {
    version: 1,
    data: z.object({ ...orderFacts, orderNumber, returnId: objectId, customer: recipient }),
  },
  /** Goods came back and were inspected: stock and money follow. */
  'order.return.decided': {
    version: 1,
    data: z.object({
      ...settlement,
      ...refusal,
      /** What was paid in cash: staff pay it by hand. */
      payout: z.object({ amountPaise: paise, to: payoutTo }).optional(),
      /** The order that replaces exchanged goods; their value is reserved as store credit until it is placed. */
      exchange: z
        .object({
          orderId: objectId,
          amountPaise: paise,
          /** What a dearer product costs more, from the customer's store credit. */
          differencePaise: paise.optional(),
          /** What a dearer product costs more, to be paid by a link before the order is placed. */
          due: z.object({ amountPaise: paise, payBy: instant }).optional(),
        })
        .optional(),
      staff: staffMember,
    }),
  },
  /** No goods of a return were accepted: stock and money stay. */
  'order.return.refused': {
    version: 1,
    data: z.object({ ...orderFacts, orderNumber, returnId: objectId, ...refusal, customer: recipient }),
  },
  /** Staff have paid a refund of cash. `reference`: of the transfer. */
  'order.return.paid': {
    version: 1,
    data: z.object({
      ...orderFacts,
      orderNumber,
      returnId: objectId,
      amountPaise: paise,
      to: payoutTo,
      reference: z.string(),
      customer: recipient,
    }),
  },
  'order.status.changed': {
    version: 1,
    data: z.object({ ...orderFacts, from: orderStatus, to: orderStatus, revision: z.int(), by: z.string() }),
  },
  'payment.captured': {
    version: 1,
    data: z.object({ ...paymentFacts, amountPaise: paise, method: z.string(), capturedAt: instant }),
  },
  'payment.failed': { version: 1, data: z.object({ ...paymentFacts, reason: z.string() }) },
  'payment.refunded': {
    version: 1,
    data: z.object({
      ...paymentFacts,
      orderNumber,
      razorpayRefundId: z.string(),
      amountPaise: paise,
      /** The bank's reference, once it has one. */
      arn: z.string().optional(),
    }),
  },
  /** A second person has rejected the refund that staff requested: the money stays until they request it again. */
  'payment.refund.rejected': { version: 1, data: z.object(paymentFacts) },
  /** The bank has credited a refund and given its reference, after `payment.refunded`; also of returned goods. */
  'payment.refund.processed': {
    version: 1,
    data: z.object({
      orderId: objectId,
      userId: objectId,
      orderNumber,
      razorpayRefundId: z.string(),
      amountPaise: paise,
      arn: z.string(),
    }),
  },
  /** The payment link of an order was created (`open`) or has ended. */
  'payment.link.changed': {
    version: 1,
    data: z.object({
      ...orderFacts,
      orderNumber,
      amountPaise: paise,
      state: paymentLinkState,
      url: z.string(),
      expiresAt: instant,
      /** Why the shop sent it unrequested; missing when the customer or staff requested it. */
      reason: z.literal('payment_failed').optional(),
      customer: z.object({
        name: z.string().optional(),
        email: email.optional(),
        phone: z.string().optional(),
      }),
    }),
  },
  // One subject per owner of actions: the NATS permissions keep other services from publishing it.
  'audit.catalog.recorded': { version: 1, data: auditFacts },
  'audit.order.recorded': { version: 1, data: auditFacts },
  'audit.payment.recorded': { version: 1, data: auditFacts },
  'audit.user.recorded': { version: 1, data: auditFacts },
  'audit.fulfilment.recorded': { version: 1, data: fulfilmentAuditFacts },
  /**
   * Access tokens are refused from now on: the one of `sessionId`, or without it all of the user whose version is below
   * `sessionVersion`.
   */
  'user.revoked': {
    version: 1,
    data: z.object({
      userId: objectId,
      sessionVersion: z.int().min(0),
      sessionId: z.uuid().optional(),
      reason: z.enum(['demoted', 'promoted', 'deleted', 'logged_out', 'password_changed', 'reset']),
      /** Somebody else may have set up the account until now: what they decided ends too. */
      isHandedOver: z.boolean().optional(),
    }),
  },
  /**
   * After the grace period: consumers delete or anonymise what no law requires. `pastEmails`: addresses that the
   * account had confirmed before, unless another account has them now.
   */
  'user.deleted': {
    version: 1,
    data: z.object({ userId: objectId, email, pastEmails: z.array(email).optional(), deletedAt: instant }),
  },
  'user.registered': { version: 1, data: z.object({ userId: objectId, name: z.string(), email }) },
} as const satisfies Record<string, { version: number; data: z.ZodType }>;

export type EventName = keyof typeof events;
export const auditEvents = [
  'audit.catalog.recorded',
  'audit.order.recorded',
  'audit.payment.recorded',
  'audit.user.recorded',
  'audit.fulfilment.recorded',
] as const satisfies readonly EventName[];
export type AuditEventName = (typeof auditEvents)[number];

export type EventData<N extends EventName> = z.output<(typeof events)[N]['data']>;

/** `id` is the message id. */
export const envelope = z.object({
  id: z.string().min(1),
  type: z.string().min(1),
  version: z.int().min(1),
  time: instant,
  correlationId: z.string(),
  traceparent: z.string().optional(),
  data: z.unknown(),
});
export interface Envelope<N extends EventName = EventName> {
  id: string;
  type: N;
  version: number;
  time: string;
  correlationId: string;
  traceparent?: string | undefined;
  data: EventData<N>;
}

export const streams = {
  events: {
    name: 'EVENTS',
    subjects: ['catalog.>', 'cart.>', 'order.>', 'payment.>', 'user.>', 'fulfilment.>', 'audit.>'],
  },
  deadLetters: { name: 'DEAD_LETTERS', subjects: ['dead.>'] },
} as const;
