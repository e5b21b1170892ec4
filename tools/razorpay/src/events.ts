import type { Config } from './config.js';
import {
  type Delivery,
  type EventName,
  newId,
  type Order,
  type Payment,
  type PaymentLink,
  type Refund,
  unixSeconds,
  type WebhookEvent,
} from './entities.js';
import type { WebhookMode } from './requests.js';
import type { Change } from './store.js';

export class EventWriter {
  constructor(
    private readonly config: Config,
    private readonly accountId: string,
  ) {}

  write(
    event: EventName,
    entities: { refund?: Refund; payment?: Payment; order?: Order; payment_link?: PaymentLink },
    mode: WebhookMode,
  ): Change[] {
    const createdAt = unixSeconds();
    const present = Object.entries(entities);
    const envelope = {
      entity: 'event',
      account_id: this.accountId,
      event,
      contains: present.map(([name]) => name),
      payload: Object.fromEntries(present.map(([name, entity]) => [name, { entity }])),
      created_at: createdAt,
    };
    const record: WebhookEvent = {
      id: newId('evt').slice('evt_'.length),
      event,
      payment_id: entities.payment?.id ?? entities.payment_link?.id ?? '',
      body: JSON.stringify(envelope),
      created_at: createdAt,
    };
    const copies = this.config.WEBHOOK_EVENTS.includes(event) ? { once: 1, late: 1, twice: 2, never: 0 }[mode] : 0;
    const dueAt = Date.now() + (mode === 'late' ? this.config.WEBHOOK_LATE_MS : 0);
    const deliveries = Array.from({ length: copies }, () => newDelivery(record.id, dueAt));
    return [['events', record], ...deliveries.map((delivery) => ['deliveries', delivery] as const)];
  }
}

export function newDelivery(eventId: string, dueAt: number): Delivery {
  return {
    id: newId('dlv'),
    event_id: eventId,
    status: 'waiting',
    due_at: dueAt,
    first_due_at: dueAt,
    attempts: 0,
    last_result: null,
  };
}
