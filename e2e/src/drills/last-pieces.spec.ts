import { expect, test } from '@playwright/test';
import { call } from '../support/api.js';
import {
  aProduct,
  aShopper,
  billing,
  lookAt,
  ordersOf,
  pay,
  type Person,
  putIntoCart,
  theAdmin,
  verify,
} from '../support/people.js';
import { addressOf } from '../support/store.js';

const BUYERS = 100;
const STOCK = 10;

interface RazorpayState {
  payments: { status: string; order_id: string }[];
}

test('100 buyers want the last 10 pieces at once: 10 pay, 90 are told, nobody is charged without an order', async () => {
  test.setTimeout(180_000);
  const admin = await theAdmin();
  const product = await aProduct(admin, { stock: STOCK, price: 500 });
  const buyers: Person[] = [];
  for (let group = 0; group < BUYERS; group += 10)
    buyers.push(...(await Promise.all(Array.from({ length: 10 }, aShopper))));
  await Promise.all(buyers.map((buyer) => putIntoCart(buyer, product)));

  const opened = new Set<string>();
  const outcomes = await Promise.all(
    buyers.map(async (buyer) => {
      const begun = await call('POST /payments/create-order', { body: { amount: 500, billing } }, buyer.token);
      if (!begun.ok) return begun.body.code;
      opened.add(begun.body.order.id);
      const payment = await pay(begun.body.order.id, 'twice');
      const { order } = await verify(buyer, payment, 500);
      return order.status;
    }),
  );
  const count = (outcome: string) => outcomes.filter((one) => one === outcome).length;
  expect({ paid: count('Pending'), refused: count('OUT_OF_STOCK') + count('INSUFFICIENT_STOCK') }).toEqual({
    paid: STOCK,
    refused: BUYERS - STOCK,
  });
  expect((await lookAt(product)).stock).toBe(0);

  const placed = (await Promise.all(buyers.map(ordersOf))).flat().map(({ razorpayOrderId }) => razorpayOrderId);
  expect(placed).toHaveLength(STOCK);
  const { payments } = (await (await fetch(`${addressOf('razorpay')}/simulate/state`)).json()) as RazorpayState;
  const charged = payments
    .filter(({ status, order_id }) => status === 'captured' && opened.has(order_id))
    .map(({ order_id }) => order_id);
  // The same orders, each charged once: nobody paid twice, nobody without an order, no order without money.
  expect(charged.toSorted()).toEqual(placed.toSorted());
});
