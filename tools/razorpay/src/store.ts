import { join } from 'node:path';
import type { Delivery, Order, Payment, Refund, RefundKey, WebhookEvent } from './entities.js';
import { Journal } from './journal.js';

interface Tables {
  orders: Order;
  payments: Payment;
  refunds: Refund;
  refundKeys: RefundKey;
  events: WebhookEvent;
  deliveries: Delivery;
}

/** One record put into one table. A commit is a list of them. */
export type Change = { [Name in keyof Tables]: readonly [Name, Tables[Name]] }[keyof Tables];

type Maps = { [Name in keyof Tables]: Map<string, Tables[Name]> };

/**
 * Everything the stand-in knows: in memory to be read, in a journal to outlive a crash. Records are
 * replaced, never changed in place. A caller reads, decides and commits without awaiting in between,
 * so that no two requests decide on the same state.
 */
export class Store implements Readonly<Maps> {
  readonly orders: Maps['orders'];
  readonly payments: Maps['payments'];
  readonly refunds: Maps['refunds'];
  readonly refundKeys: Maps['refundKeys'];
  readonly events: Maps['events'];
  readonly deliveries: Maps['deliveries'];
  /** Of all orders. */
  readonly receipts = new Set<string>();

  private constructor(
    maps: Maps,
    private readonly journal: Journal<Change[]>,
  ) {
    this.orders = maps.orders;
    this.payments = maps.payments;
    this.refunds = maps.refunds;
    this.refundKeys = maps.refundKeys;
    this.events = maps.events;
    this.deliveries = maps.deliveries;
    for (const order of maps.orders.values()) this.#note(order);
  }

  /** Reads what an earlier run left and writes it anew without what has been overtaken since. */
  static async open(dataDir: string): Promise<Store> {
    const path = join(dataDir, 'journal.jsonl');
    const maps: Maps = {
      orders: new Map(),
      payments: new Map(),
      refunds: new Map(),
      refundKeys: new Map(),
      events: new Map(),
      deliveries: new Map(),
    };
    for (const changes of await Journal.read<Change[]>(path)) apply(maps, changes);
    return new Store(maps, await Journal.replace(path, snapshot(maps)));
  }

  /** Visible at once to every reader, and outlives a crash. */
  commit(changes: Change[]): void {
    apply(this, changes);
    for (const [table, record] of changes) if (table === 'orders') this.#note(record);
    this.journal.append(changes);
  }

  #note({ receipt }: Order): void {
    if (receipt !== null) this.receipts.add(receipt);
  }

  close(): Promise<void> {
    return this.journal.close();
  }
}

function apply(maps: Maps, changes: Change[]): void {
  for (const [table, record] of changes) (maps[table] as Map<string, typeof record>).set(record.id, record);
}

function snapshot(maps: Maps): Change[][] {
  const tables = Object.keys(maps) as (keyof Tables)[];
  return tables.flatMap((table) => [...maps[table].values()].map((record) => [[table, record] as unknown as Change]));
}
