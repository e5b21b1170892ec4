import { getCall } from '@rangavalli/contracts/calls';
import { hasValidCheckDigit } from '@rangavalli/contracts/order-number';
import { Commands } from '@rangavalli/service-kit/commands/commands';
import { eventually } from '@rangavalli/service-kit/testing/test-service';
import { billing, OrderFixture } from '../testing/order-fixture.js';
import { createId } from '../testing/fake-shop.js';
import { buildQuoteLine } from '../testing/quote-line.js';
import { hashCart } from './open-checkouts.service.js';

describe('beginning a checkout', () => {
  let fixture: OrderFixture;

  beforeAll(async () => {
    fixture = await OrderFixture.start({
      UNPAID_ORDER_RETENTION_DAYS: '45',
      TAX_RULES: JSON.stringify({ taxRates: { fabric: { basisPoints: 1_200 } } }),
    });
  });
  afterAll(() => fixture.stop());
  afterEach(() => fixture.razorpay.faults());

  const create = (as: ReturnType<OrderFixture['buildCustomer']>, amount: number, more: object = {}) =>
    fixture.service.call('POST /payments/create-order', { body: { amount, ...more } }, as);

  it('holds the stock, stores the order and creates a Razorpay order before the payment', async () => {
    const as = fixture.buildCustomer();
    const productId = fixture.shop.addProduct({ stock: 5, unitPaise: 249_950 });
    fixture.shop.setCart(as.id, [productId, 2, 'M']);
    const { status, body } = await create(as, 4999);
    expect(status).toBe(200);
    expect(body).toMatchObject({ success: true, order: { amount: 499_900, currency: 'INR' }, totalAmount: 4999 });
    expect(new Date(body.expiresAt).getTime() - Date.now()).toBeGreaterThan(890_000);
    expect(fixture.shop.stock(productId)).toBe(3);
    expect(await fixture.findRecord(body.orderId)).toMatchObject({
      phase: 'checkout',
      open: true,
      userId: as.id,
      totalPaise: 499_900,
      razorpayOrderId: body.order.id,
      paymentState: 'awaiting',
      holdId: `${body.orderId}:1`,
      lines: [{ lineId: '1', productId, name: 'Kanchipuram pattu', unitPaise: 249_950, size: 'M', quantity: 2 }],
      // 12 % of the configuration, of which half within Telangana: 499,900 × 6 / 112 = 26,780.36
      quote: {
        lines: [{ lineId: '1', unitPaise: 249_950, netPaise: 499_900, hsn: '5007', cgstPaise: 26_780, igstPaise: 0 }],
        taxPaise: 53_560,
        totalPaise: 499_900,
        placeOfSupply: '36',
      },
    });
    expect((await fixture.razorpay.state()).orders).toContainEqual(
      expect.objectContaining({ id: body.order.id, receipt: body.orderNumber, amount: 499_900 }),
    );
    expect(body.orderNumber).toMatch(/^RV-\d\d-\d{7}$/);
    expect(hasValidCheckDigit(body.orderNumber)).toBe(true);
  });

  it('keeps what customers entered for each line, through payment, order and event', async () => {
    const as = fixture.buildCustomer();
    const productId = fixture.shop.addProduct({ stock: 5, unitPaise: 100_000 });
    const line = (value: string, quantity: number) => ({
      productId,
      size: 'M',
      quantity,
      personalisation: [{ label: 'Initials', value }],
      extraDays: 4,
    });
    fixture.shop.carts.set(as.id, [line('RK', 1), line('SV', 2)]);
    const { body } = await create(as, 3000);
    expect(fixture.shop.stock(productId)).toBe(2);
    // Other initials are another cart.
    fixture.shop.carts.set(as.id, [line('RK', 1), line('SW', 2)]);
    const changed = (await create(as, 3000)).body;
    expect(changed.orderId).not.toBe(body.orderId);
    const payment = await fixture.razorpay.pay(changed.order.id);
    const { order } = (await fixture.verify(as, payment)).body;
    expect(order.products).toMatchObject([
      { size: 'M', quantity: 1, price: 1000, personalisation: [{ label: 'Initials', value: 'RK' }], extraDays: 4 },
      { size: 'M', quantity: 2, price: 1000, personalisation: [{ label: 'Initials', value: 'SW' }], extraDays: 4 },
    ]);
    expect(order.totalAmount).toBe(3000);
  });

  it('returns the same pending order for repeated and concurrent requests, and updates its billing', async () => {
    const as = fixture.buildCustomer();
    const productId = fixture.shop.addProduct();
    fixture.shop.setCart(as.id, [productId]);
    const responses = await Promise.all(Array.from({ length: 6 }, () => create(as, 2500)));
    responses.push(await create(as, 2500, { billing }));
    expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 200));
    expect(new Set(responses.map(({ body }) => `${body.orderId} ${body.order.id}`)).size).toBe(1);
    expect(fixture.shop.stock(productId)).toBe(9);
    const { billing: stored } = await fixture.findRecord(responses[0]?.body.orderId ?? '');
    expect(stored).toMatchObject({ fullName: 'Asha Rao', city: 'Hyderabad' });
  });

  it('charges the taxes of the latest address: the state of a business, else of the delivery', async () => {
    const as = fixture.buildCustomer();
    fixture.shop.setCart(as.id, [fixture.shop.addProduct({ unitPaise: 560_000 })]);
    const requestTo = (address: object) => create(as, 5600, { billing: { ...billing, ...address } });
    const { orderId } = (await requestTo({ pincode: '560001', city: 'Bengaluru', state: 'Karnataka' })).body;
    // 560,000 × 12 / 112 = 60,000
    const acrossStates = { lines: [{ igstPaise: 60_000, cgstPaise: 0, taxablePaise: 500_000 }], taxPaise: 60_000 };
    expect((await fixture.findRecord(orderId)).quote).toMatchObject({ ...acrossStates, placeOfSupply: '29' });
    expect((await requestTo({})).body.orderId).toBe(orderId);
    expect((await fixture.findRecord(orderId)).quote).toMatchObject({
      lines: [{ igstPaise: 0, cgstPaise: 30_000, sgstPaise: 30_000, taxablePaise: 500_000 }],
      placeOfSupply: '36',
    });
    const ofBusiness = await requestTo({ gstin: '27aapfu0939f1zv' });
    expect(await fixture.findRecord(orderId)).toMatchObject({
      quote: { ...acrossStates, placeOfSupply: '27', totalPaise: 560_000 },
      billing: { gstin: '27AAPFU0939F1ZV' },
    });
    const { order } = (await fixture.verify(as, await fixture.razorpay.pay(ofBusiness.body.order.id))).body;
    expect(order).toMatchObject({ quote: acrossStates, products: [{ lineId: '1' }], totalAmount: 5600 });
    expect((await requestTo({ gstin: '27AAPFU0939F1ZX' })).body).toMatchObject({
      code: 'VALIDATION_FAILED',
      details: { fields: { 'billing.gstin': expect.stringMatching(/^This GSTIN is not valid/) } },
    });
  });

  it('stores the order note and the gift message of the latest request, and shows them with the order', async () => {
    const as = fixture.buildCustomer();
    fixture.shop.setCart(as.id, [fixture.shop.addProduct()]);
    const texts = { note: 'Ring twice.\nThank you', giftMessage: ' For Amma ' };
    const { body } = await create(as, 2500, { billing, ...texts });
    expect(await fixture.findRecord(body.orderId)).toMatchObject({
      note: 'Ring twice.\nThank you',
      giftMessage: 'For Amma',
    });
    expect((await create(as, 2500, { billing, giftMessage: 'With love' })).body.orderId).toBe(body.orderId);
    const changed = await fixture.findRecord(body.orderId);
    expect([changed.note, changed.giftMessage]).toEqual([undefined, 'With love']);
    for (const wrong of [{ note: 'x'.repeat(501) }, { giftMessage: 'x'.repeat(301) }, { note: 'bell \u0007' }])
      expect((await create(as, 2500, { billing, ...wrong })).body).toMatchObject({ code: 'VALIDATION_FAILED' });
  });

  it('refuses a PIN code of India that does not exist, before anything is reserved', async () => {
    const as = fixture.buildCustomer();
    const productId = fixture.shop.addProduct({ stock: 3 });
    fixture.shop.setCart(as.id, [productId]);
    const to = (address: object) => create(as, 2500, { billing: { ...billing, ...address } });
    for (const address of [{ pincode: '999999' }, { pincode: '999 999', country: '' }, { pincode: 'SW1A 1AA' }])
      expect((await to(address)).body).toMatchObject({
        code: 'VALIDATION_FAILED',
        details: { fields: { 'billing.pincode': 'This PIN code does not exist. Please check it.' } },
      });
    expect(fixture.shop.stock(productId)).toBe(3);
    const { body } = await to({ pincode: '500 092', phone: '+91 90000-11111' });
    expect((await fixture.findRecord(body.orderId)).billing).toMatchObject({ pincode: '500092', phone: '9000011111' });
    expect((await to({ pincode: 'SW1A 1AA', country: 'United Kingdom' })).status).toBe(200);
    // A post office of the army.
    expect((await to({ pincode: '914001', city: '56 APO', state: 'Punjab' })).status).toBe(200);
  });

  it('ends the checkout of another cart and releases its stock first', async () => {
    const as = fixture.buildCustomer();
    const last = fixture.shop.addProduct({ stock: 1 });
    const old = await fixture.begin({ as, productId: last });
    const other = fixture.shop.addProduct({ unitPaise: 100_000 });
    fixture.shop.setCart(as.id, [last], [other, 2]);
    const { status, body } = await create(as, 4500);
    expect(status).toBe(200);
    expect(body.orderId).not.toBe(old.orderId);
    expect(await fixture.findRecord(old.orderId)).toMatchObject({ phase: 'expired' });
    expect(await fixture.findRecord(old.orderId)).not.toHaveProperty('open');
    expect([fixture.shop.stock(last), fixture.shop.stock(other)]).toEqual([0, 8]);
    expect(fixture.shop.holdStates(old.orderId)).toEqual(['released']);
  });

  it('refunds a payment of a replaced checkout, whatever the prices are now', async () => {
    const as = fixture.buildCustomer();
    const productId = fixture.shop.addProduct({ unitPaise: 100_000 });
    const old = await fixture.begin({ as, productId });
    await fixture.begin({ as, productId, quantity: 2 });
    Object.assign(fixture.shop.products.get(productId) ?? {}, { unitPaise: 300_000 });
    const payment = await fixture.razorpay.pay(old.razorpayOrderId, { webhook: 'twice' });
    expect(await fixture.verify(as, payment)).toMatchObject({
      status: 409,
      body: { code: 'PAYMENT_REFUNDED', message: expect.stringContaining('replaced') },
    });
    await eventually(async () => expect(await fixture.listRefunds(payment)).toEqual([100_000]));
    await eventually(async () =>
      expect(await fixture.findRecord(old.orderId)).toMatchObject({ phase: 'refunded', paymentState: 'refunded' }),
    );
    expect(fixture.shop.countUnits(productId, 'sold')).toBe(0);
    expect(fixture.shop.stock(productId)).toBe(8);
  });

  it('deletes checkouts that were not paid after the days of the setting, and keeps paid ones', async () => {
    const as = fixture.buildCustomer();
    const old = await fixture.begin({ as });
    const { orderId } = await fixture.begin({ as, productId: fixture.shop.addProduct() });
    const days = ((await fixture.findRecord(old.orderId)).purgeAt?.getTime() ?? 0) - Date.now();
    expect(Math.round(days / 86_400_000)).toBe(45);
    expect(await fixture.findRecord(orderId)).not.toHaveProperty('purgeAt');
    const payment = await fixture.razorpay.pay(old.razorpayOrderId);
    await fixture.verify(as, payment);
    expect(await fixture.findRecord(old.orderId)).not.toHaveProperty('purgeAt');
    expect(await fixture.model.listIndexes()).toContainEqual(
      expect.objectContaining({ key: { purgeAt: 1 }, expireAfterSeconds: 0 }),
    );
  });

  it('returns the current total and holds nothing when the total differs', async () => {
    const as = fixture.buildCustomer();
    const productId = fixture.shop.addProduct({ unitPaise: 123_450 });
    fixture.shop.setCart(as.id, [productId]);
    for (const amount of [0, 1, 1234.49, 99_999]) {
      const { status, body } = await create(as, amount);
      expect([status, body.code, body.details]).toEqual([409, 'TOTAL_CHANGED', { totalAmount: 1234.5 }]);
    }
    expect(fixture.shop.stock(productId)).toBe(10);
    expect((await create(as, 1234.5)).status).toBe(200);
    // The quote and the total are compared for a pending order too.
    expect((await create(as, 1234.5, { quoteHash: 'outdated' })).body).toMatchObject({ code: 'TOTAL_CHANGED' });
    expect((await create(as, 1234.5)).status).toBe(200);
    expect((await create(as, 1)).body).toMatchObject({ code: 'TOTAL_CHANGED', details: { totalAmount: 1234.5 } });
    expect(fixture.shop.stock(productId)).toBe(10);
  });

  it.each([
    [0, 'OUT_OF_STOCK'],
    [1, 'INSUFFICIENT_STOCK'],
  ])('with %i units left of two returns %s and holds no other line', async (stock, code) => {
    const as = fixture.buildCustomer();
    const scarce = fixture.shop.addProduct({ stock });
    const other = fixture.shop.addProduct();
    fixture.shop.setCart(as.id, [other], [scarce, 2]);
    const { status, body } = await create(as, 7500);
    expect([status, body.code]).toEqual([409, code]);
    expect(body.details).toMatchObject({ lines: [{ productId: scarce, available: stock, quantity: 2 }] });
    expect([fixture.shop.stock(scarce), fixture.shop.stock(other)]).toEqual([stock, 10]);
    expect(await fixture.model.countDocuments({ userId: as.id, open: true })).toBe(0);
  });

  it('returns 409 when the cart is empty', async () => {
    expect((await create(fixture.buildCustomer(), 100)).body).toMatchObject({ success: false, code: 'CART_EMPTY' });
  });

  it('returns 409 for a personalisation that the product no longer allows', async () => {
    const stop = fixture.shop.refuse('rpc.cart.lines.get', 'PERSONALISATION_INVALID');
    const { status, body } = await create(fixture.buildCustomer(), 100);
    stop();
    expect([status, body.code]).toEqual([409, 'PERSONALISATION_INVALID']);
    expect(getCall('POST /payments/create-order').errors).toContain('PERSONALISATION_INVALID');
  });

  it('returns 502 and releases the stock when Razorpay is down, and succeeds afterwards', async () => {
    const as = fixture.buildCustomer();
    const productId = fixture.shop.addProduct();
    fixture.shop.setCart(as.id, [productId]);
    await fixture.razorpay.faults({ path: '/v1/', drop: 'before' });
    expect(await create(as, 2500)).toMatchObject({ status: 502, body: { code: 'PAYMENT_PROVIDER_FAILED' } });
    expect(fixture.shop.stock(productId)).toBe(10);
    await fixture.razorpay.faults();
    expect((await create(as, 2500)).status).toBe(200);
    expect(fixture.shop.stock(productId)).toBe(9);
  });

  it('holds the stock once when a request to the catalog or its reply is lost', async () => {
    for (const what of ['request', 'reply'] as const) {
      const productId = fixture.shop.addProduct();
      fixture.shop.drop('rpc.catalog.stock.hold', what);
      await fixture.begin({ productId });
      expect([fixture.shop.stock(productId), fixture.shop.countUnits(productId, 'held')]).toEqual([9, 1]);
    }
  });

  it('returns 503 when the catalog does not reply, and releases what it held', async () => {
    const as = fixture.buildCustomer();
    const productId = fixture.shop.addProduct();
    fixture.shop.setCart(as.id, [productId]);
    const replyToHolds = fixture.shop.drop('rpc.catalog.stock.hold', 'reply', Infinity);
    fixture.shop.drop('rpc.catalog.stock.release', 'request', 2);
    expect(await create(as, 2500)).toMatchObject({ status: 503, body: { code: 'UNAVAILABLE' } });
    replyToHolds();
    await eventually(() => expect(fixture.shop.stock(productId)).toBe(10), 20_000);
    await eventually(async () =>
      expect(await fixture.model.countDocuments({ userId: as.id, dueAt: { $exists: true } })).toBe(0),
    );
  });

  it('replaces the checkout of a process that crashed while opening it', async () => {
    const as = fixture.buildCustomer();
    const productId = fixture.shop.addProduct();
    const lines = [{ productId, size: '', quantity: 1 }];
    const stale = createId();
    await fixture.model.create({
      _id: stale,
      orderNumber: 'RV-26-0042174',
      userId: as.id,
      customer: { name: as.name, email: as.email },
      phase: 'opening',
      open: true,
      cartKey: hashCart(lines),
      lines: [{ lineId: '1', ...lines[0], name: '', unitPaise: 0 }],
      totalPaise: 0,
      holdId: `${stale}:1`,
      holdSeq: 1,
      paymentState: 'awaiting',
      extraPayments: [],
      createdAt: new Date(Date.now() - 20_000),
      dueAt: new Date(Date.now() + 60_000),
    });
    fixture.shop.holds.set(`${stale}:1`, { orderId: stale, lines, state: 'held' });
    fixture.shop.setStock(productId, 9);
    const checkout = await fixture.begin({ as, productId });
    expect(checkout.orderId).not.toBe(stale);
    expect(await fixture.findRecord(stale)).toMatchObject({ phase: 'failed' });
    expect(fixture.shop.stock(productId)).toBe(9);
  });

  it('quotes the lines of a cart by the tax rules of the configuration', async () => {
    const lines = [buildQuoteLine({ pricePaise: 560_000, quantity: 2 })];
    const commands = fixture.service.app.get(Commands);
    // 1,120,000 × 6 / 112 = 60,000
    expect(await commands.request('rpc.order.quote.get', { lines })).toMatchObject({
      quote: { lines: [{ quantity: 2, cgstPaise: 60_000 }], taxPaise: 120_000, totalPaise: 1_120_000 },
    });
  });

  it('allows one open checkout per customer in the database', async () => {
    const checkout = await fixture.begin();
    const { _id, ...copy } = await fixture.findRecord(checkout.orderId);
    await expect(fixture.model.create({ ...copy, _id: createId(), razorpayOrderId: undefined })).rejects.toMatchObject({
      code: 11000,
    });
    expect(String(_id)).toBe(checkout.orderId);
  });
});

describe('the hash of a cart', () => {
  const line = { productId: 'a'.repeat(24), size: 'M', quantity: 1 };
  const other = { productId: 'b'.repeat(24), size: '', quantity: 2 };

  it('does not depend on the order of the lines', () => {
    expect(hashCart([line, other])).toBe(hashCart([other, line]));
  });

  it.each([
    ['a quantity', [{ ...line, quantity: 2 }, other]],
    ['a size', [{ ...line, size: 'L' }, other]],
    ['a line', [line]],
  ])('changes with %s', (_change, lines) => {
    expect(hashCart(lines)).not.toBe(hashCart([line, other]));
  });
});
