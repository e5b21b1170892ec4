import type { Identity } from '@rangavalli/service-kit/http/identity';
import { buildIdentity } from '@rangavalli/service-kit/testing/test-identity';
import { eventually } from '@rangavalli/service-kit/testing/test-service';
import { createId } from '../testing/fake-shop.js';
import { OrderFixture } from '../testing/order-fixture.js';

describe('holds of unpaid checkouts', () => {
  let fixture: OrderFixture;
  let networks = 0;

  beforeAll(async () => {
    fixture = await OrderFixture.start({ RATE_LIMIT: 'on' });
  });
  afterAll(() => fixture.stop());

  const nextNetwork = () => `198.51.100.${(networks += 1)}`;
  /** Puts the units into the cart and begins its checkout. */
  const begin = (as: Identity, productId: string, units: number, network = nextNetwork()) => {
    fixture.shop.setCart(as.id, [productId, units]);
    const amount = (units * (fixture.shop.products.get(productId)?.unitPaise ?? 0)) / 100;
    return fixture.service.call('POST /payments/create-order', { body: { amount } }, as, { network });
  };
  const hire = (role: Identity['role']) =>
    buildIdentity({ id: createId(), role, name: 'Ravi', email: 'ravi@example.com' });
  const list = async (q?: string, as = hire('fulfilment')) =>
    fixture.service.call('GET /orders/admin/holds', { query: q ? { q } : {} }, as);
  const release = (orderId: string, as = hire('fulfilment')) =>
    fixture.service.call('POST /orders/admin/holds/{orderId}/release', { params: { orderId } }, as);

  it('end when the first one ends, however often the cart changes, and are limited in number', async () => {
    const as = fixture.buildCustomer();
    const productId = fixture.shop.addProduct();
    const first = await begin(as, productId, 1);
    for (const units of [2, 3, 4]) {
      const renewed = await begin(as, productId, units);
      expect([renewed.status, renewed.body.expiresAt]).toEqual([200, first.body.expiresAt]);
    }
    const refused = await begin(as, productId, 5);
    expect(refused).toMatchObject({
      status: 429,
      body: { code: 'HOLD_LIMIT', details: { limit: 'renewals', retryAt: first.body.expiresAt } },
    });
    // The pending checkout stays, and can still be paid.
    expect(fixture.shop.stock(productId)).toBe(6);
    const pending = await begin(as, productId, 4);
    expect(pending).toMatchObject({ status: 200, body: { expiresAt: first.body.expiresAt } });
    expect(await fixture.model.countDocuments({ userId: as.id })).toBe(4);
    const payment = await fixture.razorpay.pay(pending.body.order.id);
    expect((await fixture.verify(as, payment)).status).toBe(200);
    // A customer who pays may go on.
    await eventually(async () => expect((await begin(as, productId, 1)).status).toBe(200));
  });

  it('have at most six units, and three without a verified address', async () => {
    const productId = fixture.shop.addProduct({ stock: 100 });
    const verified = fixture.buildCustomer();
    const unverified = { ...fixture.buildCustomer(), emailVerified: false };
    for (const [as, maxUnits] of [
      [verified, 6],
      [unverified, 3],
    ] as const) {
      expect(await begin(as, productId, maxUnits + 1)).toMatchObject({
        status: 429,
        body: { code: 'HOLD_LIMIT', details: { limit: 'units', maxUnits } },
      });
      expect(await fixture.model.countDocuments({ userId: as.id })).toBe(0);
      expect((await begin(as, productId, maxUnits)).status).toBe(200);
    }
    expect(fixture.shop.stock(productId)).toBe(91);
  });

  it('share the units of four accounts in one network, until they end', async () => {
    const productId = fixture.shop.addProduct({ stock: 100 });
    const network = nextNetwork();
    const customers = Array.from({ length: 6 }, () => fixture.buildCustomer());
    const responses = await Promise.all(customers.map((as) => begin(as, productId, 6, network)));
    const codes = responses.map(({ status, body }) => body.code ?? status);
    expect(codes.filter((code) => code === 200)).toHaveLength(4);
    expect(codes.filter((code) => code === 'HOLD_LIMIT')).toHaveLength(2);
    expect(fixture.shop.stock(productId)).toBe(76);
    const [refused] = customers.filter((_as, index) => codes[index] !== 200) as [Identity];
    expect(await fixture.model.countDocuments({ userId: refused.id })).toBe(0);
    expect((await begin(refused, productId, 6)).status).toBe(200);

    const other = fixture.buildCustomer();
    const held = responses.find(({ status }) => status === 200);
    await release(held?.body.orderId ?? '');
    expect((await begin(other, productId, 6, network)).status).toBe(200);
  });

  it('are counted only when the stock was held', async () => {
    const as = fixture.buildCustomer();
    const productId = fixture.shop.addProduct({ stock: 3 });
    for (let attempt = 0; attempt < 6; attempt += 1)
      expect((await begin(as, productId, 4)).body.code).toBe('INSUFFICIENT_STOCK');
    expect((await begin(as, productId, 3)).status).toBe(200);
  });

  it('are listed with their customer, most units first, and found by customer, product or network', async () => {
    const productId = fixture.shop.addProduct({ stock: 100, name: 'Uppada (jamdani)' });
    const network = nextNetwork();
    const few = buildIdentity({ id: createId(), name: 'Few', email: 'few@example.com' });
    const many = buildIdentity({ id: createId(), name: 'Many', email: 'many@example.com' });
    const { body: smaller } = await begin(few, productId, 1, network);
    const { body: larger } = await begin(many, productId, 5, network);
    const { body } = await list('uppada (JAM');
    expect(body.holds.map(({ orderId }) => orderId)).toEqual([larger.orderId, smaller.orderId]);
    expect(body.holds[0]).toEqual({
      orderId: larger.orderId,
      orderNumber: larger.orderNumber,
      customer: { id: many.id, name: 'Many', email: 'many@example.com' },
      network,
      lines: [{ productId, name: 'Uppada (jamdani)', size: '', quantity: 5 }],
      units: 5,
      renewals: 0,
      startedAt: expect.any(String),
      expiresAt: larger.expiresAt,
    });
    for (const q of ['few@', smaller.orderId, `#${smaller.orderId}`])
      expect((await list(q)).body.holds.map(({ orderId }) => orderId)).toEqual([smaller.orderId]);
    expect((await list(network)).body.total).toBe(2);
    expect((await list('.*')).body.total).toBe(0);
    for (const role of ['accountant', 'user'] as const) expect((await list(undefined, hire(role))).status).toBe(403);
  });

  it('are released by staff, with an audit entry; a late payment is refunded', async () => {
    const as = fixture.buildCustomer();
    const productId = fixture.shop.addProduct();
    const { body } = await begin(as, productId, 2);
    expect((await release(body.orderId, hire('catalogue'))).status).toBe(403);
    expect((await release(body.orderId)).status).toBe(200);
    expect(fixture.shop.stock(productId)).toBe(10);
    expect(await release(body.orderId)).toMatchObject({ status: 404, body: { code: 'HOLD_NOT_FOUND' } });
    expect((await fixture.findRecord(body.orderId)).history.at(-1)).toMatchObject({
      by: 'ravi@example.com',
      what: 'Reserved items released by the shop',
    });
    await eventually(async () =>
      expect((await fixture.service.events('audit.order.recorded')).map(({ data }) => data)).toContainEqual(
        expect.objectContaining({ action: 'hold.released', subjectId: body.orderId }),
      ),
    );

    const payment = await fixture.razorpay.pay(body.order.id);
    expect(await fixture.verify(as, payment)).toMatchObject({ status: 409, body: { code: 'PAYMENT_REFUNDED' } });
    await eventually(async () => expect(await fixture.listRefunds(payment)).toEqual([500_000]));
    expect(fixture.shop.stock(productId)).toBe(10);
  });

  it('of a placed order cannot be released', async () => {
    const as = fixture.buildCustomer();
    const { body } = await begin(as, fixture.shop.addProduct(), 1);
    await fixture.verify(as, await fixture.razorpay.pay(body.order.id));
    expect((await release(body.orderId)).body.code).toBe('ORDER_ALREADY_PAID');
    expect((await release(createId())).body.code).toBe('HOLD_NOT_FOUND');
  });
});
