// An operator: every command of the guide in a fresh clone, with a backup that is restored into a second store.
import { statSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from '@playwright/test';
import { mustCall } from '../support/api.js';
import { buy, createProduct, getOrders, logInAsOwner, registerShopper } from '../support/people.js';
import { addressOf, run } from '../support/store.js';
import { findFreePort, FreshClone } from './fresh-clone.js';
import { expectNoProcesses, Guide } from './guide.js';

const JOURNEY_TIMEOUT_MS = 3_600_000;
/** Below the rate limit of one address. */
const VISIT_INTERVAL_MS = 500;
const SHOWN_TIMEOUT_MS = 30_000;
const LOST = 'npm start';
const EMPTY = 'ONLY=nats,database,razorpay DATA_DIR=.data-new npm start';
const RESTORED = 'DATA_DIR=.data-new npm start';

let clone: FreshClone;
let environments: Record<string, NodeJS.ProcessEnv>;

test.beforeAll(async () => {
  clone = new FreshClone();
  const port = String(await findFreePort());
  environments = { [LOST]: { PORT: port }, [EMPTY]: { PORT: port }, [RESTORED]: { PORT: port } };
});
test.afterAll(() => clone.remove());

/** Requests the home page and the products until `work` has ended. @returns the number of requests; none may fail */
async function whileVisited(work: () => Promise<void>): Promise<number> {
  const { address, api } = run();
  const failures: string[] = [];
  const stopping = new AbortController();
  let requests = 0;
  const visiting = (async () => {
    while (!stopping.signal.aborted) {
      for (const url of [address, `${api}/products/getAll?limit=1`]) {
        const response = await fetch(url).catch((error: Error) => error);
        if (response instanceof Error) failures.push(`${url}: ${String(response.cause ?? response)}`);
        else if (!response.ok) failures.push(`${url}: ${response.status}`);
        requests += 1;
      }
      await sleep(VISIT_INTERVAL_MS);
    }
  })();
  await work().finally(() => stopping.abort());
  await visiting;
  expect(failures).toEqual([]);
  return requests;
}

const versionOf = async (name: string): Promise<string | undefined> =>
  ((await (await fetch(`${addressOf(name)}/health/live`)).json()) as { version?: string }).version;

test('scales, restarts, releases and rolls back, rotates, backs up and restores', async () => {
  test.setTimeout(JOURNEY_TIMEOUT_MS);
  const guide = new Guide(clone, 'docs/how-to/operate.md', environments);
  await guide.through(LOST);
  clone.useStore();
  const owner = await logInAsOwner();
  const shopper = await registerShopper();
  const { order } = await buy(shopper, await createProduct(owner));

  const requests = await whileVisited(async () => {
    await guide.through('npm run scale -- order 1');
    for (const slice of ['gateway', 'shell']) {
      const before = run().processes[slice]?.pid;
      await guide.through(`npm run release -- ${slice} --version 1.0.0`);
      expect(run().processes[slice]?.pid).not.toBe(before);
      await expect(async () => {
        const { slices } = await mustCall('GET /system', {}, owner.token);
        const { instances = [] } = slices.find(({ name }) => name === slice) ?? {};
        expect(instances.filter(({ state }) => state === 'ready').map(({ version }) => version)).toEqual(['1.0.0']);
      }).toPass({ timeout: SHOWN_TIMEOUT_MS });
      await guide.through(`npm run rollback -- ${slice}`);
    }
  });
  expect(requests).toBeGreaterThan(10);
  const version = await versionOf('order');
  await guide.through('npm run dead-letters -- replay --all');
  expect(await versionOf('order')).toBe(version);
  // Every credential was replaced: money still moves.
  const { order: later } = await buy(shopper, await createProduct(await logInAsOwner()));

  const backup = new Guide(clone, 'tools/store/README.md', environments);
  await backup.through('npm run restore -- --check shop.backup');
  await guide.stop(LOST);
  await backup.through('BACKUP_KEY_FILE=.data/backup.key DATA_DIR=.data-new npm run restore -- --refund shop.backup');
  await backup.stop(EMPTY);
  await backup.end();
  clone.useStore('.data-new');
  const { token, user } = await mustCall('POST /users/login', {
    body: { email: shopper.email, password: shopper.password },
  });
  const orders = await getOrders({ ...shopper, id: user._id, token });
  expect(orders.map(({ _id }) => _id).toSorted()).toEqual([order._id, later._id].toSorted());
  await backup.stop(RESTORED);
  await expectNoProcesses(clone);

  await guide.end();
  expect(statSync(path.join(clone.folder, '.env')).mode & 0o777).toBe(0o600);
  const secrets = clone.read('.env');
  expect((await clone.run('npm run secrets')).output).toContain('.env has every secret; nothing was changed');
  expect(clone.read('.env')).toBe(secrets);
});
