import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from '@playwright/test';
import { type Count, settle, wrong } from '../load/count.js';
import { Load } from '../load/load.js';
import { theAdmin } from '../support/people.js';
import { trouble } from '../support/razorpay.js';
import { control, eventually, freeze, kill, run, thaw } from '../support/store.js';

test.describe.configure({ timeout: 300_000 });

/** So long each fault's load lasts at least. */
const LOAD_MS = Number(process.env.DRILL_SECONDS ?? 15) * 1_000;
const FROZEN_MS = 10_000;
const WITHOUT_NATS_MS = 20_000;

const table: ({ drill: string } & Count)[] = [];

interface Drill {
  name: string;
  /** Happens while the load goes on; the load lasts at least as long. */
  fault: (load: Load) => Promise<void>;
}

const killed = (name: string): Drill => ({
  name: `${name} killed twice`,
  fault: async () => {
    await sleep(LOAD_MS * 0.2);
    await eventually(() => kill(name));
    await sleep(LOAD_MS * 0.4);
    await eventually(() => kill(name));
  },
});

const frozen = (name: string): Drill => ({
  name: `${name} stands still for 10 s`,
  fault: async () => {
    await sleep(LOAD_MS * 0.1);
    freeze(name);
    await sleep(FROZEN_MS).finally(() => thaw(name));
  },
});

const answersLost: Drill = {
  name: "Razorpay's answers are lost",
  fault: async () => {
    const ways = [
      { drop: 'after' as const },
      { drop: 'before' as const },
      { error_rate: 0.7 },
      { drop: 'after' as const, delay_ms: 300 },
    ];
    for (const way of ways) {
      // Some come through in between.
      for (let round = 0; round < 3; round += 1) {
        await trouble([{ ...way, times: 8 }]);
        await sleep(LOAD_MS / ways.length / 3);
      }
    }
    await trouble();
  },
};

const outboxFull: Drill = {
  name: 'NATS away for 20 s, money goes on coming',
  fault: async (load) => {
    const waiting = await load.newBuyers(20);
    const begun = await Promise.all(waiting.map((buyer) => buyer.prepareToPay()));
    await control('nats', 'stop');
    const paying = Promise.all(waiting.map((buyer, index) => begun[index] && buyer.payAndProve(begun[index])));
    await sleep(WITHOUT_NATS_MS).finally(() => control('nats', 'start'));
    await paying;
  },
};

const processes = [
  'catalog',
  'cart',
  'order',
  'payment',
  'user',
  'notification',
  'gateway',
  'nats',
  'database',
  'razorpay',
];
const drills: Drill[] = [
  { name: 'nothing fails', fault: () => Promise.resolve() },
  ...processes.map(killed),
  ...['order', 'payment', 'catalog', 'nats'].map(frozen),
  answersLost,
  outboxFull,
];

for (const { name, fault } of drills) {
  test(`under load: ${name}`, async () => {
    await eventually(everythingRuns, 60_000);
    const load = await Load.prepare(await theAdmin());
    load.begin();
    await Promise.all([fault(load), sleep(LOAD_MS)]).finally(() => load.end());
    await eventually(everythingRuns, 60_000);
    const result = await settle(load.book);
    table.push({ drill: name, ...result });
    console.log(
      `${name}: ${JSON.stringify(result)}\n  the buyers met ${JSON.stringify(Object.fromEntries(load.book.refusals))}`,
    );
    expect(load.book.misfits).toEqual([]);
    expect(wrong(result)).toEqual({});
    expect(
      [...load.book.refusals.keys()].filter((what) => what.endsWith(' INTERNAL')),
      'a fault of the program, where a part of the shop rests',
    ).toEqual([]);
    expect(result.accepted, 'orders accepted').toBeGreaterThan(0);
  });
}

/** The supervisor says that each process is ready. */
function everythingRuns(): void {
  expect(Object.entries(run().processes).filter(([, { state }]) => state !== 'running')).toEqual([]);
}

test.afterAll(() => {
  console.table(table);
});
