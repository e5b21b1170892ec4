import { createHmac, randomUUID } from 'node:crypto';
import { expect, test } from '@playwright/test';
import type { ErrorCode } from '@rangavalli/contracts/errors';
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
  logInAsAdmin,
  verify,
} from '../support/people.js';
import { getCaptures, getRefunds } from '../support/razorpay.js';
import { eventually } from '../support/store.js';

let admin: Person;
test.beforeAll(async () => {
  admin = await logInAsAdmin();
});

/** Tries to prove a payment, and says with which code it was refused; undefined when it was not. */
async function refusal(
  person: Person,
  payment: PaymentResponse,
  claims: object = {},
): Promise<ErrorCode | string | undefined> {
  const answer = await call(
    'POST /payments/verify',
    { body: { ...payment, billing, totalAmount: 1, cart: [], ...claims } },
    person.token,
  );
  return answer.ok ? undefined : answer.body.code;
}

/** Somebody with a piece in the cart and a checkout that waits for its payment. */
async function aBuyer(price = 500): Promise<{
  person: Person;
  product: Awaited<ReturnType<typeof createProduct>>;
  razorpayOrderId: string;
  price: number;
}> {
  const person = await registerShopper();
  const product = await createProduct(admin, { price, stock: 5 });
  await addToCart(person, product);
  const { order } = await createCheckout(person, price);
  return { person, product, razorpayOrderId: order.id, price };
}

test('two browsers pay one cart at the same time: one order, and one charge that stays', async () => {
  const { person, product, razorpayOrderId, price } = await aBuyer();
  // Razorpay itself may failWith the later one; then there is no second payment to prove.
  const paid = (
    await Promise.allSettled([pay(razorpayOrderId, 'never'), pay(razorpayOrderId, 'never', 'card')])
  ).flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  expect(paid.length).toBeGreaterThanOrEqual(1);
  const answers = await Promise.all(
    paid.map((payment) =>
      call('POST /payments/verify', { body: { ...payment, billing, totalAmount: price } }, person.token),
    ),
  );
  expect(answers.some(({ ok }) => ok)).toBe(true);
  for (const answer of answers)
    if (!answer.ok)
      expect(['PAYMENT_REFUNDED', 'PAYMENT_MISMATCH', 'ORDER_ALREADY_PAID', 'PAYMENT_NOT_CAPTURED']).toContain(
        answer.body.code,
      );
  expect(await getOrders(person)).toHaveLength(1);
  await eventually(async () => {
    const captured = await getCaptures(razorpayOrderId);
    const back = (await Promise.all(captured.map(({ id }) => getRefunds(id)))).flat();
    expect(captured.length - back.length).toBe(1);
  });
  expect((await getProduct(product)).stock).toBe(4);
});

test('one browser pays twice: the same order both times, and no second one without a new cart', async () => {
  const { person, razorpayOrderId, price } = await aBuyer();
  const payment = await pay(razorpayOrderId);
  await verify(person, payment, price);
  await verify(person, payment, price);
  expect(await getOrders(person)).toHaveLength(1);
  const again = await call('POST /payments/create-order', { body: { amount: price, billing } }, person.token);
  expect(again).toMatchObject({ ok: false, body: { code: 'CART_EMPTY' } });
});

test("somebody else's proof places nothing, for them or for the one whose it is", async () => {
  const [victim, thief] = [await aBuyer(), await aBuyer()];
  const payment = await pay(victim.razorpayOrderId, 'never');
  expect(await refusal(thief.person, payment)).toMatch(/^(PAYMENT_MISMATCH|ORDER_NOT_FOUND)$/);
  const orders = await call('POST /orders', { body: { payment: { ...payment } } }, thief.person.token);
  expect(orders).toMatchObject({ ok: false });
  expect(await getOrders(thief.person)).toEqual([]);
  // The rightful owner still can, and the thief cannot afterwards either.
  await verify(victim.person, payment, victim.price);
  expect(await refusal(thief.person, payment)).toMatch(/^(PAYMENT_MISMATCH|ORDER_NOT_FOUND)$/);
  expect(await getOrders(victim.person)).toHaveLength(1);
  expect(await getOrders(thief.person)).toEqual([]);
});

test('a swapped order id, a forged signature and a made-up payment are refused by name, and the checkout can still be paid', async () => {
  const [cheap, dear] = [await aBuyer(100), await aBuyer(90_000)];
  const payment = await pay(cheap.razorpayOrderId, 'never');
  expect(await refusal(cheap.person, { ...payment, razorpay_order_id: dear.razorpayOrderId })).toBe(
    'PAYMENT_SIGNATURE_INVALID',
  );
  const forged = createHmac('sha256', 'a guess')
    .update(`${dear.razorpayOrderId}|${payment.razorpay_payment_id}`)
    .digest('hex');
  expect(
    await refusal(dear.person, {
      razorpay_order_id: dear.razorpayOrderId,
      razorpay_payment_id: payment.razorpay_payment_id,
      razorpay_signature: forged,
    }),
  ).toBe('PAYMENT_SIGNATURE_INVALID');
  expect(await refusal(dear.person, { ...payment, razorpay_signature: '' })).toBe('VALIDATION_FAILED');
  expect(
    await refusal(dear.person, {
      ...payment,
      razorpay_payment_id: `pay_${randomUUID().replaceAll('-', '').slice(0, 14)}`,
    }),
  ).toBe('PAYMENT_SIGNATURE_INVALID');
  expect(await getOrders(dear.person)).toEqual([]);
  await verify(dear.person, await pay(dear.razorpayOrderId), dear.price);
  expect(await getOrders(dear.person)).toMatchObject([{ totalAmount: 90_000 }]);
});

test('what a client claims of amount, cart, total, role and owner changes nothing', async () => {
  const { person, price } = await aBuyer(2_000);
  for (const amount of [1, 1_999.99, 0, 20_000]) {
    expect(await call('POST /payments/create-order', { body: { amount } }, person.token)).toMatchObject({
      status: 409,
      body: { code: 'TOTAL_CHANGED', details: { totalAmount: 2_000 } },
    });
  }
  // A total that differs holds nothing: the checkout begins anew.
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
  const placed = await mustCall(
    'POST /payments/verify',
    { body: { ...payment, billing, ...claims } as never },
    person.token,
  );
  expect(placed.order).toMatchObject({
    totalAmount: 2_000,
    status: 'Pending',
    user: { _id: person.id },
    products: [{ price: 2_000, quantity: 1 }],
  });
});
