import { execFile } from 'node:child_process';
import { rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { expect, test } from '@playwright/test';
import { settle, wrong } from '../load/count.js';
import { Load } from '../load/load.js';
import { mustCall } from '../support/api.js';
import { theAdmin } from '../support/people.js';
import { razorpayState } from '../support/razorpay.js';
import { control, runFile } from '../support/store.js';

const exec = promisify(execFile);
const root = new URL('../../..', import.meta.url).pathname;
const dataDir = path.dirname(runFile());

/** What a person would type: `npm run backup …`, for the store under test. */
async function atTheTerminal(command: 'backup' | 'restore', ...args: string[]): Promise<void> {
  const { stdout } = await exec(process.execPath, ['tools/store/bootstrap.mjs', command, ...args], {
    cwd: root,
    env: { ...process.env, DATA_DIR: dataDir },
  });
  console.log(stdout);
}

test('a backup under load, more orders, everything lost, restored: nobody is charged without order or refund, and the stock adds up', async () => {
  test.setTimeout(600_000);
  const file = path.join(dataDir, 'drill-backup.gz');
  const load = await Load.prepare(await theAdmin(), 10);
  const { book } = load;
  load.begin();
  await sleep(8_000);
  const confirmedBefore = new Set(book.confirmed);
  await atTheTerminal('backup', file);
  await sleep(6_000);
  await load.end();
  expect(wrong(await settle(book))).toEqual({});
  const confirmedLater = [...book.confirmed].filter((id) => !confirmedBefore.has(id));
  expect(confirmedLater.length, 'orders that came after the backup').toBeGreaterThan(0);

  // Databases and events are gone; Razorpay knows what it knew.
  const services = ['gateway', 'catalog', 'cart', 'order', 'payment', 'user', 'notification'];
  for (const name of [...services, 'nats', 'database']) await control(name, 'stop');
  for (const folder of ['nats', 'database']) rmSync(path.join(dataDir, folder), { recursive: true });
  for (const name of ['nats', 'database']) await control(name, 'start');
  await atTheTerminal('restore', file, '--refund');
  await Promise.all(services.map((name) => control(name, 'start')));

  const { lost, ...counted } = await settle(
    book,
    90_000,
    (one) => Object.keys(wrong({ ...one, lost: 0 })).length === 0,
  );
  console.table([
    {
      'orders before': confirmedBefore.size,
      'confirmed later': confirmedLater.length,
      'of these refunded': lost,
      ...counted,
    },
  ]);
  expect(wrong({ ...counted, lost: 0 })).toEqual({});

  // What was confirmed before the backup is there. What came later is there too, or its money went back.
  const orders = await mustCall('GET /orders/admin/all', {}, (await theAdmin()).token);
  const there = new Set(orders.map(({ _id }) => _id));
  expect([...confirmedBefore].filter((id) => !there.has(id))).toEqual([]);
  const { payments } = await razorpayState();
  const kept = new Set(
    payments.filter(({ status, order_id }) => status === 'captured' && book.begun.has(order_id)).map(({ id }) => id),
  );
  for (const { razorpayPaymentId = '', status } of orders) if (status !== 'Cancelled') kept.delete(razorpayPaymentId);
  expect([...kept]).toEqual([]);
});
