import { expect, test } from '@playwright/test';
import { call } from '../support/api.js';
import {
  addToCart,
  billing,
  createProduct,
  getOrders,
  getProduct,
  logInAsOwner,
  pay,
  type Person,
  registerShopper,
  verify,
} from '../support/people.js';
import { getRazorpayState } from '../support/razorpay.js';

const BUYERS = 100;
const STOCK = 10;

test('sells the last 10 units to 10 of 100 simultaneous buyers and charges nobody without an order', async () => {
  test.setTimeout(180_000);
  const product = await createProduct(await logInAsOwner(), { stock: STOCK, price: 500 });
  const buyers: Person[] = [];
  for (let group = 0; group < BUYERS; group += 10)
    buyers.push(...(await Promise.all(Array.from({ length: 10 }, registerShopper))));
  await Promise.all(buyers.map((buyer) => addToCart(buyer, product)));

  const checkouts = new Set<string>();
  const outcomes = await Promise.all(
    buyers.map(async (buyer) => {
      const created = await call('POST /payments/create-order', { body: { amount: 500, billing } }, buyer.token);
      if (!created.ok) return created.body.code;
      checkouts.add(created.body.order.id);
      const payment = await pay(created.body.order.id, 'twice');
      return (await verify(buyer, payment, 500)).order.status;
    }),
  );
  const count = (outcome: string) => outcomes.filter((one) => one === outcome).length;
  expect({ paid: count('Pending'), refused: count('OUT_OF_STOCK') + count('INSUFFICIENT_STOCK') }).toEqual({
    paid: STOCK,
    refused: BUYERS - STOCK,
  });
  expect((await getProduct(product)).stock).toBe(0);

  const placed = (await Promise.all(buyers.map(getOrders))).flat().map(({ razorpayOrderId = '' }) => razorpayOrderId);
  expect(placed).toHaveLength(STOCK);
  const charged = (await getRazorpayState()).payments
    .filter(({ status, order_id }) => status === 'captured' && checkouts.has(order_id))
    .map(({ order_id }) => order_id);
  // Each placed order is charged exactly once, and nothing else is.
  expect(charged.toSorted()).toEqual(placed.toSorted());
});
