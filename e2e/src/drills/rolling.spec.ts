import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from '@playwright/test';
import { auditUntilSettled, faultsIn } from '../load/audit.js';
import type { PurchaseLog } from '../load/buyer.js';
import { completeEveryCheckout, Load, unexpectedFailures } from '../load/load.js';
import { runCommand } from '../support/command.js';
import { logInAsOwner, type Person, registerShopper } from '../support/people.js';
import { addressOf, eventually, restartRolling, run, scale } from '../support/store.js';

test.describe.configure({ timeout: 300_000 });

const services = ['catalog', 'cart', 'order', 'payment', 'user', 'notification'] as const;
const BUYERS = 3;

let admin: Person;
test.beforeAll(async () => {
  admin = await logInAsOwner();
});

/** Runs `work` while buyers check out, and expects that no call fails and the audit is clean. */
async function underLoad(work: (log: PurchaseLog) => Promise<void>): Promise<void> {
  const load = await Load.create(admin, BUYERS, completeEveryCheckout);
  const { log } = load;
  load.start();
  await work(log).finally(() => load.stop());
  expect(log.contractViolations).toEqual([]);
  expect(unexpectedFailures(log)).toEqual([]);
  const audit = await auditUntilSettled(log);
  expect(faultsIn(audit)).toEqual({});
  expect(audit.accepted).toBe(log.confirmed.size);
}

const waitForOrders = (log: PurchaseLog, count: number): Promise<void> => {
  const before = log.confirmed.size;
  return eventually(() => expect(log.confirmed.size).toBeGreaterThanOrEqual(before + count), 30_000);
};

/** Returns a process's release; undefined for the checkout's own code. */
const versionOf = async (name: string): Promise<string | undefined> =>
  ((await (await fetch(`${addressOf(name)}/health/live`)).json()) as { version?: string }).version;
const pidOf = (name: string): number | undefined => run().processes[name]?.pid;

test('releases a new version of order and rolls it back during checkouts without a failed call', async () => {
  // Released versions are immutable: a retry needs another one.
  const version = `9.0.${test.info().retry}`;
  const otherPids = () =>
    Object.fromEntries(
      Object.entries(run().processes)
        .filter(([name]) => name !== 'order')
        .map(([name, { pid }]) => [name, pid]),
    );
  const before = otherPids();
  const oldPid = pidOf('order');
  expect(await versionOf('order')).toBeUndefined();
  await underLoad(async (log) => {
    await waitForOrders(log, 3);
    await runCommand('release-service', 'order', '--version', version);
    expect(await versionOf('order')).toBe(version);
    expect(pidOf('order')).not.toBe(oldPid);
    await waitForOrders(log, 3);
    await runCommand('rollback', 'order');
    expect(await versionOf('order')).toBeUndefined();
    await waitForOrders(log, 3);
  });
  expect(otherPids()).toEqual(before);
});

test('scales every service up, restarts it and scales it down during checkouts without a failed call', async () => {
  const pids = () => services.flatMap((name) => [pidOf(name), pidOf(`${name}-2`)]);
  try {
    await Promise.all([...services, 'gateway'].map((name) => scale(name, 2)));
    await underLoad(async (log) => {
      const reader = new SecondGatewayReader(await registerShopper());
      await waitForOrders(log, 5);
      for (const name of services)
        for (const replica of [name, `${name}-2`])
          await eventually(
            async () => expect(await countHandled(replica), `handled by ${replica}`).toBeGreaterThan(0),
            30_000,
          );
      const before = pids();
      for (const name of services) await restartRolling(name);
      expect(pids().filter((pid) => before.includes(pid))).toEqual([]);
      await waitForOrders(log, 5);
      await Promise.all(services.map((name) => scale(name, 1)));
      await waitForOrders(log, 3);
      expect(await reader.stop()).toEqual([]);
    });
  } finally {
    for (const name of [...services, 'gateway']) await scale(name, 1);
  }
  expect(Object.keys(run().processes).filter((name) => /-(2|spare)$/.test(name))).toEqual([]);
});

/** Returns the requests and events that a process has handled; notification handles events only. */
async function countHandled(name: string): Promise<number> {
  const metrics = await (await fetch(`${addressOf(name)}/metrics`)).text();
  return [...metrics.matchAll(/^(?:http_request|nats_event_handler)_duration_seconds_count\{([^}]*)\} (\d+)/gm)]
    .filter(([, labels = '']) => !/route="\/(health|metrics)/.test(labels))
    .reduce((sum, [, , count]) => sum + Number(count), 0);
}

/** Reads through the second gateway with a session opened at the first. */
class SecondGatewayReader {
  private readonly failures: string[] = [];
  private readonly reading: Promise<void>;
  private isStopped = false;

  constructor(private readonly person: Person) {
    this.reading = this.read();
  }

  async stop(): Promise<string[]> {
    this.isStopped = true;
    await this.reading;
    return this.failures;
  }

  private async read(): Promise<void> {
    const headers = { authorization: `Bearer ${this.person.token}` };
    while (!this.isStopped) {
      for (const path of ['cart', 'products/getAll', `orders/${this.person.id}`, 'users/profile']) {
        const response = await fetch(`${addressOf('gateway-2')}/api/${path}`, { headers });
        const text = await response.text();
        if (!response.ok) this.failures.push(`${path}: ${response.status} ${text}`);
      }
      await sleep(50);
    }
  }
}
