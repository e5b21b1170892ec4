import type { CommandName } from './commands.js';
import type { EventName } from './events.js';

/** What a process does over NATS. Each has a user of its own that may do this and nothing else. */
export interface NatsAccess {
  /** Events that it tells. */
  publishes: readonly EventName[];
  /** Events that it handles. */
  consumes: readonly EventName[];
  /** Events that it hears in passing: none is kept for it, and it misses those that are told while it is away. */
  subscribes?: readonly EventName[];
  /** Commands that it answers. */
  serves: readonly CommandName[];
  /** Commands that it asks others. */
  requests: readonly CommandName[];
  /**
   * It looks after the streams: brings them to the form that a new release wants, shows the dead letters and
   * tells their events again. One process only.
   */
  managesStreams?: true;
  /** It asks every process how it is, for the people who run the shop. */
  discoversProcesses?: true;
}

/**
 * Who may do what over NATS. A new event or command gets its line here; a test compares this table with the
 * code, and the permissions of the NATS server are made from it.
 */
export const natsAccess = {
  catalog: {
    publishes: [
      'catalog.product.created',
      'catalog.product.updated',
      'catalog.product.deleted',
      'catalog.stock.held',
      'catalog.stock.sold',
      'catalog.stock.released',
      'catalog.stock.returned',
      'audit.recorded',
    ],
    consumes: ['order.cancelled'],
    // Each replica keeps its search by what all of them do.
    subscribes: [
      'catalog.product.created',
      'catalog.product.updated',
      'catalog.product.deleted',
      'catalog.stock.held',
      'catalog.stock.released',
      'catalog.stock.returned',
    ],
    serves: [
      'rpc.catalog.products.get',
      'rpc.catalog.stock.hold',
      'rpc.catalog.stock.release',
      'rpc.catalog.stock.commit',
    ],
    requests: [],
  },
  cart: {
    publishes: [],
    consumes: ['order.placed'],
    serves: ['rpc.cart.lines.get'],
    requests: ['rpc.catalog.products.get'],
  },
  order: {
    publishes: [
      'order.placed',
      'order.expired',
      'order.unfulfillable',
      'order.cancelled',
      'order.status.changed',
      'audit.recorded',
    ],
    consumes: ['payment.captured', 'payment.refunded', 'catalog.stock.released'],
    serves: ['rpc.order.states.get', 'rpc.order.payment.reject'],
    requests: [
      'rpc.cart.lines.get',
      'rpc.catalog.stock.hold',
      'rpc.catalog.stock.release',
      'rpc.catalog.stock.commit',
      'rpc.payment.order.create',
      'rpc.payment.verify',
    ],
  },
  payment: {
    publishes: ['payment.captured', 'payment.failed', 'payment.refunded', 'audit.recorded'],
    consumes: ['order.unfulfillable', 'order.cancelled'],
    serves: ['rpc.payment.order.create', 'rpc.payment.verify'],
    requests: ['rpc.order.states.get', 'rpc.order.payment.reject'],
  },
  user: {
    publishes: ['user.registered', 'audit.recorded'],
    consumes: ['order.placed', 'order.status.changed'],
    serves: [],
    requests: ['rpc.notification.email.send'],
  },
  notification: {
    publishes: [],
    consumes: [
      'order.placed',
      'catalog.product.updated',
      'catalog.product.deleted',
      'catalog.stock.released',
      'catalog.stock.returned',
      'audit.recorded',
    ],
    serves: ['rpc.notification.email.send'],
    requests: ['rpc.catalog.products.get'],
    managesStreams: true,
  },
  gateway: {
    publishes: [],
    consumes: [],
    subscribes: [
      'catalog.product.created',
      'catalog.product.updated',
      'catalog.product.deleted',
      'catalog.stock.held',
      'catalog.stock.sold',
      'catalog.stock.released',
      'catalog.stock.returned',
    ],
    serves: [],
    requests: [],
    discoversProcesses: true,
  },
} as const satisfies Record<string, NatsAccess>;

/** A process with a NATS user of its own; the user is called like it. */
export type NatsProcess = keyof typeof natsAccess;
/** The user of people and their tools (`npm run dead-letters`): it may do everything. */
export const NATS_OPERATOR = 'operator';
export const natsUsers = [...(Object.keys(natsAccess) as NatsProcess[]), NATS_OPERATOR] as const;
export type NatsUser = (typeof natsUsers)[number];
