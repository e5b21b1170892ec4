import { join } from 'node:path';
import type { Delivery, Order, Payment, PaymentLink, Refund, RefundKey, WebhookEvent } from './entities.js';
import { Journal } from './journal.js';

type Tables = Pick<Store, 'orders' | 'payments' | 'refunds' | 'refundKeys' | 'links' | 'events' | 'deliveries'>;
type TableRecord<Name extends keyof Tables> = Tables[Name] extends Map<string, infer Item> ? Item : never;

export type Change = { [Name in keyof Tables]: readonly [Name, TableRecord<Name>] }[keyof Tables];

/**
 * All state: in memory, with a journal that survives crashes. Records are replaced, never mutated. Callers read, decide
 * and commit without awaiting in between, so that no two requests decide on the same state.
 */
export class Store {
  readonly orders = new Map<string, Order>();
  readonly payments = new Map<string, Payment>();
  readonly refunds = new Map<string, Refund>();
  readonly refundKeys = new Map<string, RefundKey>();
  readonly links = new Map<string, PaymentLink>();
  readonly events = new Map<string, WebhookEvent>();
  readonly deliveries = new Map<string, Delivery>();
  readonly receipts = new Set<string>();
  readonly #linkIds = new Map<string, string>();
  #journal!: Journal<Change[]>;

  static async open(dataDir: string): Promise<Store> {
    const path = join(dataDir, 'journal.jsonl');
    const store = new Store();
    for (const changes of await Journal.read<Change[]>(path)) store.#apply(changes);
    const tables = ['orders', 'payments', 'refunds', 'refundKeys', 'links', 'events', 'deliveries'] as const;
    const records = tables.flatMap((table) => [...store[table].values()].map((record) => [[table, record] as Change]));
    store.#journal = await Journal.replace(path, records);
    return store;
  }

  /** Visible to all readers at once, and survives a crash of the process. */
  commit(changes: Change[]): void {
    this.#apply(changes);
    this.#journal.append(changes);
  }

  linkOfOrder(orderId: string): PaymentLink | undefined {
    return this.links.get(this.#linkIds.get(orderId) ?? '');
  }

  close(): Promise<void> {
    return this.#journal.close();
  }

  #apply(changes: Change[]): void {
    for (const [table, record] of changes) {
      (this[table] as Map<string, typeof record>).set(record.id, record);
      if (table === 'orders' && record.receipt !== null) this.receipts.add(record.receipt);
      if (table === 'links' && record.order_id !== undefined) this.#linkIds.set(record.order_id, record.id);
    }
  }
}
