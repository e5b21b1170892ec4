import type { StockLine } from '@rangavalli/contracts/commands';
import type { Identity } from '@rangavalli/service-kit/http/identity';
import { eventually } from '@rangavalli/service-kit/testing/test-service';
import { Types } from 'mongoose';
import { aCustomer, aProduct, type CartUnderTest, startCart } from '../testing/start-cart.js';

describe('the cart', () => {
  let shop: CartUnderTest;
  beforeAll(async () => {
    shop = await startCart();
  });
  afterAll(() => shop.stop());

  type Sent = { productId: string; size?: string | null; quantity: number };
  const show = async (as: Identity) => (await shop.call('GET /cart', {}, as)).body.cart;
  const add = (as: Identity, productId: string, quantity = 1, size?: string | null) =>
    shop.call('POST /cart/add', { body: { productId, quantity, ...(size === undefined ? {} : { size }) } }, as);
  const update = (as: Identity, body: Sent) => shop.call('PUT /cart/update', { body }, as);
  const remove = (as: Identity, body: { productId: string; size?: string }) =>
    shop.call('DELETE /cart/remove', { body }, as);
  const placed = (as: Identity, orderId: string, lines: StockLine[]) =>
    shop.publish('order.placed', {
      orderId,
      userId: as.id,
      orderedAt: new Date().toISOString(),
      totalPaise: 1,
      status: 'Pending',
      customer: {},
      lines: lines.map((line) => ({ ...line, name: 'Saree', unitPaise: 1 })),
    });

  it("is empty at first, and nobody else's", async () => {
    const [meena, asha] = [aCustomer(), aCustomer()];
    const saree = shop.stock(aProduct());
    expect(await show(meena)).toEqual({ items: [], total: 0, count: 0 });
    await add(meena, saree._id);
    expect(await show(asha)).toEqual({ items: [], total: 0, count: 0 });
    expect((await shop.call('GET /cart', {})).body.code).toBe('UNAUTHENTICATED');
  });

  it('takes pieces, one line a product and size, with the total in rupees', async () => {
    const meena = aCustomer();
    const saree = shop.stock(aProduct({ price: 0.29 }));
    const pant = shop.stock(aProduct({ price: 100, sizes: ['S', 'M'] }));
    const first = await add(meena, saree._id, 2);
    expect(first).toMatchObject({ status: 200, body: { success: true, message: 'Added to cart successfully!' } });
    await add(meena, saree._id, 1, null);
    await add(meena, pant._id, 1, 'M');
    await add(meena, pant._id, 1, 'S');
    expect(await show(meena)).toEqual({
      items: [
        { product: saree, size: '', quantity: 3, addedPrice: 0.29 },
        { product: pant, size: 'M', quantity: 1, addedPrice: 100 },
        { product: pant, size: 'S', quantity: 1, addedPrice: 100 },
      ],
      total: 200.87,
      count: 5,
    });
  });

  it('goes by what another process has made of it meanwhile', async () => {
    const meena = aCustomer();
    const [saree, pant] = [shop.stock(aProduct({ stock: 3 })), shop.stock(aProduct())];
    await add(meena, saree._id, 3);
    const elsewhere = async (lines: StockLine[]) =>
      void (await shop.carts.updateOne({ _id: meena.id }, { $set: { lines }, $inc: { revision: 1 } }));
    await elsewhere([{ productId: pant._id, size: '', quantity: 2 }]);
    // By what this process knows there would be four of three, and nothing to take out.
    expect(await add(meena, saree._id, 1)).toMatchObject({ status: 200, body: { cart: { count: 3 } } });
    await elsewhere([
      { productId: saree._id, size: '', quantity: 1 },
      { productId: pant._id, size: '', quantity: 1 },
    ]);
    await remove(meena, { productId: pant._id });
    expect((await shop.carts.findById(meena.id).lean())?.lines).toMatchObject([{ productId: saree._id, quantity: 1 }]);
  });

  it('keeps the price of the day on which a line was last touched, and counts at the price of today', async () => {
    const meena = aCustomer();
    const saree = shop.stock(aProduct({ price: 1000 }));
    await add(meena, saree._id, 2);
    shop.stock({ ...saree, price: 1200.5 });
    expect(await show(meena)).toMatchObject({ items: [{ addedPrice: 1000, product: { price: 1200.5 } }], total: 2401 });
    await update(meena, { productId: saree._id, quantity: 2 });
    expect((await show(meena)).items[0]?.addedPrice).toBe(1200.5);
    expect((await shop.ask('rpc.cart.lines.get', { userId: meena.id })).lines).toEqual([
      { productId: saree._id, size: '', quantity: 2 },
    ]);
  });

  it('asks for a size where there are sizes', async () => {
    const meena = aCustomer();
    const pant = shop.stock(aProduct({ sizes: ['S'] }));
    expect((await add(meena, pant._id)).body).toMatchObject({
      code: 'SIZE_REQUIRED',
      message: 'Please select a size.',
    });
    expect((await add(meena, pant._id, 1, 'XL')).body.code).toBe('SIZE_UNKNOWN');
    expect((await add(meena, shop.stock(aProduct())._id, 1, 'S')).body.code).toBe('SIZE_UNKNOWN');
  });

  it('takes no more than there is, counting what is in it', async () => {
    const meena = aCustomer();
    const pant = shop.stock(aProduct({ stock: 5, sizes: ['S', 'M'] }));
    expect((await add(meena, shop.stock(aProduct({ stock: 0 }))._id)).body).toMatchObject({ code: 'OUT_OF_STOCK' });
    expect(await add(meena, pant._id, 6, 'S')).toMatchObject({
      status: 409,
      body: { code: 'INSUFFICIENT_STOCK', details: { available: 5 } },
    });
    await add(meena, pant._id, 3, 'S');
    expect((await add(meena, pant._id, 3, 'S')).body).toMatchObject({
      code: 'INSUFFICIENT_STOCK',
      details: { available: 5 },
    });
    expect((await add(meena, pant._id, 3, 'M')).body).toMatchObject({
      code: 'INSUFFICIENT_STOCK',
      details: { available: 2 },
    });
    await add(meena, pant._id, 2, 'M');
    expect((await update(meena, { productId: pant._id, size: 'M', quantity: 3 })).body).toMatchObject({
      code: 'INSUFFICIENT_STOCK',
      details: { available: 2 },
    });
    shop.stock({ ...pant, stock: 1 });
    expect((await update(meena, { productId: pant._id, size: 'S', quantity: 1 })).status).toBe(200);
    expect((await add(meena, '65a1b2c3d4e5f60718293a4b')).body.code).toBe('PRODUCT_NOT_FOUND');
    expect((await add(meena, pant._id, 0, 'S')).body.code).toBe('VALIDATION_FAILED');
    expect((await add(meena, pant._id, 1.5, 'S')).body.code).toBe('VALIDATION_FAILED');
  });

  it('sets quantities of lines that it has', async () => {
    const meena = aCustomer();
    const saree = shop.stock(aProduct());
    expect((await update(meena, { productId: saree._id, quantity: 2 })).body.code).toBe('CART_LINE_NOT_FOUND');
    await add(meena, saree._id);
    const { body } = await update(meena, { productId: saree._id, quantity: 7 });
    expect(body.cart.items).toEqual([{ product: saree, size: '', quantity: 7, addedPrice: saree.price }]);
    expect((await update(meena, { productId: saree._id, quantity: 11 })).body.details).toEqual({ available: 10 });
  });

  it('gives lines up, as often as asked', async () => {
    const meena = aCustomer();
    const pant = shop.stock(aProduct({ sizes: ['S', 'M'] }));
    await add(meena, pant._id, 1, 'S');
    await add(meena, pant._id, 1, 'M');
    expect((await remove(meena, { productId: pant._id, size: 'S' })).body.cart.items).toMatchObject([{ size: 'M' }]);
    expect((await remove(meena, { productId: pant._id, size: 'S' })).body.cart.items).toMatchObject([{ size: 'M' }]);
    expect((await remove(meena, { productId: 'x' })).body.code).toBe('VALIDATION_FAILED');
  });

  it('counts all that is added at once', async () => {
    const meena = aCustomer();
    const [saree, pant] = [shop.stock(aProduct({ stock: 1000 })), shop.stock(aProduct({ stock: 1000 }))];
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, index) => add(meena, index % 2 ? saree._id : pant._id, 1 + (index % 3))),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await show(meena)).toMatchObject({ count: 79, items: [{}, {}] });
  });

  it('never holds more than there is, however many add at once', async () => {
    const meena = aCustomer();
    const saree = shop.stock(aProduct({ stock: 5 }));
    await Promise.all(Array.from({ length: 20 }, () => add(meena, saree._id)));
    expect((await show(meena)).count).toBe(5);
  });

  it('has room for a hundred lines', async () => {
    const meena = aCustomer();
    const sizes = Array.from({ length: 30 }, (_, index) => `size ${index}`);
    const products = Array.from({ length: 4 }, () => shop.stock(aProduct({ stock: 500, sizes })));
    const all = products.flatMap(({ _id }) => sizes.map((size) => [_id, size] as const));
    for (const [id, size] of all.slice(0, 100)) expect((await add(meena, id, 1, size)).status).toBe(200);
    const [id, size] = all[100]!;
    expect((await add(meena, id, 1, size)).body).toMatchObject({
      code: 'VALIDATION_FAILED',
      message: 'Your cart is full.',
    });
    expect((await add(meena, all[0]![0], 1, all[0]![1])).status).toBe(200);
  });

  it('leaves out what is gone, for the shopper and for the checkout alike', async () => {
    const meena = aCustomer();
    const [saree, gone] = [shop.stock(aProduct()), shop.stock(aProduct())];
    await add(meena, gone._id, 2);
    await add(meena, saree._id, 1);
    shop.withdraw(gone._id);
    expect(await show(meena)).toEqual({
      items: [{ product: saree, size: '', quantity: 1, addedPrice: saree.price }],
      total: 4999.5,
      count: 1,
    });
    expect(await shop.ask('rpc.cart.lines.get', { userId: meena.id })).toEqual({
      lines: [{ productId: saree._id, size: '', quantity: 1 }],
    });
    expect(await shop.ask('rpc.cart.lines.get', { userId: aCustomer().id })).toEqual({ lines: [] });
  });

  it('loses what an order bought, once, and keeps what was added since', async () => {
    const meena = aCustomer();
    const [saree, pant] = [shop.stock(aProduct()), shop.stock(aProduct({ sizes: ['S'] }))];
    await add(meena, saree._id, 5);
    await add(meena, pant._id, 1, 'S');
    const [orderId, marker] = [new Types.ObjectId().toHexString(), new Types.ObjectId().toHexString()];
    const lines = [
      { productId: saree._id, size: '', quantity: 2 },
      { productId: pant._id, size: 'S', quantity: 1 },
    ];
    await placed(meena, orderId, lines);
    await placed(meena, orderId, lines);
    await eventually(async () =>
      expect((await show(meena)).items).toEqual([{ product: saree, size: '', quantity: 3, addedPrice: saree.price }]),
    );
    await placed(meena, orderId, lines);
    await placed(meena, marker, [{ productId: saree._id, size: '', quantity: 1 }]);
    await eventually(async () => expect((await show(meena)).count).toBe(2));
    await placed(meena, orderId, lines);
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect((await show(meena)).count).toBe(2);
  });

  it('remembers the order of a customer whose cart was never written', async () => {
    const meena = aCustomer();
    const saree = shop.stock(aProduct());
    const orderId = new Types.ObjectId().toHexString();
    const again = [{ productId: saree._id, size: '', quantity: 1 }];
    await placed(meena, orderId, again);
    await eventually(async () => expect(await shop.app.get('CartModel').exists({ _id: meena.id })).not.toBeNull());
    await add(meena, saree._id, 1);
    await placed(meena, orderId, again);
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect((await show(meena)).count).toBe(1);
  });

  it("is still shown while the catalog can't be reached, if its products are known", async () => {
    const [meena, asha] = [aCustomer(), aCustomer()];
    const saree = shop.stock(aProduct());
    await add(meena, saree._id, 2);
    shop.catalogIsThere(false);
    try {
      expect(await show(meena)).toMatchObject({ count: 2, total: 9999, items: [{ product: saree }] });
      expect(await show(asha)).toEqual({ items: [], total: 0, count: 0 });
      expect((await add(asha, aProduct()._id)).body.code).toBe('UNAVAILABLE');
      expect((await remove(meena, { productId: saree._id })).body.cart.count).toBe(0);
    } finally {
      shop.catalogIsThere(true);
    }
  });
});
