import type { CommandName } from './commands.js';
import type { EventName } from './events.js';

/** What a process does over NATS. Each has a user of its own that may do this and nothing else. */
export interface NatsAccess {
  /** Events that it tells. */
  tells: readonly EventName[];
  /** Events that it handles. */
  hears: readonly EventName[];
  /** Events that it hears in passing: none is kept for it, and it misses those that are told while it is away. */
  overhears?: readonly EventName[];
  /** Commands that it answers. */
  answers: readonly CommandName[];
  /** Commands that it asks others. */
  asks: readonly CommandName[];
  /**
   * It looks after the streams: brings them to the form that a new release wants, shows the dead letters and
   * tells their events again. One process only.
   */
  keepsStreams?: true;
  /** It asks every process how it is, for the people who run the shop. */
  callsRoll?: true;
}

/**
 * Who may do what over NATS. A new event or command gets its line here; a test compares this table with the
 * code, and the permissions of the NATS server are made from it.
 */
export const natsAccess = {
  catalog: {
    tells: [
      'catalog.product.created',
      'catalog.product.updated',
      'catalog.product.deleted',
      'catalog.stock.held',
      'catalog.stock.sold',
      'catalog.stock.released',
      'catalog.stock.returned',
      'audit.recorded',
    ],
    hears: ['order.cancelled'],
    // Each replica keeps its search by what all of them do.
    overhears: [
      'catalog.product.created',
      'catalog.product.updated',
      'catalog.product.deleted',
      'catalog.stock.held',
      'catalog.stock.released',
      'catalog.stock.returned',
    ],
    answers: [
      'rpc.catalog.products.get',
      'rpc.catalog.stock.hold',
      'rpc.catalog.stock.release',
      'rpc.catalog.stock.sell',
    ],
    asks: [],
  },
  cart: {
    tells: [],
    hears: ['order.placed'],
    answers: ['rpc.cart.lines.get'],
    asks: ['rpc.catalog.products.get'],
  },
  order: {
    tells: [
      'order.begun',
      'order.placed',
      'order.expired',
      'order.unfulfillable',
      'order.cancelled',
      'order.status.changed',
      'audit.recorded',
    ],
    hears: ['payment.captured', 'payment.refunded', 'catalog.stock.released'],
    answers: ['rpc.order.standing.get', 'rpc.order.payment.refuse'],
    asks: [
      'rpc.cart.lines.get',
      'rpc.catalog.stock.hold',
      'rpc.catalog.stock.release',
      'rpc.catalog.stock.sell',
      'rpc.payment.order.create',
      'rpc.payment.verify',
    ],
  },
  payment: {
    tells: ['payment.order.created', 'payment.captured', 'payment.failed', 'payment.refunded', 'audit.recorded'],
    hears: ['order.unfulfillable', 'order.cancelled'],
    answers: ['rpc.payment.order.create', 'rpc.payment.verify'],
    asks: ['rpc.order.standing.get', 'rpc.order.payment.refuse'],
    keepsStreams: true,
  },
  user: {
    tells: ['user.registered', 'audit.recorded'],
    hears: [
      'order.placed',
      'order.status.changed',
      'catalog.product.updated',
      'catalog.product.deleted',
      'catalog.stock.released',
      'catalog.stock.returned',
      'audit.recorded',
    ],
    answers: [],
    asks: ['rpc.catalog.products.get'],
  },
  gateway: {
    tells: [],
    hears: [],
    overhears: [
      'catalog.product.created',
      'catalog.product.updated',
      'catalog.product.deleted',
      'catalog.stock.held',
      'catalog.stock.sold',
      'catalog.stock.released',
      'catalog.stock.returned',
    ],
    answers: [],
    asks: [],
    callsRoll: true,
  },
} as const satisfies Record<string, NatsAccess>;

/** A process with a NATS user of its own; the user is called like it. */
export type NatsProcess = keyof typeof natsAccess;
/** The user of people and their tools (`npm run dead-letters`): it may do everything. */
export const NATS_OPERATOR = 'operator';
export const natsUsers = [...(Object.keys(natsAccess) as NatsProcess[]), NATS_OPERATOR] as const;
export type NatsUser = (typeof natsUsers)[number];
