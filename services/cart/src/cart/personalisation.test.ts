import { randomUUID } from 'node:crypto';
import type { PersonalisationField } from '@rangavalli/contracts/entities/personalisation';
import type { Identity } from '@rangavalli/service-kit/http/identity';
import { eventually } from '@rangavalli/service-kit/testing/test-service';
import { buildCustomer, buildProduct, type CartFixture, startCart } from '../testing/start-cart.js';

const initials: PersonalisationField = { kind: 'text', label: 'Initials', required: true, maxLength: 3, extraDays: 4 };
const by = (value: string) => [{ label: 'Initials', value }];

describe('personalised lines of a cart', () => {
  let shop: CartFixture;
  beforeAll(async () => {
    shop = await startCart();
  });
  afterAll(() => shop.stop());

  const saree = (stock = 10) => shop.putProduct({ ...buildProduct({ stock }), personalisationFields: [initials] });
  const add = (as: Identity, productId: string, value?: string, quantity = 1) =>
    shop.call(
      'POST /cart/add',
      { body: { productId, quantity, ...(value === undefined ? {} : { personalisation: by(value) }) } },
      as,
    );
  const lines = async (as: Identity) =>
    (await shop.call('GET /cart', {}, as)).body.cart.items.map(({ personalisation, quantity }) => [
      personalisation?.[0]?.value,
      quantity,
    ]);

  it('are one line per value, and changed and removed by it', async () => {
    const meena = buildCustomer();
    const { _id: productId } = saree();
    await add(meena, productId, 'RK');
    await add(meena, productId, ' RK ');
    await add(meena, productId, 'SV');
    expect(await lines(meena)).toEqual([
      ['RK', 2],
      ['SV', 1],
    ]);
    await shop.call('PUT /cart/update', { body: { productId, quantity: 3, personalisation: by('SV') } }, meena);
    await shop.call('DELETE /cart/remove', { body: { productId, personalisation: by('RK') } }, meena);
    expect(await lines(meena)).toEqual([['SV', 3]]);
  });

  it('share the stock of their product', async () => {
    const meena = buildCustomer();
    const { _id: productId } = saree(3);
    await add(meena, productId, 'RK', 2);
    expect((await add(meena, productId, 'SV', 2)).body).toMatchObject({
      code: 'INSUFFICIENT_STOCK',
      details: { available: 1 },
    });
  });

  it('are checked against the current fields, when added and at checkout', async () => {
    const meena = buildCustomer();
    const product = saree();
    expect((await add(meena, product._id)).body).toMatchObject({
      code: 'PERSONALISATION_INVALID',
      message: `${product.name}, Initials: Please fill this in.`,
      details: { fields: { Initials: 'Please fill this in.' } },
    });
    await add(meena, product._id, 'RKS');
    const checkout = () => shop.request('rpc.cart.lines.get', { userId: meena.id });
    expect((await checkout()).lines).toEqual([
      { productId: product._id, size: '', quantity: 1, personalisation: by('RKS'), extraDays: 4 },
    ]);
    shop.putProduct({ ...product, personalisationFields: [{ ...initials, maxLength: 2 }] });
    await expect(checkout()).rejects.toMatchObject({ code: 'PERSONALISATION_INVALID' });
    const plain = shop.putProduct(buildProduct());
    expect((await add(meena, plain._id, 'RK')).body.code).toBe('PERSONALISATION_INVALID');
  });

  it('survive the merge of a guest’s cart; what does not fit is noted', async () => {
    const meena = buildCustomer();
    const { _id: productId } = saree();
    await add(meena, productId, 'RK');
    const guest = ['RK', 'SV', 'TOO LONG'].map((value) => ({ productId, quantity: 1, personalisation: by(value) }));
    const { body } = await shop.call('POST /cart/merge', { body: { mergeId: randomUUID(), lines: guest } }, meena);
    expect(await lines(meena)).toEqual([
      ['RK', 2],
      ['SV', 1],
    ]);
    expect(body.notes).toMatchObject([
      { personalisation: by('TOO LONG'), wanted: 1, taken: 0, code: 'PERSONALISATION_INVALID' },
    ]);
  });

  it('leave the cart when they were bought, others stay', async () => {
    const meena = buildCustomer();
    const { _id: productId } = saree();
    await add(meena, productId, 'RK');
    await add(meena, productId, 'SV');
    const placed = (value: string) =>
      shop.publish('order.placed', {
        orderNumber: 'RV-26-0042174',
        orderId: randomUUID().replaceAll('-', '').slice(0, 24),
        userId: meena.id,
        orderedAt: new Date().toISOString(),
        totalPaise: 1,
        status: 'Pending',
        customer: {},
        lines: [{ productId, size: '', quantity: 1, personalisation: by(value), name: 'Saree', unitPaise: 1 }],
      });
    await placed('RK');
    await eventually(async () => expect(await lines(meena)).toEqual([['SV', 1]]));
    await placed('SV');
    await eventually(async () => expect(await lines(meena)).toEqual([]));
  });
});
