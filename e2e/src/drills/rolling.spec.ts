import { hash } from 'node:crypto';
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from '@playwright/test';
import { services } from '@rangavalli/contracts/call';
import { auditUntilSettled, faultsIn } from '../load/audit.js';
import type { PurchaseLog } from '../load/buyer.js';
import { completeEveryCheckout, Load, unexpectedFailures } from '../load/load.js';
import { PageVisitor } from '../load/page-visitor.js';
import { liveVersion } from '../releases/served.js';
import { mustCall } from '../support/api.js';
import { dataDir, releaseStore, ROOT, runCommand, runProgram } from '../support/command.js';
import { logInAsOwner, type Person, registerShopper } from '../support/people.js';
import { addressOf, eventually, restartRolling, run, scale } from '../support/store.js';

test.describe.configure({ timeout: 300_000 });

/** `npm run drill` releases a service, the gateway and the shell, and restarts all services, under load. */
const isLong = Boolean(process.env.LONG_DRILLS);
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
  return eventually(() => expect(log.confirmed.size).toBeGreaterThanOrEqual(before + count), 90_000);
};

/** Returns the release that a process reports. */
const versionOf = async (name: string): Promise<string | undefined> =>
  ((await (await fetch(`${addressOf(name)}/health/live`)).json()) as { version?: string }).version;
/** Returns the hash that a process reports of its program. */
const buildOf = async (name: string): Promise<string | undefined> =>
  ((await (await fetch(`${addressOf(name)}/health/live`)).json()) as { build?: string }).build;
const releasedBuild = (slice: string, version: string): string =>
  hash('sha256', readFileSync(path.join(releaseStore(), slice, version, 'server/main.cjs')));
/** Returns the file that a process runs. */
const programOf = (name: string): string | undefined =>
  readFileSync(`/proc/${pidOf(name)}/cmdline`, 'utf8')
    .split('\0')
    .findLast((argument) => argument.endsWith('.cjs'));
const pidOf = (name: string): number | undefined => run().processes[name]?.pid;

if (isLong)
  test('releases a new version of order and rolls it back during checkouts without a failed call', async () => {
    const version = '9.0.0';
    const otherPids = () =>
      Object.fromEntries(
        Object.entries(run().processes)
          .filter(([name]) => name !== 'order')
          .map(([name, { pid }]) => [name, pid]),
      );
    const before = otherPids();
    const oldPid = pidOf('order');
    const started = { version: liveVersion('order'), program: programOf('order') };
    expect(await versionOf('order')).toBe(started.version);
    expect(started.program).toBe(path.join(releaseStore(), `order/${started.version}/server/main.cjs`));
    await underLoad(async (log) => {
      await waitForOrders(log, 3);
      await runCommand('release', 'order', '--version', version);
      expect([await versionOf('order'), await buildOf('order')]).toEqual([version, releasedBuild('order', version)]);
      expect(programOf('order')).toBe(path.join(releaseStore(), `order/${version}/server/main.cjs`));
      expect(pidOf('order')).not.toBe(oldPid);
      await waitForOrders(log, 3);
      await runCommand('rollback', 'order');
      expect({ version: await versionOf('order'), program: programOf('order') }).toEqual(started);
      await waitForOrders(log, 3);
    });
    expect(otherPids()).toEqual(before);
  });

