import type { Delivery, EventName, Order, Payment, Refund, WebhookEvent } from './entities.js';
import { newId, unixSeconds } from './ids.js';
import type { WebhookMode } from './requests.js';
import type { Change } from './store.js';

/** The entities that an event carries, in the order in which Razorpay lists them in `contains`. */
export interface EventEntities {
  refund?: Refund;
  payment: Payment;
  order?: Order;
}

/** Writes events in Razorpay's envelope and decides how often and when each is to be sent. */
export class EventWriter {
  constructor(private readonly settings: { accountId: string; lateMs: number; activated: readonly EventName[] }) {}

  /**
   * The records of one event: its bytes, and none, one or two deliveries of them.
   * `late` puts the delivery off; `never` keeps the event for a later replay, and so are events that are not activated.
   */
  write(event: EventName, entities: EventEntities, mode: WebhookMode): Change[] {
    const createdAt = unixSeconds();
    const present = Object.entries(entities).filter(([, entity]) => entity !== undefined);
    const envelope = {
      entity: 'event',
      account_id: this.settings.accountId,
      event,
      contains: present.map(([name]) => name),
      payload: Object.fromEntries(present.map(([name, entity]) => [name, { entity }])),
      created_at: createdAt,
    };
    const record: WebhookEvent = {
      id: newId('evt').slice('evt_'.length),
      event,
      payment_id: entities.payment.id,
      body: JSON.stringify(envelope),
      created_at: createdAt,
    };
    const copies = this.settings.activated.includes(event) ? { once: 1, late: 1, twice: 2, never: 0 }[mode] : 0;
    const dueAt = Date.now() + (mode === 'late' ? this.settings.lateMs : 0);
    const deliveries = Array.from({ length: copies }, () => newDelivery(record.id, dueAt));
    return [['events', record], ...deliveries.map((delivery) => ['deliveries', delivery] as const)];
  }
}

/** A sending of an event that is due at the given Unix milliseconds. */
export function newDelivery(eventId: string, dueAt: number): Delivery {
  return {
    id: newId('dlv'),
    event_id: eventId,
    status: 'waiting',
    due_at: dueAt,
    first_due_at: dueAt,
    attempts: 0,
    last_answer: null,
  };
}
