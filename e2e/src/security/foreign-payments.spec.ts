import { createHmac, randomUUID } from 'node:crypto';
import { expect, test } from '@playwright/test';
import { call, mustCall } from '../support/api.js';
import {
  createProduct,
  registerShopper,
  createCheckout,
  billing,
  getProduct,
  getOrders,
  pay,
  type PaymentResponse,
  type Person,
  addToCart,
  logInAsOwner,
  verify,
} from '../support/people.js';
import { getCaptures, getRefunds } from '../support/razorpay.js';
import { eventually } from '../support/store.js';

let admin: Person;
test.beforeAll(async () => {
  admin = await logInAsOwner();
});

async function verifyCode(person: Person, payment: PaymentResponse, claims: object = {}): Promise<string | undefined> {
  const response = await call(
    'POST /payments/verify',
    { body: { ...payment, billing, totalAmount: 1, cart: [], ...claims } },
    person.token,
  );
  return response.ok ? undefined : response.body.code;
}

async function createBuyer(price = 500) {
  const person = await registerShopper();
  const product = await createProduct(admin, { price, stock: 5 });
  await addToCart(person, product);
  const { order } = await createCheckout(person, price);
  return { person, product, razorpayOrderId: order.id, price };
}

test('two browsers that pay one cart get one order and one charge', async () => {
  const { person, product, razorpayOrderId, price } = await createBuyer();
  // Razorpay may refuse the second payment.
  const paid = (
    await Promise.allSettled([pay(razorpayOrderId, 'never'), pay(razorpayOrderId, 'never', 'card')])
  ).flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  expect(paid.length).toBeGreaterThanOrEqual(1);
  const responses = await Promise.all(
    paid.map((payment) =>
      call('POST /payments/verify', { body: { ...payment, billing, totalAmount: price } }, person.token),
    ),
  );
  expect(responses.some(({ ok }) => ok)).toBe(true);
  for (const response of responses)
    if (!response.ok)
      expect(['PAYMENT_REFUNDED', 'PAYMENT_MISMATCH', 'ORDER_ALREADY_PAID', 'PAYMENT_NOT_CAPTURED']).toContain(
        response.body.code,
      );
  expect(await getOrders(person)).toHaveLength(1);
  await eventually(async () => {
    const captured = await getCaptures(razorpayOrderId);
    const refunds = (await Promise.all(captured.map(({ id }) => getRefunds(id)))).flat();
    expect(captured.length - refunds.length).toBe(1);
  });
  expect((await getProduct(product)).stock).toBe(4);
});

test('verifying twice returns the same order, and an empty cart has no checkout', async () => {
  const { person, razorpayOrderId, price } = await createBuyer();
  const payment = await pay(razorpayOrderId);
  await verify(person, payment, price);
  await verify(person, payment, price);
  expect(await getOrders(person)).toHaveLength(1);
  const again = await call('POST /payments/create-order', { body: { amount: price, billing } }, person.token);
  expect(again).toMatchObject({ ok: false, body: { code: 'CART_EMPTY' } });
});

test("another customer's payment places no order for the thief and one for its owner", async () => {
  const [victim, thief] = [await createBuyer(), await createBuyer()];
  const payment = await pay(victim.razorpayOrderId, 'never');
  expect(await verifyCode(thief.person, payment)).toMatch(/^(PAYMENT_MISMATCH|ORDER_NOT_FOUND)$/);
  const orders = await call('POST /orders', { body: { payment: { ...payment } } }, thief.person.token);
  expect(orders).toMatchObject({ ok: false });
  expect(await getOrders(thief.person)).toEqual([]);
  await verify(victim.person, payment, victim.price);
  expect(await verifyCode(thief.person, payment)).toMatch(/^(PAYMENT_MISMATCH|ORDER_NOT_FOUND)$/);
  expect(await getOrders(victim.person)).toHaveLength(1);
  expect(await getOrders(thief.person)).toEqual([]);
});

test('swapped orders, forged signatures and invented payments are refused; the checkout stays payable', async () => {
  const [cheap, dear] = [await createBuyer(100), await createBuyer(90_000)];
  const payment = await pay(cheap.razorpayOrderId, 'never');
  expect(await verifyCode(cheap.person, { ...payment, razorpay_order_id: dear.razorpayOrderId })).toBe(
    'PAYMENT_SIGNATURE_INVALID',
  );
  const forged = createHmac('sha256', 'wrong secret')
    .update(`${dear.razorpayOrderId}|${payment.razorpay_payment_id}`)
    .digest('hex');
  expect(
    await verifyCode(dear.person, {
      razorpay_order_id: dear.razorpayOrderId,
      razorpay_payment_id: payment.razorpay_payment_id,
      razorpay_signature: forged,
    }),
  ).toBe('PAYMENT_SIGNATURE_INVALID');
  expect(await verifyCode(dear.person, { ...payment, razorpay_signature: '' })).toBe('VALIDATION_FAILED');
  expect(
    await verifyCode(dear.person, {
      ...payment,
      razorpay_payment_id: `pay_${randomUUID().replaceAll('-', '').slice(0, 14)}`,
    }),
  ).toBe('PAYMENT_SIGNATURE_INVALID');
  expect(await getOrders(dear.person)).toEqual([]);
  await verify(dear.person, await pay(dear.razorpayOrderId), dear.price);
  expect(await getOrders(dear.person)).toMatchObject([{ totalAmount: 90_000 }]);
});

test('amount, cart, total, role and owner sent by a client change nothing', async () => {
  const { person, price } = await createBuyer(2_000);
  for (const amount of [1, 1_999.99, 0, 20_000]) {
    expect(await call('POST /payments/create-order', { body: { amount } }, person.token)).toMatchObject({
      status: 409,
      body: { code: 'TOTAL_CHANGED', details: { totalAmount: 2_000 } },
    });
  }
  // A wrong total creates no hold.
  const { order } = await createCheckout(person, price);
  expect(order).toMatchObject({ amount: 200_000 });
  const payment = await pay(order.id, 'never');
  const claims = {
    totalAmount: 1,
    amount: 1,
    userId: admin.id,
    status: 'Delivered',
    role: 'admin',
    cart: [{ product: { _id: 'x', price: 1 }, quantity: 1, size: '' }],
  };
  const placed = await mustCall('POST /payments/verify', { body: { ...payment, billing, ...claims } }, person.token);
  expect(placed.order).toMatchObject({
    totalAmount: 2_000,
    status: 'Pending',
    user: { _id: person.id },
    products: [{ price: 2_000, quantity: 1 }],
  });
});
