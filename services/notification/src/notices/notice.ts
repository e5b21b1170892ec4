import type { NotificationKind } from '@rangavalli/contracts/notification-kinds';
import type { Receiver } from '../channels/channel.js';
import type { KindData } from '../templates/kind-data.js';

/** One message to one receiver. */
export interface Notice<K extends NotificationKind = NotificationKind> {
  /** Idempotency key: one per kind, subject and receiver, e.g. `order-<order id>`. */
  id: string;
  kind: K;
  receiver: Receiver;
  data: KindData[K];
  orderId?: string | undefined;
  orderNumber?: string | undefined;
  eventId?: string | undefined;
  notBefore?: Date | undefined;
}

/** Stored until the message has arrived: it may have to be sent by another channel. */
export interface PendingNotice {
  receiver: Receiver;
  data: unknown;
}
