import { eventually } from '@rangavalli/service-kit/testing/test-service';
import { billing, OrderBench } from '../testing/order-bench.js';
import { anId } from '../testing/fake-shop.js';
import { cartKey } from './cart-key.js';

describe('beginning a checkout', () => {
  let bench: OrderBench;

  beforeAll(async () => {
    bench = await OrderBench.start();
  });
  afterAll(() => bench.stop());
  afterEach(() => bench.razorpay.faults());

  const create = (as: ReturnType<OrderBench['aCustomer']>, amount: number, more: object = {}) =>
    bench.service.call('POST /payments/create-order', { body: { amount, ...more } }, as);

  it('holds the pieces, keeps the order and opens a Razorpay order before anybody pays', async () => {
    const as = bench.aCustomer();
    const productId = bench.shop.aProduct({ stock: 5, unitPaise: 249_950 });
    bench.shop.fill(as.id, [productId, 2, 'M']);
    const { status, body } = await create(as, 4999);
    expect(status).toBe(200);
    expect(body).toMatchObject({ success: true, order: { amount: 499_900, currency: 'INR' }, totalAmount: 4999 });
    expect(new Date(body.expiresAt).getTime() - Date.now()).toBeGreaterThan(890_000);
    expect(bench.shop.stock(productId)).toBe(3);
    expect(await bench.record(body.orderId)).toMatchObject({
      phase: 'checkout',
      open: true,
      userId: as.id,
      totalPaise: 499_900,
      razorpayOrderId: body.order.id,
      paymentState: 'awaiting',
      holdId: `${body.orderId}:1`,
      lines: [{ productId, name: 'Kanchipuram pattu', unitPaise: 249_950, size: 'M', quantity: 2 }],
    });
    expect((await bench.razorpay.state()).orders).toContainEqual(
      expect.objectContaining({ id: body.order.id, receipt: body.orderId, amount: 499_900 }),
    );
  });

  it('again, and many times at once, gives the same pending order; billing is kept up to date', async () => {
    const as = bench.aCustomer();
    const productId = bench.shop.aProduct();
    bench.shop.fill(as.id, [productId]);
    const answers = await Promise.all(Array.from({ length: 6 }, () => create(as, 2500)));
    answers.push(await create(as, 2500, { billing }));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect(new Set(answers.map(({ body }) => `${body.orderId} ${body.order.id}`)).size).toBe(1);
    expect(bench.shop.stock(productId)).toBe(9);
    const { billing: kept } = await bench.record(answers[0]?.body.orderId ?? '');
    expect(kept).toMatchObject({ fullName: 'Asha Rao', city: 'Hyderabad' });
  });

  it('for another cart ends the old checkout and gives its pieces back first', async () => {
    const as = bench.aCustomer();
    const last = bench.shop.aProduct({ stock: 1 });
    const old = await bench.begin({ as, productId: last });
    const other = bench.shop.aProduct({ unitPaise: 100_000 });
    bench.shop.fill(as.id, [last], [other, 2]);
    const { status, body } = await create(as, 4500);
    expect(status).toBe(200);
    expect(body.orderId).not.toBe(old.orderId);
    expect(await bench.record(old.orderId)).toMatchObject({ phase: 'expired' });
    expect(await bench.record(old.orderId)).not.toHaveProperty('open');
    expect([bench.shop.stock(last), bench.shop.stock(other)]).toEqual([0, 8]);
    expect(bench.shop.holdsOf(old.orderId)).toEqual(['released']);
  });

  it("with a total that is not the shop's says the new one in rupees and holds nothing", async () => {
    const as = bench.aCustomer();
    const productId = bench.shop.aProduct({ unitPaise: 123_450 });
    bench.shop.fill(as.id, [productId]);
    for (const amount of [0, 1, 1234.49, 99_999]) {
      const { status, body } = await create(as, amount);
      expect([status, body.code, body.details]).toEqual([409, 'TOTAL_CHANGED', { totalAmount: 1234.5 }]);
    }
    expect(bench.shop.stock(productId)).toBe(10);
    expect((await create(as, 1234.5)).status).toBe(200);
    // A pending order does not make a wrong total right.
    expect((await create(as, 1)).body).toMatchObject({ code: 'TOTAL_CHANGED', details: { totalAmount: 1234.5 } });
    expect(bench.shop.stock(productId)).toBe(10);
  });

  it.each([
    [0, 'OUT_OF_STOCK'],
    [1, 'INSUFFICIENT_STOCK'],
  ])('with %i pieces left of two wanted answers %s and holds nothing of the rest', async (stock, code) => {
    const as = bench.aCustomer();
    const scarce = bench.shop.aProduct({ stock });
    const other = bench.shop.aProduct();
    bench.shop.fill(as.id, [other], [scarce, 2]);
    const { status, body } = await create(as, 7500);
    expect([status, body.code]).toEqual([409, code]);
    expect(body.details).toMatchObject({ lines: [{ productId: scarce, available: stock, quantity: 2 }] });
    expect([bench.shop.stock(scarce), bench.shop.stock(other)]).toEqual([stock, 10]);
    expect(await bench.model.countDocuments({ userId: as.id, open: true })).toBe(0);
  });

  it('with an empty cart is refused', async () => {
    expect((await create(bench.aCustomer(), 100)).body).toMatchObject({ success: false, code: 'CART_EMPTY' });
  });

  it('with Razorpay away says so and gives the pieces back; the next try ends well', async () => {
    const as = bench.aCustomer();
    const productId = bench.shop.aProduct();
    bench.shop.fill(as.id, [productId]);
    await bench.razorpay.faults({ path: '/v1/', drop: 'before' });
    expect(await create(as, 2500)).toMatchObject({ status: 502, body: { code: 'PAYMENT_PROVIDER_FAILED' } });
    expect(bench.shop.stock(productId)).toBe(10);
    await bench.razorpay.faults();
    expect((await create(as, 2500)).status).toBe(200);
    expect(bench.shop.stock(productId)).toBe(9);
  });

  it('with a catalog that loses a request or an answer holds the pieces once all the same', async () => {
    for (const what of ['request', 'answer'] as const) {
      const productId = bench.shop.aProduct();
      bench.shop.swallow('rpc.catalog.stock.hold', what);
      await bench.begin({ productId });
      expect([bench.shop.stock(productId), bench.shop.pieces(productId, 'held')]).toEqual([9, 1]);
    }
  });

  it('with a catalog that never answers fails, and what it held after all goes back', async () => {
    const as = bench.aCustomer();
    const productId = bench.shop.aProduct();
    bench.shop.fill(as.id, [productId]);
    bench.shop.swallow('rpc.catalog.stock.hold', 'answer', 2);
    bench.shop.swallow('rpc.catalog.stock.release', 'request', 2);
    expect(await create(as, 2500)).toMatchObject({ status: 503, body: { code: 'UNAVAILABLE' } });
    await eventually(() => expect(bench.shop.stock(productId)).toBe(10), 20_000);
    await eventually(async () =>
      expect(await bench.model.countDocuments({ userId: as.id, dueAt: { $exists: true } })).toBe(0),
    );
  });

  it('takes over from a process that died while opening, whether before or after the hold', async () => {
    const as = bench.aCustomer();
    const productId = bench.shop.aProduct();
    const lines = [{ productId, size: '', quantity: 1 }];
    const dead = anId();
    await bench.model.create({
      _id: dead,
      userId: as.id,
      customer: { name: as.name, email: as.email },
      phase: 'opening',
      open: true,
      cartKey: cartKey(lines),
      lines: [{ ...lines[0], name: '', unitPaise: 0 }],
      totalPaise: 0,
      holdId: `${dead}:1`,
      holdSeq: 1,
      paymentState: 'awaiting',
      extraPayments: [],
      createdAt: new Date(Date.now() - 20_000),
      dueAt: new Date(Date.now() + 60_000),
    });
    bench.shop.holds.set(`${dead}:1`, { orderId: dead, lines, state: 'held' });
    bench.shop.setStock(productId, 9);
    const begun = await bench.begin({ as, productId });
    expect(begun.orderId).not.toBe(dead);
    expect(await bench.record(dead)).toMatchObject({ phase: 'failed' });
    expect(bench.shop.stock(productId)).toBe(9);
  });

  it('begins anew where an older release died before it knew the Razorpay order', async () => {
    const begun = await bench.begin();
    await bench.model.updateOne({ _id: begun.orderId }, { $unset: { razorpayOrderId: 1 } });
    const { status, body } = await create(begun.as, begun.totalAmount);
    expect([status, body.orderId === begun.orderId]).toEqual([200, false]);
    expect(await bench.record(begun.orderId)).toMatchObject({ phase: 'expired' });
    expect(bench.shop.holdsOf(begun.orderId)).toEqual(['released']);
  });

  it('is not possible twice at once for one customer, whatever the requests do', async () => {
    const begun = await bench.begin();
    const { _id, ...copy } = await bench.record(begun.orderId);
    await expect(bench.model.create({ ...copy, _id: anId(), razorpayOrderId: undefined })).rejects.toMatchObject({
      code: 11000,
    });
    expect(String(_id)).toBe(begun.orderId);
  });
});
