import type { CommandName } from './commands.js';
import type { EventName } from './events.js';

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
}

const catalogEvents = [
  'catalog.product.created',
  'catalog.product.updated',
  'catalog.product.deleted',
  'catalog.stock.held',
  'catalog.stock.sold',
  'catalog.stock.released',
  'catalog.stock.returned',
] as const;

/** The source of the NATS server's permissions. */
export const natsAccess = {
  catalog: {
    publishes: [...catalogEvents, 'audit.recorded'],
    consumes: ['order.cancelled'],
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
    subscribes: catalogEvents,
    serves: [],
    requests: [],
    discoversProcesses: true,
  },
} as const satisfies Record<string, NatsAccess>;

export type NatsProcess = keyof typeof natsAccess;
export const NATS_OPERATOR = 'operator';
export const natsUsers = [...(Object.keys(natsAccess) as NatsProcess[]), NATS_OPERATOR] as const;
export type NatsUser = (typeof natsUsers)[number];
