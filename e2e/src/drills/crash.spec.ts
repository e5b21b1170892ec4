import { expect, test } from '@playwright/test';
import {
  addToCart,
  createCheckout,
  createProduct,
  getCart,
  getOrders,
  getProduct,
  logInAsOwner,
  pay,
  type Person,
  registerShopper,
  verify,
} from '../support/people.js';
import { eventually, kill, run } from '../support/store.js';

test.describe.configure({ mode: 'serial', timeout: 120_000 });

const total = 2469;
let admin: Person;
/** The reconciler looks at payments of a certain age only: the last test finds this one's order. */
let unreported: Awaited<ReturnType<typeof createBuyer>>;
test.beforeAll(async () => {
  admin = await logInAsOwner();
  unreported = await createBuyer();
  const { order } = await createCheckout(unreported.shopper, total);
  await pay(order.id, 'never');
});

async function createBuyer() {
  const product = await createProduct(admin, { stock: 5 });
  const shopper = await registerShopper();
  await addToCart(shopper, product, 2);
  return { product, shopper };
}

async function expectOneOrder(shopper: Person, product: { _id: string; stock: number }): Promise<void> {
  await eventually(async () => {
    const orders = await getOrders(shopper);
    expect(orders.map(({ status, totalAmount, paymentState }) => ({ status, totalAmount, paymentState }))).toEqual([
      { status: 'Pending', totalAmount: total, paymentState: 'captured' },
    ]);
    expect((await getProduct(product)).stock).toBe(product.stock - 2);
    expect((await getCart(shopper)).items).toEqual([]);
  }, 60_000);
}

test('places the order by webhook when the browser closes before verify', async () => {
  const { shopper, product } = await createBuyer();
  const { order } = await createCheckout(shopper, total);
  await pay(order.id, 'once');
  await expectOneOrder(shopper, product);
});

test('places one order when repeated verify calls and webhooks race', async () => {
  const { shopper, product } = await createBuyer();
  const { order } = await createCheckout(shopper, total);
  const payment = await pay(order.id, 'twice');
  const responses = await Promise.all([1, 2, 3].map(() => verify(shopper, payment, total)));
  expect(new Set(responses.map((response) => response.order._id)).size).toBe(1);
  await expectOneOrder(shopper, product);
});

const moments = [
  'before checkout',
  'between checkout and payment',
  'between payment and verify',
  'during verify',
] as const;
/** The steps in which a process takes part; `npm run drill` kills all at any moment. */
const momentsOf: Record<string, readonly (typeof moments)[number][]> = {
  catalog: ['before checkout', 'during verify'],
  nats: ['between checkout and payment', 'during verify'],
  cart: ['before checkout', 'during verify'],
  user: ['before checkout'],
  notification: ['during verify'],
  fulfilment: ['before checkout'],
};

for (const service of ['order', 'payment', 'catalog', 'nats', 'cart', 'user', 'notification', 'fulfilment']) {
  for (const moment of momentsOf[service] ?? moments) {
    test(`places one order when ${service} is killed ${moment}`, async () => {
      const { shopper, product } = await createBuyer();
      // Checkouts do not wait for every service, so the previous kill may be recent.
      await expect.poll(() => run().processes[service]?.state, { timeout: 30_000 }).toBe('running');
      const killAt = (now: (typeof moments)[number]) => {
        if (now === moment) kill(service);
      };
      killAt('before checkout');
      const { order } = await eventually(() => createCheckout(shopper, total));
      killAt('between checkout and payment');
      const payment = await pay(order.id, 'once');
      killAt('between payment and verify');
      const verified = eventually(() => verify(shopper, payment, total), 40_000);
      if (moment === 'during verify') setTimeout(() => kill(service), 5);
      await verified;
      await expectOneOrder(shopper, product);
    });
  }
}

test('places the order by reconciler when browser and webhook are lost', () =>
  expectOneOrder(unreported.shopper, unreported.product));
