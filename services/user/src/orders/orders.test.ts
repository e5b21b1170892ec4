import type { EventData } from '@rangavalli/contracts/events';
import type { Identity } from '@rangavalli/service-kit/http/identity';
import { eventually } from '@rangavalli/service-kit/testing/test-service';
import { startUserBench, type UserBench } from '../testing/user-bench.js';
import { confirmationLetter } from './confirmation-letter.js';

let shop: UserBench;
let meera: Identity;
let orders = 0;
beforeAll(async () => {
  shop = await startUserBench();
});
afterAll(() => shop.stop());
beforeEach(async () => {
  meera = await shop.shopper();
});

const anOrder = (changes: Partial<EventData<'order.placed'>> = {}): EventData<'order.placed'> => {
  orders += 1;
  return {
    orderId: orders.toString(16).padStart(24, 'a'),
    userId: meera.id,
    orderedAt: new Date(Date.now() + orders).toISOString(),
    totalPaise: 1_234_550,
    status: 'Pending',
    lines: [{ productId: 'b'.repeat(24), name: 'Kanchipuram Pattu', size: 'M', quantity: 1, unitPaise: 1_234_550 }],
    customer: { name: 'Meera', email: meera.email },
    ...changes,
  };
};
const moved = (
  { orderId, userId }: EventData<'order.placed'>,
  to: 'Processing' | 'Delivered',
  revision: number,
): EventData<'order.status.changed'> => ({ orderId, userId, from: 'Pending', to, revision, by: 'admin@example.com' });
const profileOrders = async () => (await shop.call('GET /users/profile', {}, meera)).body.user.orders;

test('a placed order stands in the profile, in rupees, newest first', async () => {
  const first = anOrder();
  const second = anOrder({ totalPaise: 25_000 });
  await shop.publish('order.placed', first);
  await shop.publish('order.placed', second);
  await eventually(async () =>
    expect(await profileOrders()).toEqual([
      { orderId: second.orderId, orderedAt: second.orderedAt, totalAmount: 250, status: 'Pending' },
      { orderId: first.orderId, orderedAt: first.orderedAt, totalAmount: 12_345.5, status: 'Pending' },
    ]),
  );
});

test('the newest status stays, in whatever order and however often the events come', async () => {
  const order = anOrder();
  await shop.publish('order.status.changed', moved(order, 'Delivered', 3));
  await shop.publish('order.status.changed', moved(order, 'Processing', 2));
  expect(await profileOrders()).toEqual([]);
  await new Promise((resolve) => setTimeout(resolve, 300));
  await shop.publish('order.placed', order);
  await shop.publish('order.placed', order);
  await eventually(async () =>
    expect(await profileOrders()).toMatchObject([{ orderId: order.orderId, status: 'Delivered' }]),
  );
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(await profileOrders()).toMatchObject([{ status: 'Delivered' }]);
});

test('an order is confirmed by one letter, however often it is told', async () => {
  const order = anOrder();
  await shop.publish('order.placed', order);
  await shop.publish('order.placed', order);
  const ours = async () => (await shop.letters()).filter((letter) => letter.includes(`Order ${order.orderId}`));
  await eventually(async () => expect(await ours()).toHaveLength(1));
  const [letter] = await ours();
  expect(letter).toContain(`To: ${meera.email}`);
  expect(letter).toContain(`Message-ID: <order-${order.orderId}@rangavalli.example>`);
});

test('the letter says what was bought, what it cost and whom to ask', () => {
  const order = anOrder({ totalPaise: 12_345_600 });
  const { subject, text } = confirmationLetter(order, 'http://localhost:3000');
  expect(subject).toContain(order.orderId);
  expect(text).toContain('1 × Kanchipuram Pattu (size M): ₹12,345.50');
  expect(text).toContain('Total paid: ₹1,23,456');
  expect(text).toContain('http://localhost:3000/user/orders');
  expect(text).toContain('hello@rangavalli.example');
});
