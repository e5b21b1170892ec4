import { randomUUID } from 'node:crypto';
import type { StockLine } from '@rangavalli/contracts/commands/lines';
import type { Quote } from '@rangavalli/contracts/entities/quote';
import type { Identity } from '@rangavalli/service-kit/http/identity';
import { eventually } from '@rangavalli/service-kit/testing/test-service';
import { Types } from 'mongoose';
import { buildCustomer, buildProduct, type CartFixture, startCart } from '../testing/start-cart.js';

describe('the cart', () => {
  let shop: CartFixture;
  beforeAll(async () => {
    shop = await startCart({ CART_RETENTION_DAYS: '200' });
  });
  afterAll(() => shop.stop());

  type Sent = { productId: string; size?: string | null; quantity: number };
  const show = async (as: Identity) => (await shop.call('GET /cart', {}, as)).body.cart;
  const add = (as: Identity, productId: string, quantity = 1, size?: string | null) =>
    shop.call('POST /cart/add', { body: { productId, quantity, ...(size === undefined ? {} : { size }) } }, as);
  const update = (as: Identity, body: Sent) => shop.call('PUT /cart/update', { body }, as);
  const remove = (as: Identity, body: { productId: string; size?: string }) =>
    shop.call('DELETE /cart/remove', { body }, as);
  const placed = (as: Identity, orderId: string, lines: StockLine[], more: { isFromCart?: false } = {}) =>
    shop.publish('order.placed', {
      ...more,
      orderNumber: 'RV-26-0042174',
      orderId,
      userId: as.id,
      orderedAt: new Date().toISOString(),
      totalPaise: 1,
      status: 'Pending',
      customer: {},
      lines: lines.map((line) => ({ ...line, name: 'Saree', unitPaise: 1 })),
    });

  it('is empty at first and belongs to one customer', async () => {
    const [meena, asha] = [buildCustomer(), buildCustomer()];
    const saree = shop.putProduct(buildProduct());
    expect(await show(meena)).toEqual({ items: [], total: 0, count: 0 });
    await add(meena, saree._id);
    expect(await show(asha)).toEqual({ items: [], total: 0, count: 0 });
    expect((await shop.call('GET /cart', {})).body.code).toBe('UNAUTHENTICATED');
  });

  it('costs the price of a sale while it runs', async () => {
    const meena = buildCustomer();
    const saree = shop.putProduct(
      buildProduct({ price: 5000, sale: { price: 4000, from: '2026-01-01T00:00:00.000Z' } }),
    );
    const added = await add(meena, saree._id, 2);
    expect(added.body.cart).toMatchObject({ total: 8000, items: [{ addedPrice: 4000, product: { price: 5000 } }] });
    shop.putProduct({ ...saree, sale: { price: 4000, until: '2026-01-01T00:00:00.000Z' } });
    expect((await show(meena)).total).toBe(10_000);
  });

  it('is deleted with the account of its customer, and some days after its last change', async () => {
    const [meena, asha] = [buildCustomer(), buildCustomer()];
    const saree = shop.putProduct(buildProduct());
    await add(meena, saree._id);
    await add(asha, saree._id);
    await shop.publish('user.deleted', {
      userId: meena.id,
      email: meena.email,
      deletedAt: new Date().toISOString(),
    });
    await eventually(async () => expect(await shop.carts.findById(meena.id)).toBeNull());
    expect(await show(meena)).toEqual({ items: [], total: 0, count: 0 });
    expect((await show(asha)).count).toBe(1);
    await eventually(async () =>
      expect(await shop.carts.listIndexes()).toContainEqual(
        expect.objectContaining({ key: { updatedAt: 1 }, expireAfterSeconds: 200 * 86_400 }),
      ),
    );
  });

  it('has one line per product and size, and the total in rupees', async () => {
    const meena = buildCustomer();
    const saree = shop.putProduct(buildProduct({ price: 0.29 }));
    const pant = shop.putProduct(buildProduct({ price: 100, sizes: ['S', 'M'] }));
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

  it('includes the changes of another process', async () => {
    const meena = buildCustomer();
    const [saree, pant] = [shop.putProduct(buildProduct({ stock: 3 })), shop.putProduct(buildProduct())];
    await add(meena, saree._id, 3);
    const elsewhere = async (lines: StockLine[]) =>
      void (await shop.carts.updateOne(
        { _id: meena.id },
        { $set: { lines: lines.map((line) => ({ ...line, unitPaise: 100 })) }, $inc: { revision: 1 } },
      ));
    await elsewhere([{ productId: pant._id, size: '', quantity: 2 }]);
    expect(await add(meena, saree._id, 1)).toMatchObject({ status: 200, body: { cart: { count: 3 } } });
    await elsewhere([
      { productId: saree._id, size: '', quantity: 1 },
      { productId: pant._id, size: '', quantity: 1 },
    ]);
    await remove(meena, { productId: pant._id });
    expect((await shop.carts.findById(meena.id).lean())?.lines).toMatchObject([{ productId: saree._id, quantity: 1 }]);
  });

  it('keeps what the next release has stored', async () => {
    const meena = buildCustomer();
    const saree = shop.putProduct(buildProduct());
    await add(meena, saree._id, 2);
    const mergeId = randomUUID();
    const note = { productId: saree._id, size: '', wanted: 1, taken: 0, code: 'OUT_OF_STOCK', message: 'Sold out.' };
    const merges = [{ mergeId, notes: [{ ...note, isGift: true }], device: 'phone' }];
    // Not by the model, which knows the fields of this release.
    await shop.carts.collection.updateOne(
      { _id: meena.id as never },
      { $set: { 'lines.0.giftWrap': true, merges }, $inc: { revision: 1 } },
    );
    const stored = () => shop.carts.findById(meena.id).lean();
    expect((await update(meena, { productId: saree._id, quantity: 3 })).status).toBe(200);
    expect((await stored())?.lines).toEqual([
      { productId: saree._id, size: '', quantity: 3, unitPaise: 499_950, giftWrap: true },
    ]);
    const body = { mergeId: randomUUID(), lines: [{ productId: saree._id, size: '', quantity: 1 }] };
    expect((await shop.call('POST /cart/merge', { body }, meena)).status).toBe(200);
    expect(await stored()).toMatchObject({ lines: [{ quantity: 4, giftWrap: true }], merges: [merges[0], {}] });
    expect((await shop.request('rpc.cart.lines.get', { userId: meena.id })).lines).toEqual([
      { productId: saree._id, size: '', quantity: 4 },
    ]);
  });

  it('stores the price when a line last changed and totals at current prices', async () => {
    const meena = buildCustomer();
    const saree = shop.putProduct(buildProduct({ price: 1000 }));
    await add(meena, saree._id, 2);
    shop.putProduct({ ...saree, price: 1200.5 });
    expect(await show(meena)).toMatchObject({ items: [{ addedPrice: 1000, product: { price: 1200.5 } }], total: 2401 });
    await update(meena, { productId: saree._id, quantity: 2 });
    expect((await show(meena)).items[0]?.addedPrice).toBe(1200.5);
    expect((await shop.request('rpc.cart.lines.get', { userId: meena.id })).lines).toEqual([
      { productId: saree._id, size: '', quantity: 2 },
    ]);
  });

  it('is returned with the quote of the order service, and without it while that is unavailable', async () => {
    const meena = buildCustomer();
    const saree = shop.putProduct(buildProduct({ price: 4999.5, fabric: 'Mulberry silk' }));
    const gone = shop.putProduct(buildProduct());
    const response = async () => (await shop.call('GET /cart', {}, meena)).body;
    await add(meena, gone._id);
    await add(meena, saree._id, 2);
    shop.deleteProduct(gone._id);
    const quote: Quote = {
      lines: [],
      subtotalPaise: 999_900,
      discountPaise: 0,
      shippingPaise: 0,
      codFeePaise: 0,
      taxPaise: 47_614,
      roundOffPaise: 0,
      totalPaise: 999_900,
      hash: 'hash of the quote',
    };
    const requests: unknown[] = [];
    const subscription = shop.nats.subscribe('rpc.order.quote.get', {
      callback: (_error, message) => {
        requests.push(message.json());
        message.respond(JSON.stringify({ ok: true, data: { quote } }));
      },
    });
    await eventually(async () => expect(await response()).toMatchObject({ cart: { total: 9999 }, quote }));
    const line = { productId: saree._id, size: '', quantity: 2 };
    const facts = { pricePaise: 499_950, category: 'saree', fabric: 'Mulberry silk', tags: [] };
    expect(requests.at(-1)).toEqual({ userId: meena.id, lines: [{ ...line, ...facts }] });
    const lines = [line, { ...line, productId: gone._id }];
    const body = { lines, withQuote: true, pincode: '500092' };
    expect((await shop.call('POST /cart/preview', { body })).body).toMatchObject({ cart: { total: 9999 }, quote });
    expect(requests.at(-1)).toEqual({ pincode: '500092', lines: [{ ...line, ...facts }] });
    expect((await shop.call('POST /cart/preview', { body: { lines } })).body).not.toHaveProperty('quote');
    subscription.unsubscribe();
    await eventually(async () => expect((await response()).quote).toBeUndefined());
    expect(await update(meena, { productId: saree._id, quantity: 1 })).toMatchObject({
      status: 200,
      body: { cart: { total: 4999.5 } },
    });
  });

  it('keeps a coupon that it qualified for, with the reason while it does not, until an order is placed', async () => {
    const meena = buildCustomer();
    const asha = buildCustomer();
    const enter = (code: string) => shop.call('PUT /cart/coupon', { body: { code } }, meena);
    expect((await enter('DIWALI')).body.code).toBe('CART_EMPTY');
    const saree = shop.putProduct(buildProduct({ price: 1000 }));
    await add(meena, saree._id, 2);
    await add(asha, saree._id, 1);
    expect(await enter('DIWALI')).toMatchObject({ status: 503, body: { code: 'UNAVAILABLE' } });

    const totals = { subtotalPaise: 1, discountPaise: 0, shippingPaise: 0, codFeePaise: 0, taxPaise: 0 };
    const quote: Quote = { lines: [], ...totals, roundOffPaise: 0, totalPaise: 1, hash: 'hash' };
    const problem = { code: 'COUPON_MINIMUM', message: 'Add items for ₹500 more to use this coupon.' };
    const subscription = shop.nats.subscribe('rpc.order.quote.get', {
      callback: (_error, message) => {
        const { lines, coupon } = message.json<{ lines: { quantity: number }[]; coupon?: string }>();
        const isShort = coupon === 'DIWALI' && lines[0]?.quantity === 1;
        const unknown = coupon === 'UGADI' ? { code: 'COUPON_UNKNOWN', message: 'Unknown.' } : undefined;
        const found = isShort ? { ...problem, details: { missingPaise: 50_000 } } : unknown;
        message.respond(JSON.stringify({ ok: true, data: { quote, ...(found ? { problem: found } : {}) } }));
      },
    });
    expect((await enter('ugadi')).body).toMatchObject({ code: 'COUPON_UNKNOWN' });
    const shown = async () => (await shop.call('GET /cart', {}, meena)).body;
    await eventually(async () => expect((await shown()).quote).toEqual(quote));
    expect(await shown()).not.toHaveProperty('coupon');
    expect((await enter(' diwali ')).body).toMatchObject({ coupon: { code: 'DIWALI' }, quote, cart: { count: 2 } });
    expect((await shown()).coupon).toEqual({ code: 'DIWALI' });

    await update(meena, { productId: saree._id, quantity: 1 });
    expect((await shown()).coupon).toEqual({ code: 'DIWALI', problem });
    expect((await enter('DIWALI')).body).toMatchObject({ ...problem, details: { missingPaise: 50_000 } });
    const line = { productId: saree._id, size: '', quantity: 1 };
    expect(await shop.request('rpc.cart.lines.get', { userId: meena.id })).toEqual({ lines: [line], coupon: 'DIWALI' });
    // One that no longer applies is replaced; beside one that does, another is refused and nothing changes.
    expect((await enter('PONGAL')).body).toMatchObject({ coupon: { code: 'PONGAL' } });
    await update(meena, { productId: saree._id, quantity: 2 });
    expect(await enter('DIWALI')).toMatchObject({
      status: 409,
      body: {
        code: 'COUPON_NOT_COMBINABLE',
        message: 'Your cart has the coupon PONGAL, and coupons cannot be combined. Remove it to use DIWALI.',
      },
    });
    expect((await enter('ugadi')).body).toMatchObject({ code: 'COUPON_UNKNOWN' });
    expect((await enter('PONGAL')).status).toBe(200);
    expect((await shown()).coupon).toEqual({ code: 'PONGAL' });
    expect((await shop.call('DELETE /cart/coupon', {}, meena)).body).not.toHaveProperty('coupon');

    await update(meena, { productId: saree._id, quantity: 2 });
    await enter('DIWALI');
    // An order on the phone, and another one that shows when both were consumed.
    await placed(meena, new Types.ObjectId().toHexString(), [{ ...line, quantity: 2 }], { isFromCart: false });
    await placed(asha, new Types.ObjectId().toHexString(), [line]);
    await eventually(async () => expect((await show(asha)).count).toBe(0));
    expect(await shown()).toMatchObject({ cart: { count: 2 }, coupon: { code: 'DIWALI' } });
    await placed(meena, new Types.ObjectId().toHexString(), [{ ...line, quantity: 2 }]);
    await eventually(async () => expect(await shown()).toMatchObject({ cart: { count: 0 } }));
    expect(await shown()).not.toHaveProperty('coupon');
    subscription.unsubscribe();
  });

  it('requires a size when the product has sizes', async () => {
    const meena = buildCustomer();
    const pant = shop.putProduct(buildProduct({ sizes: ['S'] }));
    expect((await add(meena, pant._id)).body).toMatchObject({
      code: 'SIZE_REQUIRED',
      message: 'Please select a size.',
    });
    expect((await add(meena, pant._id, 1, 'XL')).body.code).toBe('SIZE_UNKNOWN');
    expect((await add(meena, shop.putProduct(buildProduct())._id, 1, 'S')).body.code).toBe('SIZE_UNKNOWN');
  });

  it('limits a line to the stock, including what is in the cart', async () => {
    const meena = buildCustomer();
    const pant = shop.putProduct(buildProduct({ stock: 5, sizes: ['S', 'M'] }));
    expect((await add(meena, shop.putProduct(buildProduct({ stock: 0 }))._id)).body).toMatchObject({
      code: 'OUT_OF_STOCK',
    });
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
    shop.putProduct({ ...pant, stock: 1 });
    expect((await update(meena, { productId: pant._id, size: 'S', quantity: 1 })).status).toBe(200);
    expect((await add(meena, '65a1b2c3d4e5f60718293a4b')).body.code).toBe('PRODUCT_NOT_FOUND');
    expect((await add(meena, pant._id, 0, 'S')).body.code).toBe('VALIDATION_FAILED');
    expect((await add(meena, pant._id, 1.5, 'S')).body.code).toBe('VALIDATION_FAILED');
  });

  it('sets the quantity of existing lines', async () => {
    const meena = buildCustomer();
    const saree = shop.putProduct(buildProduct());
    expect((await update(meena, { productId: saree._id, quantity: 2 })).body.code).toBe('CART_LINE_NOT_FOUND');
    await add(meena, saree._id);
    const { body } = await update(meena, { productId: saree._id, quantity: 7 });
    expect(body.cart.items).toEqual([{ product: saree, size: '', quantity: 7, addedPrice: saree.price }]);
    expect((await update(meena, { productId: saree._id, quantity: 11 })).body.details).toEqual({ available: 10 });
  });

  it('removes lines, repeatedly', async () => {
    const meena = buildCustomer();
    const pant = shop.putProduct(buildProduct({ sizes: ['S', 'M'] }));
    await add(meena, pant._id, 1, 'S');
    await add(meena, pant._id, 1, 'M');
    expect((await remove(meena, { productId: pant._id, size: 'S' })).body.cart.items).toMatchObject([{ size: 'M' }]);
    expect((await remove(meena, { productId: pant._id, size: 'S' })).body.cart.items).toMatchObject([{ size: 'M' }]);
    expect((await remove(meena, { productId: 'x' })).body.code).toBe('VALIDATION_FAILED');
  });

  it('counts concurrent additions', async () => {
    const meena = buildCustomer();
    const [saree, pant] = [
      shop.putProduct(buildProduct({ stock: 1000 })),
      shop.putProduct(buildProduct({ stock: 1000 })),
    ];
    const responses = await Promise.all(
      Array.from({ length: 40 }, (_, index) => add(meena, index % 2 ? saree._id : pant._id, 1 + (index % 3))),
    );
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await show(meena)).toMatchObject({ count: 79, items: [{}, {}] });
  });

  it('never exceeds the stock with concurrent additions', async () => {
    const meena = buildCustomer();
    const saree = shop.putProduct(buildProduct({ stock: 5 }));
    await Promise.all(Array.from({ length: 20 }, () => add(meena, saree._id)));
    expect((await show(meena)).count).toBe(5);
  });

  it('holds at most a hundred lines', async () => {
    const meena = buildCustomer();
    const sizes = Array.from({ length: 30 }, (_, index) => `size ${index}`);
    const products = Array.from({ length: 4 }, () => shop.putProduct(buildProduct({ stock: 500, sizes })));
    const all = products.flatMap(({ _id }) => sizes.map((size) => [_id, size] as const));
    for (const [id, size] of all.slice(0, 100)) expect((await add(meena, id, 1, size)).status).toBe(200);
    const [id, size] = all[100]!;
    expect((await add(meena, id, 1, size)).body).toMatchObject({
      code: 'VALIDATION_FAILED',
      message: 'Your cart is full.',
    });
    expect((await add(meena, all[0]![0], 1, all[0]![1])).status).toBe(200);
  });

  it('leaves out deleted products, for the customer and for the checkout', async () => {
    const meena = buildCustomer();
    const [saree, gone] = [shop.putProduct(buildProduct()), shop.putProduct(buildProduct())];
    await add(meena, gone._id, 2);
    await add(meena, saree._id, 1);
    shop.deleteProduct(gone._id);
    expect(await show(meena)).toEqual({
      items: [{ product: saree, size: '', quantity: 1, addedPrice: saree.price }],
      total: 4999.5,
      count: 1,
    });
    expect(await shop.request('rpc.cart.lines.get', { userId: meena.id })).toEqual({
      lines: [{ productId: saree._id, size: '', quantity: 1 }],
    });
    expect(await shop.request('rpc.cart.lines.get', { userId: buildCustomer().id })).toEqual({ lines: [] });
  });

  it('loses the units of a placed order once and keeps what was added since', async () => {
    const meena = buildCustomer();
    const [saree, pant] = [shop.putProduct(buildProduct()), shop.putProduct(buildProduct({ sizes: ['S'] }))];
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

  it('records the order of a customer without a stored cart', async () => {
    const meena = buildCustomer();
    const saree = shop.putProduct(buildProduct());
    const orderId = new Types.ObjectId().toHexString();
    const again = [{ productId: saree._id, size: '', quantity: 1 }];
    await placed(meena, orderId, again);
    await eventually(async () => expect(await shop.app.get('CartModel').exists({ _id: meena.id })).not.toBeNull());
    await add(meena, saree._id, 1);
    await placed(meena, orderId, again);
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect((await show(meena)).count).toBe(1);
  });

  it('is shown from cached products while the catalog is unavailable', async () => {
    const [meena, asha] = [buildCustomer(), buildCustomer()];
    const saree = shop.putProduct(buildProduct());
    await add(meena, saree._id, 2);
    shop.setCatalogAvailable(false);
    try {
      expect(await show(meena)).toMatchObject({ count: 2, total: 9999, items: [{ product: saree }] });
      expect(await show(asha)).toEqual({ items: [], total: 0, count: 0 });
      expect((await add(asha, buildProduct()._id)).body.code).toBe('UNAVAILABLE');
      expect((await remove(meena, { productId: saree._id })).body.cart.count).toBe(0);
    } finally {
      shop.setCatalogAvailable(true);
    }
  });
});
