import { setTimeout as sleep } from 'node:timers/promises';
import { buildIdentity, testIdentityHeader } from '@rangavalli/service-kit/testing/test-identity';
import { testMongoUri } from '@rangavalli/service-kit/testing/test-service';
import { withBackends } from '../testing/backends.js';
import { createId } from '../testing/fake-shop.js';
import { buildQuotedOrder } from '../testing/quoted-order.js';
import type { TaxDocumentRecord } from './tax-document.schema.js';

/** 1,000 with `INVOICES=1000`. */
const ORDERS = Number(process.env['INVOICES'] ?? 300);
const PROCESSES = 4;
const KILLS = 6;
const owner = buildIdentity({ id: createId(), role: 'owner' });

it(`${ORDERS} invoices of 4 processes under kills are consecutive, unique and complete`, async () => {
  const backends = await withBackends(async (started) => started);
  try {
    const first = await backends.startSlice('order');
    const uri = new URL(testMongoUri());
    uri.pathname = `/${first.database.name}`;
    const others = Array.from({ length: PROCESSES - 1 }, () =>
      backends.startSlice('order', { MONGODB_URI: uri.toString() }),
    );
    const processes = [first, ...(await Promise.all(others))].map(({ process }) => process);
    const orders = Array.from({ length: ORDERS }, () => buildQuotedOrder([{}]));
    await first.database.collection('orders').insertMany(orders);

    const waiting = orders.map(({ _id }) => String(_id));
    const work = async (index: number): Promise<void> => {
      for (let orderId = waiting.pop(); orderId; orderId = waiting.pop()) {
        const url = `${processes[index % PROCESSES]!.url}/orders/${orderId}/invoice?format=json`;
        const response = await fetch(url, { headers: testIdentityHeader('order', owner) }).catch(() => undefined);
        if (response?.ok) continue;
        waiting.push(orderId);
        await sleep(50);
      }
    };
    const workers = Promise.all(Array.from({ length: 16 }, (_none, index) => work(index)));
    for (let kill = 0; kill < KILLS; kill += 1) {
      const left = waiting.length;
      while (waiting.length > 0 && waiting.length > left - ORDERS / (KILLS + 2)) await sleep(10);
      const killed = processes[kill % PROCESSES]!;
      await killed.kill();
      await killed.start();
    }
    await workers;

    const issued = await first.database
      .collection<TaxDocumentRecord>('tax_documents')
      .find()
      .sort({ sequence: 1 })
      .toArray();
    expect(issued.map(({ sequence }) => sequence)).toEqual(Array.from({ length: ORDERS }, (_none, at) => at + 1));
    expect(new Set(issued.map(({ document }) => document.number)).size).toBe(ORDERS);
    expect(issued.map(({ orderId }) => orderId).toSorted()).toEqual(orders.map(({ _id }) => String(_id)).toSorted());
    expect(new Set(issued.map(({ document }) => document.totalPaise))).toEqual(new Set([1_260_000]));
    const dates = issued.map(({ issuedAt }) => issuedAt.getTime());
    expect(dates).toEqual(dates.toSorted((one, other) => one - other));
  } finally {
    await backends.stop();
  }
}, 240_000);
