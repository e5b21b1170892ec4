import { eventually } from '@rangavalli/service-kit/testing/test-service';
import { buildCustomer, buildProduct, type CartFixture, startCart } from '../testing/start-cart.js';

const HOUR_MS = 3_600_000;

describe('carts that were left', () => {
  let shop: CartFixture;
  beforeAll(async () => {
    shop = await startCart({ CART_REMINDER_HOURS: '24', CART_REMINDER_SWEEP_MS: '50' });
  });
  afterAll(() => shop.stop());

  const fill = async (hoursAgo: number, quantity = 1): Promise<{ userId: string; productId: string }> => {
    const customer = buildCustomer();
    const { _id: productId } = shop.putProduct(buildProduct());
    await shop.call('POST /cart/add', { body: { productId, quantity } }, customer);
    const updatedAt = new Date(Date.now() - hoursAgo * HOUR_MS);
    await shop.carts.updateOne({ _id: customer.id }, { $set: { updatedAt } }, { timestamps: false });
    return { userId: customer.id, productId };
  };

  it('are published once, between a day and three days after the last change', async () => {
    const [recent, old] = [await fill(23), await fill(73)];
    const left = await fill(25, 2);
    await eventually(async () => expect(await shop.events('cart.abandoned')).toHaveLength(1));
    const later = await fill(26);
    await eventually(async () => expect(await shop.events('cart.abandoned')).toHaveLength(2));
    const published = (await shop.events('cart.abandoned')).map(({ data }) => data);
    expect(published).toEqual([
      { userId: left.userId, lines: [{ productId: left.productId, quantity: 2 }] },
      { userId: later.userId, lines: [{ productId: later.productId, quantity: 1 }] },
    ]);
    const reminded = await shop.carts.find({ remindedAt: { $exists: true } }, { _id: 1 }).lean();
    expect(reminded.map(({ _id }) => _id)).not.toEqual(expect.arrayContaining([recent.userId, old.userId]));
  });

  it('are not published again within a week, also after a change', async () => {
    const { userId } = await fill(25);
    await eventually(async () => expect((await shop.carts.findById(userId).lean())?.remindedAt).toBeDefined());
    await shop.carts.updateOne({ _id: userId }, { $set: { updatedAt: new Date(Date.now() - 25 * HOUR_MS) } });
    const other = await fill(25);
    const usersOf = async () => (await shop.events('cart.abandoned')).map(({ data }) => data.userId);
    await eventually(async () => expect(await usersOf()).toContain(other.userId));
    expect((await usersOf()).filter((one) => one === userId)).toHaveLength(1);
  });
});
