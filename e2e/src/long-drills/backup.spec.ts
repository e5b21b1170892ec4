import { readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from '@playwright/test';
import { auditUntilSettled, faultsIn } from '../load/audit.js';
import { Load } from '../load/load.js';
import { dataDir, runCommand } from '../support/command.js';
import { getAllOrders, logInAsOwner } from '../support/people.js';
import { getRazorpayState } from '../support/razorpay.js';
import { control } from '../support/store.js';

test('restores a backup taken under load: later orders are refunded and the stock adds up', async () => {
  test.setTimeout(600_000);
  const file = path.join(dataDir(), 'drill.backup');
  const load = await Load.create(await logInAsOwner(), 10);
  const { log } = load;
  load.start();
  await sleep(8_000);
  const confirmedBefore = new Set(log.confirmed);
  console.log(await runCommand('backup', file));
  expect(await runCommand('restore', '--check', file)).toContain('is complete');
  expect(readFileSync(file).includes('orders')).toBe(false); // encrypted
  await sleep(6_000);
  await load.stop();
  expect(faultsIn(await auditUntilSettled(log))).toEqual({});
  const confirmedLater = [...log.confirmed].filter((id) => !confirmedBefore.has(id));
  expect(confirmedLater.length, 'orders after the backup').toBeGreaterThan(0);

  // Databases and events are lost; Razorpay's records remain.
  const services = ['gateway', 'catalog', 'cart', 'order', 'payment', 'user', 'notification', 'fulfilment'];
  for (const name of [...services, 'nats', 'database']) await control(name, 'stop');
  for (const folder of ['nats', 'database']) rmSync(path.join(dataDir(), folder), { recursive: true });
  for (const name of ['nats', 'database']) await control(name, 'start');
  console.log(await runCommand('restore', file, '--refund'));
  await Promise.all(services.map((name) => control(name, 'start')));

  const { lost, ...audit } = await auditUntilSettled(log, 90_000, 'lost');
  console.table([
    {
      'confirmed before backup': confirmedBefore.size,
      'confirmed later': confirmedLater.length,
      'of these refunded': lost,
      ...audit,
    },
  ]);
  expect(faultsIn({ ...audit, lost: 0 })).toEqual({});

  // Orders confirmed before the backup exist; later ones exist or are refunded.
  const orders = await getAllOrders((await logInAsOwner()).token);
  const existing = new Set(orders.map(({ _id }) => _id));
  expect([...confirmedBefore].filter((id) => !existing.has(id))).toEqual([]);
  const { payments } = await getRazorpayState();
  const withoutOrder = new Set(
    payments.filter(({ status, order_id }) => status === 'captured' && log.checkouts.has(order_id)).map(({ id }) => id),
  );
  for (const { razorpayPaymentId = '', status } of orders)
    if (status !== 'Cancelled') withoutOrder.delete(razorpayPaymentId);
  expect([...withoutOrder]).toEqual([]);
});
