import { Commands } from '@rangavalli/service-kit/commands/commands';
import type { Identity } from '@rangavalli/service-kit/http/identity';
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

  it('gives the quote of a cart its shipping charge', async () => {
    fixture.shop.promises.set('560001', promised({ chargePaise: 8_000, freeFromPaise: 99_900 }));
    fixture.shop.promises.set('682001', { outcome: 'not_served' });
    const lines = [buildQuoteLine({ pricePaise: 90_000 })];
    const quote = async (pincode?: string) =>
      (await fixture.service.app.get(Commands).request('rpc.order.quote.get', { lines, pincode })).quote;
    expect(await quote('560001')).toMatchObject({ shippingPaise: 8_000, totalPaise: 98_000 });
    for (const pincode of ['500092', '682001', undefined])
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
