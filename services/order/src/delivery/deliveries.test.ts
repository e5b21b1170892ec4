import { getCall } from '@rangavalli/contracts/calls';
import { Commands } from '@rangavalli/service-kit/commands/commands';
import type { Identity } from '@rangavalli/service-kit/http/identity';
import { eventually } from '@rangavalli/service-kit/testing/test-service';
import { promised } from '../testing/fake-shop.js';
import { billing, OrderFixture } from '../testing/order-fixture.js';
import { buildQuoteLine } from '../testing/quote-line.js';

describe('the delivery promise', () => {
  let fixture: OrderFixture;
  beforeAll(async () => {
    fixture = await OrderFixture.start();
  });
  afterAll(() => fixture.stop());
  afterEach(() => fixture.shop.promises.clear());

  const to = (pincode: string) => ({ ...billing, pincode });
  const begin = (as: Identity, pincode: string, amount: number) =>
    fixture.service.call('POST /payments/create-order', { body: { amount, billing: to(pincode) } }, as);

  it('is stored with the order and returned', async () => {
    const { as, orderId } = await fixture.place();
    expect((await fixture.findRecord(orderId)).promise).toEqual({ from: '2026-12-01', to: '2026-12-03' });
    const { body } = await fixture.service.call('GET /orders/{userId}', { params: { userId: as.id } }, as);
    expect(body[0]?.promise).toEqual({ from: '2026-12-01', to: '2026-12-03' });
  });

  it('of a PIN code that is not served refuses the checkout before anything is held', async () => {
    const as = fixture.buildCustomer();
    const product = fixture.shop.addProduct({ stock: 1, unitPaise: 250_000 });
    fixture.shop.setCart(as.id, [product]);
    fixture.shop.promises.set('682001', { outcome: 'not_served' });
    expect(await begin(as, '682001', 2500)).toMatchObject({ status: 409, body: { code: 'PIN_NOT_SERVED' } });
    expect(fixture.shop.stock(product)).toBe(1);
    expect(await fixture.model.countDocuments({ userId: as.id, open: true })).toBe(0);
    expect((await begin(as, '500092', 2500)).status).toBe(200);
  });

  it('charges shipping by the rule of its PIN code; another address is another total', async () => {
    const as = fixture.buildCustomer();
    fixture.shop.setCart(as.id, [fixture.shop.addProduct({ stock: 1, unitPaise: 90_000 })]);
    fixture.shop.promises.set('560001', promised({ chargePaise: 8_000, freeFromPaise: 99_900 }));
    fixture.shop.promises.set('110001', promised({ chargePaise: 8_000, freeFromPaise: 90_000 }));
    expect((await begin(as, '560001', 900)).body).toMatchObject({
      code: 'TOTAL_CHANGED',
      details: { totalAmount: 980 },
    });
    const charged = await begin(as, '560001', 980);
    expect(charged.body).toMatchObject({ order: { amount: 98_000 } });
    expect((await fixture.findRecord(charged.body.orderId)).quote).toMatchObject({
      shippingPaise: 8_000,
      totalPaise: 98_000,
    });
    expect((await begin(as, '110001', 980)).body).toMatchObject({ details: { totalAmount: 900 } });
    expect((await begin(as, '110001', 900)).body).toMatchObject({ order: { amount: 90_000 } });
  });

  describe('of an address that comes with the payment', () => {
    /** Pays a checkout that began without an address. */
    const pay = async (amount: number) => {
      const as = fixture.buildCustomer();
      const product = fixture.shop.addProduct({ stock: 1, unitPaise: 90_000 });
      fixture.shop.setCart(as.id, [product]);
      const { body, status } = await fixture.service.call('POST /payments/create-order', { body: { amount } }, as);
      expect(status).toBe(200);
      const payment = await fixture.razorpay.pay(body.order.id);
      const verify = (pincode: string, country = 'India') => {
        const address = { ...to(pincode), country };
        return fixture.service.call('POST /payments/verify', { body: { ...payment, billing: address } }, as);
      };
      return { as, product, orderId: body.orderId, payment, verify };
    };

    it('is stored; a PIN code that does not exist is refused and may be corrected', async () => {
      const { orderId, verify } = await pay(900);
      expect((await verify('999999')).body).toMatchObject({
        code: 'VALIDATION_FAILED',
        details: { fields: { 'billing.pincode': 'This PIN code does not exist. Please check it.' } },
      });
      expect((await fixture.findRecord(orderId)).billing).toBeUndefined();
      expect((await verify('560001')).status).toBe(200);
      expect(await fixture.findRecord(orderId)).toMatchObject({
        status: 'Pending',
        billing: { pincode: '560001' },
        promise: { to: '2026-12-03' },
      });
    });

    it.each([
      ['a PIN code that is not served', { outcome: 'not_served' } as const],
      ['a dearer zone', promised({ chargePaise: 8_000, freeFromPaise: 90_001 })],
    ])('cancels the order and refunds it for %s', async (_name, reply) => {
      const { orderId, payment, verify, product } = await pay(900);
      fixture.shop.promises.set('682001', reply);
      expect(await verify('682001')).toMatchObject({ status: 409, body: { code: 'PIN_NOT_SERVED' } });
      expect((await verify('682001')).body).toMatchObject({ code: 'PIN_NOT_SERVED' });
      for (const key of ['POST /payments/verify', 'POST /orders'] as const)
        expect(getCall(key).errors).toEqual(expect.arrayContaining(['PIN_NOT_SERVED', 'PAYMENT_PROVIDER_FAILED']));
      await eventually(async () => expect(await fixture.listRefunds(payment)).toEqual([90_000]));
      expect((await fixture.findRecord(orderId)).status).toBe('Cancelled');
      await eventually(() => expect(fixture.shop.stock(product)).toBe(1));
    });

    it('is charged like the shop’s own PIN code, also abroad', async () => {
      fixture.shop.promises.set('', promised({ chargePaise: 8_000 }));
      const as = fixture.buildCustomer();
      fixture.shop.setCart(as.id, [fixture.shop.addProduct({ unitPaise: 90_000 })]);
      const create = (body: object) =>
        fixture.service.call('POST /payments/create-order', { body: { amount: 900, ...body } }, as);
      expect((await create({})).body).toMatchObject({ code: 'TOTAL_CHANGED', details: { totalAmount: 980 } });
      expect((await create({ billing: { ...to('44600'), country: 'Nepal' } })).body.details).toEqual({
        totalAmount: 980,
      });
      const { verify, orderId } = await pay(980);
      expect((await verify('560001')).status).toBe(200);
      expect((await fixture.findRecord(orderId)).quote).toMatchObject({ shippingPaise: 8_000, totalPaise: 98_000 });
    });
  });

  it('of a product that is gone leaves the promises of others', async () => {
    fixture.shop.refuse('rpc.fulfilment.promise.get', 'PRODUCT_NOT_FOUND');
    const as = fixture.buildCustomer();
    fixture.shop.setCart(as.id, [fixture.shop.addProduct({ unitPaise: 250_000 })]);
    const without = await begin(as, '500092', 2500);
    expect((await fixture.findRecord(without.body.orderId)).promise).toBeUndefined();
    const { body } = await begin(as, '500092', 2500);
    expect((await fixture.findRecord(body.orderId)).promise).toEqual({ from: '2026-12-01', to: '2026-12-03' });
  });

  it('gives the quote of a cart its shipping charge', async () => {
    fixture.shop.promises.set('560001', promised({ chargePaise: 8_000, freeFromPaise: 99_900 }));
    fixture.shop.promises.set('682001', { outcome: 'not_served' });
    const lines = [buildQuoteLine({ pricePaise: 90_000 })];
    const quote = async (pincode?: string) =>
      (await fixture.service.app.get(Commands).request('rpc.order.quote.get', { lines, pincode })).quote;
    expect(await quote('560001')).toMatchObject({ shippingPaise: 8_000, totalPaise: 98_000 });
    expect(await quote()).toMatchObject({ shippingPaise: 0 });
    fixture.shop.promises.set('', promised({ chargePaise: 5_000 }));
    expect(await quote()).toMatchObject({ shippingPaise: 5_000, totalPaise: 95_000 });
    for (const pincode of ['500092', '682001'])
      expect(await quote(pincode)).toMatchObject({ shippingPaise: 0, totalPaise: 90_000 });
  });

  it('is left out while the fulfilment service is away: the sale is not lost', async () => {
    const as = fixture.buildCustomer();
    fixture.shop.setCart(as.id, [fixture.shop.addProduct({ unitPaise: 250_000 })]);
    const stopDropping = fixture.shop.drop('rpc.fulfilment.promise.get', 'request', 100);
    try {
      const { status, body } = await begin(as, '500092', 2500);
      expect(status).toBe(200);
      expect((await fixture.findRecord(body.orderId)).promise).toBeUndefined();
    } finally {
      stopDropping();
    }
  });
});
