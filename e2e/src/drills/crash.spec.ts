import { expect, test } from '@playwright/test';
import {
  aProduct,
  aShopper,
  beginCheckout,
  lookAt,
  ordersOf,
  pay,
  type Person,
  putIntoCart,
  theAdmin,
  verify,
} from '../support/people.js';
import { mustCall } from '../support/api.js';
import { eventually, kill } from '../support/store.js';

test.describe.configure({ mode: 'serial', timeout: 120_000 });

let admin: Person;
test.beforeAll(async () => {
  admin = await theAdmin();
});

/** Somebody with two pieces of a new product in the cart, and what they cost. */
async function aReadyShopper(stock = 5) {
  const product = await aProduct(admin, { stock });
  const shopper = await aShopper();
  await putIntoCart(shopper, product, 2);
  return { product, shopper, total: 2469 };
}

/** Exactly one order of that total, placed; the stock less by two; the cart empty. */
async function expectOneOrder(shopper: Person, product: { _id: string; stock: number }): Promise<void> {
  await eventually(async () => {
    const orders = await ordersOf(shopper);
    expect(orders.map(({ status, totalAmount, paymentState }) => ({ status, totalAmount, paymentState }))).toEqual([
      { status: 'Pending', totalAmount: 2469, paymentState: 'captured' },
    ]);
    expect((await lookAt(product)).stock).toBe(product.stock - 2);
    expect((await mustCall('GET /cart', {}, shopper.token)).cart.items).toEqual([]);
  }, 60_000);
}

test('the browser is closed before verify: the webhook finishes the order', async () => {
  const { shopper, product, total } = await aReadyShopper();
  const { order } = await beginCheckout(shopper, total);
  await pay(order.id, 'once');
  await expectOneOrder(shopper, product);
});

test('browser and webhook are both lost: the reconciler finishes the order', async () => {
  const { shopper, product, total } = await aReadyShopper();
  const { order } = await beginCheckout(shopper, total);
  await pay(order.id, 'never');
  await expectOneOrder(shopper, product);
});

test('verify and a doubled webhook race, and verify is repeated: one order', async () => {
  const { shopper, product, total } = await aReadyShopper();
  const { order } = await beginCheckout(shopper, total);
  const payment = await pay(order.id, 'twice');
  const answers = await Promise.all([
    verify(shopper, payment, total),
    verify(shopper, payment, total),
    verify(shopper, payment, total),
  ]);
  expect(new Set(answers.map((answer) => answer.order._id)).size).toBe(1);
  await expectOneOrder(shopper, product);
});

for (const victim of ['order', 'payment', 'catalog', 'nats', 'cart', 'user', 'notification']) {
  const steps = [
    'before checkout',
    'between checkout and payment',
    'between payment and verify',
    'while verify runs',
  ] as const;
  for (const step of steps) {
    test(`${victim} is killed ${step}, and the order is placed once`, async () => {
      const { shopper, product, total } = await aReadyShopper();
      const killAt = (now: (typeof steps)[number]) => {
        if (now === step) kill(victim);
      };
      killAt('before checkout');
      const { order } = await eventually(() => beginCheckout(shopper, total));
      killAt('between checkout and payment');
      const payment = await pay(order.id, 'once');
      killAt('between payment and verify');
      const verified = eventually(() => verify(shopper, payment, total), 40_000);
      if (step === 'while verify runs') setTimeout(() => kill(victim), 5);
      await verified;
      await expectOneOrder(shopper, product);
    });
  }
}
