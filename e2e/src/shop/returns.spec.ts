import { expect, type Page, test } from '@playwright/test';
import type { Order } from '@rangavalli/contracts/entities/order';
import { mustCall } from '../support/api.js';
import { messagesTo } from '../support/mail.js';
import {
  addToCart,
  buy,
  createCheckout,
  createProduct,
  getProduct,
  logInAsOwner,
  logInByCode,
  pay,
  type Person,
  verify,
} from '../support/people.js';
import { getRefunds } from '../support/razorpay.js';
import { addressOf, post } from '../support/store.js';
import { findToast, signIn, storedUser } from '../support/screens.js';

const NAME = 'Kalamkari cotton saree';

async function openAs(page: Page, person: Person, path: string, role: 'user' | 'owner' = 'user'): Promise<void> {
  await signIn(page, person, storedUser(person, role));
  await page.goto(path);
}

test('an order is shipped in two parcels; one saree is returned, refunded and restocked, the other reviewed', async ({
  page,
}) => {
  const owner = await logInAsOwner();
  const shopper = await logInByCode();
  const product = await createProduct(owner, { name: NAME, price: 2_500, stock: 5 });
  const { order, payment } = await buy(shopper, product, 2);
  const lineId = order.products[0]?.lineId ?? '';
  for (const _parcel of [1, 2]) {
    const body = { orderId: order._id, lines: [{ lineId, quantity: 1 }], courier: 'own' as const };
    const { shipment } = await mustCall('POST /shipments', { body }, owner.token);
    for (const status of ['picked_up', 'delivered'] as const)
      await mustCall('POST /shipments/{id}/status', { params: { id: shipment.id }, body: { status } }, owner.token);
  }
  const getOrder = async () =>
    (await mustCall('GET /orders/detail/{orderId}', { params: { orderId: order._id } }, shopper.token)).order;
  await expect.poll(async () => (await getOrder()).status).toBe('Delivered');

  await openAs(page, shopper, `/user/orders/${order._id}`);
  await expect(page.getByText('Parcel 2')).toBeVisible();
  await page.getByRole('button', { name: 'Return or exchange items' }).click();
  await page.getByLabel(`${NAME}: how many?`).selectOption('1');
  await page.getByLabel('Reason').selectOption('It does not fit');
  await page.getByRole('button', { name: 'Request return' }).click();
  await expect(
    findToast(page, 'We have received your return request. We will contact you about the pick-up.'),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Write a review' }).click();
  await page.getByLabel('Stars').selectOption('4');
  await page.getByRole('textbox', { name: /^Your review/ }).fill('Soft cotton, true colours.');
  await page.getByRole('button', { name: 'Send review' }).click();
  await expect(findToast(page, 'Thank you for your review.')).toBeVisible();

  await openAs(page, owner, '/admin/returns?state=requested', 'owner');
  const row = page.getByRole('row').filter({ hasText: order.orderNumber });
  const book = async (courier: string) => {
    await row.getByRole('button', { name: `Book pick-up for the return of ${order.orderNumber}` }).click();
    await page.getByLabel('Courier').selectOption(courier);
    await page.getByLabel('Pick-up on').fill('2099-12-01');
    await page.getByRole('button', { name: 'Book pick-up', exact: true }).click();
    await expect(page.getByText(/ collects the items on 1 Dec 2099\.$/)).toBeVisible();
  };
  await book('Shiprocket');
  await page.getByRole('button', { name: 'Done' }).click();
  await row.getByRole('button', { name: `Cancel pick-up for the return of ${order.orderNumber}` }).click();
  await page.getByRole('button', { name: 'Cancel pick-up', exact: true }).click();
  await expect(findToast(page, 'The pick-up is cancelled. The customer gets a message.')).toBeVisible();
  await book('Delhivery');
  const [awb = ''] = /\d{6,}/.exec(await page.getByText(/^Tracking number/).innerText()) ?? [];
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(row.getByText(`Pick-up arranged · 1 Dec 2099 · Delhivery · ${awb}`)).toBeVisible();
  for (const status of ['picked_up', 'delivered'])
    await post(`${addressOf('couriers')}/simulate/tracking`, { awb, status });
  await expect(async () => {
    await page.reload();
    await expect(row.getByText('Received')).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await page.getByRole('button', { name: `Inspect the return of ${order.orderNumber}` }).click();
  await page.getByRole('button', { name: 'Save decision' }).click();
  await expect(findToast(page, 'The return was accepted. ₹2,500 is refunded to the payment method.')).toBeVisible();

  await expect
    .poll(async () => (await getRefunds(payment.razorpay_payment_id)).map(({ amount }) => amount))
    .toEqual([250_000]);
  await expect.poll(async () => (await getProduct(product)).stock).toBe(4);
  await openAs(page, shopper, `/user/orders/${order._id}`);
  await expect(page.getByText('₹2,500 is being refunded to how you paid.')).toBeVisible();
  await page.goto(`/product/${product._id}`);
  // Reviews are loaded when they come near.
  await page.getByRole('heading', { name: 'Delivery and returns' }).scrollIntoViewIfNeeded();
  await expect(page.getByText('Soft cotton, true colours.')).toBeVisible();
  await expect(page.getByText('4 · 1 review')).toBeVisible();
});

/** Sums of the month's GSTR-1 and of its sales register, and the rows of one order in the register. Rupees. */
async function readBooks(owner: Person, orderNumber: string) {
  const month = new Date(Date.now() + 5.5 * 3_600_000).toISOString().slice(0, 7);
  const query = { month, format: 'json' as const };
  const gstr1 = (await mustCall('GET /reports/gstr1', { query }, owner.token)).report.sheets;
  const sales = (await mustCall('GET /reports/sales', { query }, owner.token)).report.sheets;
  const rowsOf = (sheets: typeof sales) =>
    sheets.flatMap(({ columns, rows }) =>
      rows.map((row) => Object.fromEntries(columns.map((column, at) => [column, row[at]]))),
    );
  const sum = (numbers: unknown[]): number =>
    Math.round(numbers.reduce<number>((all, one) => all + Number(one), 0) * 100);
  const register = sales.flatMap(({ rows }) => rows);
  const hsn = rowsOf(gstr1.filter(({ name }) => name.startsWith('hsn')));
  return {
    gstr1: sum(hsn.map((row) => row['Total Value'])),
    register: sum(register.map((row) => row.at(-1))) - sum(register.map((row) => row.at(-2))),
    ofOrder: register.filter((row) => row.includes(orderNumber)).map((row) => row.at(-1)),
  };
}

test('three lines in two parcels, one delivered and one back: an exchange, a partial refund, and the books tie', async ({
  page,
}) => {
  const owner = await logInAsOwner();
  const shopper = await logInByCode();
  const sizes = [
    { size: 'S', stock: 2 },
    { size: 'M', stock: 2 },
  ];
  const lehenga = await createProduct(owner, { name: 'Bandhani lehenga', price: 1_500, sizeStock: sizes });
  const dupatta = await createProduct(owner, { name: 'Phulkari dupatta', price: 800, stock: 5 });
  const saree = await createProduct(owner, { name: 'Chanderi saree', price: 2_000, stock: 3 });
  await addToCart(shopper, lehenga, 1, 'S');
  await addToCart(shopper, dupatta, 2);
  const { cart } = await addToCart(shopper, saree);
  expect(cart.total).toBe(5_100);
  const payment = await pay((await createCheckout(shopper, cart.total)).order.id);
  const { order } = await verify(shopper, payment, cart.total);
  const { orderNumber } = order;
  const lineOf = ({ name }: { name: string }): string =>
    order.products.find(({ product }) => product.name === name)?.lineId ?? '';

  const ship = async (
    lines: { lineId: string; quantity: number }[],
    ...statuses: ('picked_up' | 'delivered' | 'rto')[]
  ) => {
    const body = { orderId: order._id, lines, courier: 'own' as const };
    const { shipment } = await mustCall('POST /shipments', { body }, owner.token);
    for (const status of statuses)
      await mustCall('POST /shipments/{id}/status', { params: { id: shipment.id }, body: { status } }, owner.token);
  };
  const all = [lehenga, dupatta, saree].map((product) => ({ lineId: lineOf(product), quantity: 1 }));
  await ship(all, 'picked_up', 'delivered');
  await ship([{ lineId: lineOf(dupatta), quantity: 1 }], 'picked_up', 'rto');
  const getOrder = async (orderId: string): Promise<Order> =>
    (await mustCall('GET /orders/detail/{orderId}', { params: { orderId } }, shopper.token)).order;
  await expect.poll(async () => (await getOrder(order._id)).deliveredAt).toBeDefined();

  await openAs(page, shopper, `/user/orders/${order._id}`);
  await page.getByRole('button', { name: 'Return or exchange items' }).click();
  await page.getByLabel('Bandhani lehenga: how many?').selectOption('1');
  await page.getByLabel('What would you like?').selectOption('Exchange');
  await page.getByLabel('New size').selectOption('M');
  await page.getByRole('button', { name: 'Request return' }).click();
  await expect(
    findToast(page, 'We have received your return request. We will contact you about the pick-up.'),
  ).toBeVisible();

  await openAs(page, owner, '/admin/returns?state=requested', 'owner');
  await page.getByRole('button', { name: `Inspect the return of ${orderNumber}` }).click();
  await page.getByRole('button', { name: 'Save decision' }).click();
  await expect(findToast(page, 'The return was accepted. The exchanged items become a new order.')).toBeVisible();

  // Staff take back the unit of the parcel that came back.
  const lines = [
    { lineId: lineOf(dupatta), quantity: 1, reason: 'Parcel returned to origin', outcome: 'refund' as const },
  ];
  const back = (await mustCall('POST /returns', { body: { orderId: order._id, lines } }, owner.token)).return;
  const decision = { lines: [{ lineId: lineOf(dupatta), accepted: true, restock: true }] };
  await mustCall('POST /returns/{id}/decision', { params: { id: back.id }, body: decision }, owner.token);

  await expect
    .poll(async () => (await getRefunds(payment.razorpay_payment_id)).map(({ amount }) => amount))
    .toEqual([80_000]);
  await expect
    .poll(async () => (await getProduct(lehenga)).sizeStock)
    .toEqual([
      { size: 'S', stock: 2 },
      { size: 'M', stock: 1 },
    ]);
  await expect.poll(async () => (await getProduct(dupatta)).stock).toBe(4);
  expect((await getProduct(saree)).stock).toBe(2);
  const exchange = (await getOrder(order._id)).returns?.find(({ exchanged }) => exchanged);
  expect(exchange).toMatchObject({ state: 'completed', exchanged: 1_500 });
  const replacementId = exchange?.replacementOrderId ?? '';
  await expect
    .poll(() => getOrder(replacementId).catch(() => undefined))
    .toMatchObject({
      totalAmount: 1_500,
      creditAmount: 1_500,
      status: 'Pending',
    });

  await expect
    .poll(async () => (await readBooks(owner, orderNumber)).ofOrder.toSorted())
    .toEqual([-1_500, -800, 5_100]);
  await expect
    .poll(async () => {
      const { gstr1, register } = await readBooks(owner, orderNumber);
      return gstr1 - register;
    })
    .toBe(0);
  const returnEmails = async () =>
    (await messagesTo(shopper.email)).filter(
      ({ subject }) => subject === `Your return of order ${orderNumber} is accepted`,
    );
  await expect.poll(async () => (await returnEmails()).length).toBe(2);
  const texts = (await returnEmails()).map(({ text = '' }) => text).join('\n');
  expect(texts).toContain('We are refunding ₹800 to how you paid.');
  expect(texts).toContain('Your exchange is a new order');
});
