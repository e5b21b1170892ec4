import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from '@playwright/test';
import { settle, wrong } from '../load/count.js';
import type { Book } from '../load/book.js';
import { Load } from '../load/load.js';
import { failuresIn, steadyHabits } from '../load/well-shop.js';
import { command } from '../support/command.js';
import { aShopper, type Person, theAdmin } from '../support/people.js';
import { addressOf, eventually, roll, run, scale } from '../support/store.js';

test.describe.configure({ timeout: 300_000 });

const services = ['catalog', 'cart', 'order', 'payment', 'user', 'notification'] as const;
const BUYERS = 6;

let admin: Person;
test.beforeAll(async () => {
  admin = await theAdmin();
});

/** Runs something while buyers check out; none of them may meet a failure, and everything adds up afterwards. */
async function underLoad(work: (book: Book) => Promise<void>): Promise<void> {
  const load = await Load.prepare(admin, BUYERS, steadyHabits);
  load.begin();
  await work(load.book).finally(() => load.end());
  expect(load.book.misfits).toEqual([]);
  expect(failuresIn(load.book)).toEqual([]);
  const counted = await settle(load.book);
  expect(wrong(counted)).toEqual({});
  expect(counted.accepted).toBe(load.book.confirmed.size);
}

/** Waits until buyers have had so many more orders confirmed. */
const moreOrders = (book: Book, howMany: number): Promise<void> => {
  const before = book.confirmed.size;
  return eventually(() => expect(book.confirmed.size).toBeGreaterThanOrEqual(before + howMany), 30_000);
};

/** Of which release a process says it is; nothing for the checkout's own code. */
const versionOf = async (name: string): Promise<string | undefined> =>
  ((await (await fetch(`${addressOf(name)}/health/live`)).json()) as { version?: string }).version;
const pidOf = (name: string): number | undefined => run().processes[name]?.pid;

test('order is replaced by a new version and taken back while buyers check out: nobody meets a failure', async () => {
  // What is released once stays: a second try is another version.
  const version = `9.0.${test.info().retry}`;
  const others = () =>
    Object.fromEntries(
      Object.entries(run().processes)
        .filter(([name]) => name !== 'order')
        .map(([name, { pid }]) => [name, pid]),
    );
  const before = others();
  const old = pidOf('order');
  expect(await versionOf('order')).toBeUndefined();
  await underLoad(async (book) => {
    await moreOrders(book, 3);
    await command('release-service', 'order', '--version', version);
    expect(await versionOf('order')).toBe(version);
    expect(pidOf('order')).not.toBe(old);
    await moreOrders(book, 3);
    await command('rollback', 'order');
    expect(await versionOf('order')).toBeUndefined();
    await moreOrders(book, 3);
  });
  expect(others()).toEqual(before);
});

test('two of each: buyers go on while every process is started anew, and while there are fewer again', async () => {
  try {
    await Promise.all([...services, 'gateway'].map((name) => scale(name, 2)));
    await underLoad(async (book) => {
      const second = new SecondDoor(await aShopper());
      await moreOrders(book, 5);
      for (const name of services)
        for (const instance of [name, `${name}-2`])
          await eventually(
            async () => expect(await callsServed(instance), `calls that ${instance} served`).toBeGreaterThan(0),
            30_000,
          );
      const before = services.flatMap((name) => [pidOf(name), pidOf(`${name}-2`)]);
      for (const name of services) await roll(name);
      const after = services.flatMap((name) => [pidOf(name), pidOf(`${name}-2`)]);
      expect(after.filter((pid) => before.includes(pid))).toEqual([]);
      await moreOrders(book, 5);
      await Promise.all(services.map((name) => scale(name, 1)));
      await moreOrders(book, 3);
      expect(await second.close()).toEqual([]);
    });
  } finally {
    for (const name of [...services, 'gateway']) await scale(name, 1);
  }
  expect(Object.keys(run().processes).filter((name) => /-(2|spare)$/.test(name))).toEqual([]);
});

/** How many calls a process has had from the gateways. */
async function callsServed(name: string): Promise<number> {
  const metrics = await (await fetch(`${addressOf(name)}/metrics`)).text();
  const counts = [...metrics.matchAll(/^http_request_duration_seconds_count\{([^}]*)\} (\d+)/gm)].filter(
    ([, labels = '']) => !/route="\/(health|metrics)/.test(labels),
  );
  return counts.reduce((sum, [, , count]) => sum + Number(count), 0);
}

/** Somebody who came in by the first gateway and goes on by the second, again and again. */
class SecondDoor {
  private readonly failures: string[] = [];
  private readonly going: Promise<void>;
  private closed = false;

  constructor(private readonly person: Person) {
    this.going = this.go();
  }

  /** What went wrong. */
  async close(): Promise<string[]> {
    this.closed = true;
    await this.going;
    return this.failures;
  }

  private async go(): Promise<void> {
    while (!this.closed) {
      for (const call of ['cart', 'products/getAll', `orders/${this.person.id}`, 'users/profile']) {
        const answer = await fetch(`${addressOf('gateway-2')}/api/${call}`, {
          headers: { authorization: `Bearer ${this.person.token}` },
        });
        if (!answer.ok) this.failures.push(`${call}: ${answer.status} ${await answer.text()}`);
        else await answer.arrayBuffer();
      }
      await sleep(50);
    }
  }
}
