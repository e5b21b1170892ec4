import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from '@playwright/test';
import { type Audit, auditUntilSettled, faultsIn } from '../load/audit.js';
import { Load } from '../load/load.js';
import { logInAsOwner } from '../support/people.js';
import { injectFaults } from '../support/razorpay.js';
import { control, eventually, kill, resume, run, suspend } from '../support/store.js';

test.describe.configure({ timeout: 300_000 });

const LOAD_MS = Number(process.env.DRILL_SECONDS ?? 15) * 1_000;
const SUSPENDED_MS = 10_000;
const NATS_OUTAGE_MS = 20_000;

const table: ({ drill: string } & Audit)[] = [];

interface Drill {
  name: string;
  fault: (load: Load) => Promise<void>;
}

const killTwice = (name: string): Drill => ({
  name: `${name} killed twice`,
  fault: async () => {
    await sleep(LOAD_MS * 0.2);
    await eventually(() => kill(name));
    await sleep(LOAD_MS * 0.4);
    await eventually(() => kill(name));
  },
});

const suspendOnce = (name: string): Drill => ({
  name: `${name} suspended for 10 s`,
  fault: async () => {
    await sleep(LOAD_MS * 0.1);
    suspend(name);
    await sleep(SUSPENDED_MS).finally(() => resume(name));
  },
});

const lostRazorpayResponses: Drill = {
  name: "Razorpay's responses are lost",
  fault: async () => {
    const rules = [
      { drop: 'after' as const },
      { drop: 'before' as const },
      { error_rate: 0.7 },
      { drop: 'after' as const, delay_ms: 300 },
    ];
    for (const rule of rules) {
      // Some requests succeed in between.
      for (let round = 0; round < 3; round += 1) {
        await injectFaults([{ ...rule, times: 8 }]);
        await sleep(LOAD_MS / rules.length / 3);
      }
    }
    await injectFaults();
  },
};

const natsOutage: Drill = {
  name: 'NATS down for 20 s during payments',
  fault: async (load) => {
    const buyers = await load.addBuyers(20);
    const checkouts = await Promise.all(buyers.map(async (buyer) => ({ buyer, id: await buyer.openCheckout() })));
    await control('nats', 'stop');
    const paying = Promise.all(checkouts.map(async ({ buyer, id }) => id && buyer.payAndVerify(id)));
    await sleep(NATS_OUTAGE_MS).finally(() => control('nats', 'start'));
    await paying;
  },
};

const services = ['catalog', 'cart', 'order', 'payment', 'user', 'notification', 'fulfilment'];
const drills: Drill[] = [
  { name: 'no fault', fault: () => Promise.resolve() },
  ...[...services, 'gateway', 'nats', 'database', 'razorpay'].map(killTwice),
  ...['order', 'payment', 'catalog', 'nats'].map(suspendOnce),
  lostRazorpayResponses,
  natsOutage,
];

for (const { name, fault } of drills) {
  test(`under load: ${name}`, async () => {
    await eventually(expectAllRunning, 60_000);
    const load = await Load.create(await logInAsOwner());
    const { log } = load;
    load.start();
    await Promise.all([fault(load), sleep(LOAD_MS)]).finally(() => load.stop());
    await eventually(expectAllRunning, 60_000);
    const audit = await auditUntilSettled(log);
    table.push({ drill: name, ...audit });
    const failures = JSON.stringify(Object.fromEntries(log.failures));
    console.log(`${name}: ${JSON.stringify(audit)}\n  failed calls: ${failures}`);
    expect(log.contractViolations).toEqual([]);
    expect(faultsIn(audit)).toEqual({});
    // An unavailable service must be reported as such.
    expect([...log.failures.keys()].filter((failure) => failure.endsWith(' INTERNAL'))).toEqual([]);
    expect(audit.accepted, 'orders accepted').toBeGreaterThan(0);
  });
}

function expectAllRunning(): void {
  expect(Object.entries(run().processes).filter(([, { state }]) => state !== 'running')).toEqual([]);
}

test.afterAll(() => {
  console.table(table);
});
