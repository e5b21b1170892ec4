// An order developer: adds an event by the guide in a fresh clone; it arrives, and refunds still do.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { mustCall } from '../support/api.js';
import { buy, createProduct, logInAsOwner, type Person, registerShopper } from '../support/people.js';
import { findFreePort, FreshClone } from './fresh-clone.js';
import { Guide } from './guide.js';

const JOURNEY_TIMEOUT_MS = 3_600_000;
const ARRIVAL_TIMEOUT_MS = 60_000;

let clone: FreshClone;
let owner: Person;
let shopper: Person;

test.beforeAll(async () => {
  test.setTimeout(JOURNEY_TIMEOUT_MS);
  clone = new FreshClone();
  await new Guide(clone, 'README.md', { 'npm start': { PORT: String(await findFreePort()) } }).through('npm start');
  clone.useStore();
  owner = await logInAsOwner();
  shopper = await registerShopper();
});
test.afterAll(() => clone.remove());

/** Returns the emails about an order's delivery, which only the new event causes. */
function emailsAboutDelivery(orderId: string): string[] {
  const folder = path.join(clone.folder, '.data/mail');
  return readdirSync(folder)
    .filter((name) => name.endsWith('.eml'))
    .map((name) => readFileSync(path.join(folder, name), 'utf8'))
    .filter((email) => email.includes(`<delivered-${orderId}@`));
}

const placeOrder = async (): Promise<string> => (await buy(shopper, await createProduct(owner))).order._id;
const setDelivered = (orderId: string) =>
  mustCall('PUT /orders/admin/{orderId}', { params: { orderId }, body: { status: 'Delivered' } }, owner.token);

async function expectRefund(orderId: string): Promise<void> {
  await mustCall('POST /orders/cancel/{orderId}', { params: { orderId } }, shopper.token);
  await expect(async () => {
    const { order } = await mustCall('GET /orders/detail/{orderId}', { params: { orderId } }, shopper.token);
    expect(order.paymentState).toBe('refunded');
  }).toPass({ timeout: ARRIVAL_TIMEOUT_MS });
}

test('adds an event by the guide: it arrives once released, and refunds do before and after the rollback', async () => {
  test.setTimeout(JOURNEY_TIMEOUT_MS);
  await expectRefund(await placeOrder());
  const guide = new Guide(clone, 'docs/how-to/add-an-event.md');
  await guide.through('npm run release -- order');

  const [delivered, cancelled] = [await placeOrder(), await placeOrder()];
  await setDelivered(delivered);
  await expectRefund(cancelled);
  await expect(() => expect(emailsAboutDelivery(delivered)).toHaveLength(1)).toPass({ timeout: ARRIVAL_TIMEOUT_MS });
  expect(emailsAboutDelivery(delivered)[0]).toContain(`To: ${shopper.email}`);

  await guide.end();
  const later = await placeOrder();
  await setDelivered(later);
  await expectRefund(await placeOrder());
  expect(emailsAboutDelivery(later)).toEqual([]);
});
