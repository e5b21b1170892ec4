import type { CommandName } from './commands.js';
import { auditEvents, type EventName } from './events.js';

export interface NatsAccess {
  publishes: readonly EventName[];
  consumes: readonly EventName[];
  /** Ephemeral: missed while the process is disconnected. */
  subscribes?: readonly EventName[];
  serves: readonly CommandName[];
  requests: readonly CommandName[];
  /** Manages streams and dead letters. One process only. */
  managesStreams?: true;
  discoversProcesses?: true;
  sharesLimits?: true;
}

/** What changes a product or a list of products for shoppers. */
const catalogEvents = [
  'catalog.product.created',
  'catalog.product.updated',
  'catalog.product.deleted',
  'catalog.synonyms.changed',
  'catalog.stock.held',
  'catalog.stock.released',
  'catalog.stock.returned',
] as const;

/** The source of the NATS server's permissions. */
export const natsAccess = {
  catalog: {
    publishes: [...catalogEvents, 'catalog.review.changed', 'catalog.question.replied', 'audit.catalog.recorded'],
    // Its own reviews, for the ratings.
    consumes: [
      'order.cancelled',
      'order.lines.cancelled',
      'order.return.decided',
      'catalog.review.changed',
      'user.deleted',
    ],
    subscribes: catalogEvents,
    serves: [
      'rpc.catalog.products.get',
      'rpc.catalog.products.find',
      'rpc.catalog.sales.get',
      'rpc.catalog.evidence.sign',
      'rpc.catalog.evidence.find',
      'rpc.catalog.searches.record',
      'rpc.catalog.stock.hold',
      'rpc.catalog.stock.release',
      'rpc.catalog.stock.commit',
      'rpc.catalog.customer.export',
    ],
    requests: ['rpc.order.purchase.get', 'rpc.fulfilment.arrival.get'],
  },
  cart: {
    publishes: ['cart.abandoned'],
    consumes: ['order.placed', 'user.deleted'],
    serves: ['rpc.cart.lines.get'],
    requests: ['rpc.catalog.products.get', 'rpc.order.quote.get'],
  },
  order: {
    publishes: [
      'order.placed',
      'order.expired',
      'order.unfulfillable',
      'order.cancelled',
      'order.invoiced',
      'order.status.changed',
      'order.return.updated',
      'order.pickup.cancelled',
      'order.return.decided',
      'order.return.refused',
      'order.return.paid',
      'order.lines.cancelled',
      'order.parcel.moved',
      'audit.order.recorded',
    ],
    consumes: [
      // Its own, for the sales figures and invoices.
      'order.placed',
      'order.status.changed',
      'order.return.decided',
      'order.lines.cancelled',
      'fulfilment.shipment.changed',
      'fulfilment.return.moved',
      // Its own, for the uses of offers.
      'order.cancelled',
      'payment.captured',
      'payment.failed',
      'payment.refunded',
      'payment.refund.rejected',
      'payment.link.changed',
      'catalog.stock.released',
      'user.deleted',
    ],
    serves: [
      'rpc.order.shipping.get',
      'rpc.order.return.get',
      'rpc.order.cash.get',
      'rpc.order.invoice.pdf',
      'rpc.order.purchase.get',
      'rpc.order.quote.get',
      'rpc.order.states.get',
      'rpc.order.payment.reject',
      'rpc.order.customer.export',
    ],
    requests: [
      'rpc.cart.lines.get',
      'rpc.catalog.products.get',
      'rpc.notification.email.send',
      'rpc.catalog.products.find',
      'rpc.catalog.sales.get',
      'rpc.catalog.evidence.sign',
      'rpc.catalog.evidence.find',
      'rpc.catalog.stock.hold',
      'rpc.catalog.stock.release',
      'rpc.catalog.stock.commit',
      'rpc.payment.order.create',
      'rpc.payment.verify',
      'rpc.payment.link.create',
      'rpc.user.customer.ensure',
      'rpc.payment.refund.check',
      'rpc.fulfilment.promise.get',
      'rpc.payment.credit.get',
      'rpc.payment.credit.reserve',
      'rpc.payment.credit.release',
      'rpc.user.groups.get',
    ],
  },
  payment: {
    publishes: [
      'payment.captured',
      'payment.failed',
      'payment.refunded',
      'payment.refund.rejected',
      'payment.refund.processed',
      'payment.link.changed',
      'audit.payment.recorded',
    ],
    consumes: [
      'order.placed',
      'order.expired',
      'order.unfulfillable',
      'order.cancelled',
      'order.lines.cancelled',
      'order.return.decided',
    ],
    serves: [
      'rpc.payment.order.create',
      'rpc.payment.verify',
      'rpc.payment.link.create',
      'rpc.payment.refund.check',
      'rpc.payment.credit.get',
      'rpc.payment.credit.reserve',
      'rpc.payment.credit.release',
      'rpc.payment.customer.export',
    ],
    requests: ['rpc.order.states.get', 'rpc.order.payment.reject'],
  },
  user: {
    publishes: ['user.registered', 'user.revoked', 'user.deleted', 'audit.user.recorded'],
    consumes: ['order.placed', 'order.status.changed'],
    serves: [
      'rpc.user.session.check',
      'rpc.user.contact.get',
      'rpc.user.wishlist.find',
      'rpc.user.groups.get',
      'rpc.user.customer.ensure',
    ],
    requests: [
      'rpc.notification.email.send',
      'rpc.notification.customer.export',
      'rpc.order.customer.export',
      'rpc.payment.customer.export',
      'rpc.catalog.customer.export',
      'rpc.fulfilment.customer.export',
      'rpc.cart.lines.get',
    ],
  },
  notification: {
    publishes: [],
    consumes: [
      'order.placed',
      'catalog.product.updated',
      'catalog.product.deleted',
      'catalog.stock.released',
      'catalog.stock.returned',
      'order.invoiced',
      'order.parcel.moved',
      'order.return.updated',
      'order.pickup.cancelled',
      'order.return.decided',
      'order.return.refused',
      'order.return.paid',
      'order.lines.cancelled',
      'order.status.changed',
      'order.cancelled',
      'payment.refunded',
      'payment.refund.processed',
      'fulfilment.pin.served',
      'cart.abandoned',
      'payment.link.changed',
      'user.revoked',
      'user.deleted',
      ...auditEvents,
    ],
    serves: ['rpc.notification.email.send', 'rpc.notification.customer.export'],
    requests: ['rpc.catalog.products.get', 'rpc.user.contact.get', 'rpc.user.wishlist.find', 'rpc.order.invoice.pdf'],
    managesStreams: true,
  },
  fulfilment: {
    publishes: [
      'fulfilment.delivery.changed',
      'fulfilment.pin.served',
      'fulfilment.shipment.changed',
      'fulfilment.return.moved',
      'audit.fulfilment.recorded',
    ],
    consumes: [
      'order.cancelled',
      'order.lines.cancelled',
      'user.deleted',
      // For what has to leave the shop; its own parcels too.
      'order.placed',
      'order.status.changed',
      'order.return.decided',
      'fulfilment.shipment.changed',
    ],
    subscribes: ['fulfilment.delivery.changed'],
    serves: ['rpc.fulfilment.promise.get', 'rpc.fulfilment.arrival.get', 'rpc.fulfilment.customer.export'],
    requests: ['rpc.catalog.products.get', 'rpc.order.shipping.get', 'rpc.order.return.get', 'rpc.order.cash.get'],
  },
  gateway: {
    publishes: [],
    consumes: [],
    subscribes: [...catalogEvents, 'user.revoked'],
    serves: [],
    requests: ['rpc.catalog.searches.record', 'rpc.user.session.check'],
    discoversProcesses: true,
    sharesLimits: true,
  },
} as const satisfies Record<string, NatsAccess>;

export type NatsProcess = keyof typeof natsAccess;
export const NATS_OPERATOR = 'operator';
export const natsUsers = [...(Object.keys(natsAccess) as NatsProcess[]), NATS_OPERATOR] as const;
export type NatsUser = (typeof natsUsers)[number];