if (isLong)
  for (const slice of ['gateway', 'shell'] as const)
    test(`releases ${slice} and rolls it back during checkouts and page loads without a failed request`, async () => {
      const version = '9.0.0';
      const first = liveVersion(slice);
      const reported = async () => {
        const { slices } = await mustCall('GET /system', {}, admin.token);
        const { instances = [] } = slices.find(({ name }) => name === slice) ?? {};
        return instances.filter(({ state }) => state !== 'vacant').map((one) => [one.state, one.version, one.build]);
      };
      expect(await reported()).toEqual([['ready', first, releasedBuild(slice, first)]]);
      const visitor = new PageVisitor();
      await underLoad(async (log) => {
        await waitForOrders(log, 2);
        const replacedBy = async (change: () => Promise<string>, live: string): Promise<void> => {
          const oldPid = pidOf(slice);
          await change();
          expect(pidOf(slice)).not.toBe(oldPid);
          expect(programOf(slice)).toBe(path.join(releaseStore(), `${slice}/${live}/server/main.cjs`));
          await eventually(async () => expect(await reported()).toEqual([['ready', live, releasedBuild(slice, live)]]));
          await waitForOrders(log, 2);
        };
        await replacedBy(() => runCommand('release', slice, '--version', version), version);
        await replacedBy(() => runCommand('rollback', slice), first);
      }).finally(() => visitor.stop());
      expect(visitor.failures).toEqual([]);
      expect(visitor.pages).toBeGreaterThan(10);
      expect(Object.keys(run().processes)).not.toContain(`${slice}-spare`);
    });

test('serves the files of an earlier shell to its open pages', async () => {
  const name = 'earlier.0123456789.js';
  const folder = path.join(releaseStore(), 'shell/0.0.1/client');
  mkdirSync(folder, { recursive: true });
  try {
    writeFileSync(path.join(folder, name), 'earlier');
    const response = await fetch(`${run().address}/${name}`);
    expect([response.status, await response.text()]).toEqual([200, 'earlier']);
    expect(response.headers.get('cache-control')).toContain('immutable');
  } finally {
    rmSync(path.dirname(folder), { recursive: true });
  }
  expect((await fetch(`${run().address}/${name}`)).status).toBe(404);
});

test('gives a release the NATS permissions that it needs before it runs', async () => {
  const current = liveVersion('order');
  const version = '9.1.0';
  const stored = (name: string): string => path.join(releaseStore(), 'order', version, name);
  const edit = (name: string, change: (content: Record<string, unknown>) => object): void =>
    writeFileSync(stored(name), JSON.stringify(change(JSON.parse(readFileSync(stored(name), 'utf8')))));
  const isPermitted = (): boolean => {
    const [, ofOrder = ''] = readFileSync(path.join(dataDir(), 'nats.conf'), 'utf8').split('user: order\n');
    return (ofOrder.split('user:')[0] ?? '').includes('"user.registered"');
  };
  expect(isPermitted()).toBe(false);
  cpSync(path.join(releaseStore(), 'order', current), path.join(releaseStore(), 'order', version), { recursive: true });
  edit('release.json', (release) => ({ ...release, version, at: new Date().toISOString() }));
  edit('contract.json', ({ nats, ...contract }) => {
    const access = nats as { publishes: string[] };
    return { ...contract, version, nats: { ...access, publishes: [...access.publishes, 'user.registered'] } };
  });
  try {
    await restartRolling('order', version);
    expect(isPermitted()).toBe(true);
    expect(await versionOf('order')).toBe(version);
  } finally {
    rmSync(path.join(releaseStore(), 'order', version), { recursive: true });
    await restartRolling('order', current);
  }
  expect(isPermitted()).toBe(false);
});

test('refuses a rollback of what was never released before, and changes nothing', async () => {
  const before = { live: liveVersion('cart'), pid: pidOf('cart') };
  const { code, output } = await runProgram(path.join(ROOT, 'tools/store/dist/main.js'), ['rollback', 'cart']);
  expect(code).not.toBe(0);
  expect(output).toContain(`cart ${before.live} is the first release; there is none to go back to.`);
  expect({ live: liveVersion('cart'), pid: pidOf('cart') }).toEqual(before);
});

test('refuses a release of what is live, of remotes by the same command', async () => {
  for (const slice of ['cart', 'mf-admin']) {
    const before = liveVersion(slice);
    const { code, output } = await runProgram(path.join(ROOT, 'tools/store/dist/main.js'), ['release', slice]);
    expect(code).not.toBe(0);
    expect(output).toContain(`${slice} ${before} is live and identical; there is nothing to release.`);
    expect(liveVersion(slice)).toBe(before);
  }
});

if (isLong)
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
              90_000,
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
