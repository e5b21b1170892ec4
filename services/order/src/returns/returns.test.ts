import { randomUUID } from 'node:crypto';
import type { CallRequest } from '@rangavalli/contracts/calls';
import type { EventData } from '@rangavalli/contracts/events';
import { Commands } from '@rangavalli/service-kit/commands/commands';
import type { Identity } from '@rangavalli/service-kit/http/identity';
import { buildIdentity, testIdentityHeader } from '@rangavalli/service-kit/testing/test-identity';
import { eventually } from '@rangavalli/service-kit/testing/test-service';
import { LOGGER } from '@rangavalli/service-kit/tokens';
import type { Logger } from 'pino';
import { createId, promised } from '../testing/fake-shop.js';
import { billing, OrderFixture } from '../testing/order-fixture.js';

const owner = buildIdentity({ id: createId(), role: 'owner', name: 'Meera', email: 'meera@example.com' });
const DAY_MS = 86_400_000;

type Line = CallRequest<'POST /returns'>['body']['lines'][number];

describe('returns', () => {
  let fixture: OrderFixture;
  beforeAll(async () => {
    fixture = await OrderFixture.start();
  });
  afterAll(() => fixture.stop());
  afterEach(() => fixture.razorpay.faults());

  const setStatus = (orderId: string, status: 'Shipped' | 'Delivered' | 'Cancelled') =>
    fixture.service.call('PUT /orders/admin/{orderId}', { params: { orderId }, body: { status } }, owner);
  const request = (as: Identity, orderId: string, ...lines: Line[]) =>
    fixture.service.call('POST /returns', { body: { orderId, lines } }, as);
  const decide = (
    id: string,
    lines: CallRequest<'POST /returns/{id}/decision'>['body']['lines'],
    as: Identity = owner,
  ) => fixture.service.call('POST /returns/{id}/decision', { params: { id }, body: { lines } }, as);
  const balanceOf = async ({ id: userId }: Identity) =>
    (await fixture.service.app.get(Commands).request('rpc.payment.credit.get', { userId })).balancePaise;
  const grantCredit = async ({ id }: Identity, amount: number) => {
    const grant = { requestId: randomUUID(), amount, reason: 'goodwill', note: 'Late parcel' };
    await fetch(`${fixture.paymentService.url}/credit/customers/${id}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...testIdentityHeader('payment', owner) },
      body: JSON.stringify(grant),
    });
  };
  const findReturn = async (orderId: string, id: string) =>
    (await fixture.findRecord(orderId)).returns?.find((one) => one.id === id);
  const getOrder = async (as: Identity, orderId: string) =>
    (await fixture.service.call('GET /orders/detail/{orderId}', { params: { orderId } }, as)).body.order;
  const razorpayWith = async (url: string) => {
    const { links } = (await fixture.razorpay.state()) as unknown as { links: { id: string; short_url: string }[] };
    return { links: links.filter(({ short_url }) => short_url === url) };
  };
  const placeCod = async (amount: number, unitPaise: number, quantity = 1, address = billing) => {
    const as = fixture.buildCustomer();
    fixture.shop.setCart(as.id, [fixture.shop.addProduct({ unitPaise }), quantity]);
    const checkout = { amount, method: 'cod' as const, billing: address };
    const { orderNumber, orderId } = (await fixture.service.call('POST /payments/create-order', { body: checkout }, as))
      .body;
    const confirmation = { body: { orderNumber, code: fixture.shop.codeOf(orderNumber) } };
    expect((await fixture.service.call('POST /orders/cod/confirm', confirmation, as)).status).toBe(200);
    return { as, orderId, orderNumber };
  };
  const deliver = async (quantity: number) => {
    const placed = await fixture.place({ quantity });
    expect((await setStatus(placed.orderId, 'Delivered')).status).toBe(200);
    return placed;
  };

  it('refund units to their payment, credit others, and are never refunded twice', async () => {
    const { as, orderId, payment } = await deliver(2);
    const requested = await request(as, orderId, { lineId: '1', quantity: 1, reason: 'size', outcome: 'refund' });
    expect([requested.status, requested.body.return.state]).toEqual([200, 'requested']);
    const more = await request(as, orderId, { lineId: '1', quantity: 2, reason: 'size', outcome: 'refund' });
    expect([more.status, more.body]).toMatchObject([409, { code: 'RETURN_LINES_INVALID' }]);

    const accept = [{ lineId: '1', accepted: true, restock: true }];
    const decisions = await Promise.all([1, 2, 3].map(() => decide(requested.body.return.id, accept)));
    expect(decisions.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(decisions[0]?.body.return).toMatchObject({ state: 'completed', refunded: 2_500 });
    await eventually(async () => expect(await fixture.listRefunds(payment)).toEqual([250_000]));
    expect((await decide(requested.body.return.id, [{ lineId: '1', accepted: false }])).body).toMatchObject({
      code: 'RETURN_DECIDED',
    });

    const rest = await request(as, orderId, { lineId: '1', quantity: 1, reason: 'defective', outcome: 'credit' });
    await decide(rest.body.return.id, [{ lineId: '1', accepted: true, restock: false }]);
    await eventually(async () => expect(await balanceOf(as)).toBe(250_000));
    expect(await fixture.listRefunds(payment)).toEqual([250_000]);
    const order = await getOrder(as, orderId);
    expect([order.paymentState, order.returns?.map(({ credited, refunded }) => [refunded, credited])]).toEqual([
      'captured',
      [
        [2_500, undefined],
        [undefined, 2_500],
      ],
    ]);
    expect((await setStatus(orderId, 'Cancelled')).body).toMatchObject({ code: 'ORDER_RETURNED' });
  });

  it('do not restock what came back damaged, and name what is refused', async () => {
    const { orderId } = await fixture.place({ quantity: 3 });
    await fixture.moveParcel(orderId, 'picked_up');
    await fixture.moveParcel(orderId, 'rto', { isDamaged: true });
    await eventually(async () => expect((await fixture.findRecord(orderId)).damaged).toHaveLength(1));
    const accept = async (quantity: number, accepted: number) => {
      const { body } = await request(owner, orderId, { lineId: '1', quantity, reason: 'other', outcome: 'refund' });
      const decided = await decide(body.return.id, [{ lineId: '1', accepted, restock: true }]);
      return decided.body.return.lines[0];
    };
    expect(await accept(3, 2)).toMatchObject({ accepted: 2, restocked: true, damaged: 1 });
    expect(await accept(1, 1)).not.toHaveProperty('damaged');
    // They are not shipped again.
    const parcel = await fixture.service.app.get(Commands).request('rpc.order.shipping.get', { orderId });
    expect(parcel.lines).toMatchObject([{ quantity: 3, returned: 3 }]);
    await eventually(async () => {
      const decided = (await fixture.service.events('order.return.decided')).filter(
        ({ data }) => data.orderId === orderId,
      );
      expect(decided.map(({ data }) => [data.restocked[0]?.quantity, data.refused])).toEqual([
        [1, [{ name: 'Kanchipuram pattu', quantity: 1 }]],
        [1, undefined],
      ]);
    });
  });

  describe('that staff record of an order in parcels', () => {
    const deliverUnits = (orderId: string, quantity: number) =>
      fixture.model.updateOne(
        { _id: orderId },
        { $push: { deliveries: { shipmentId: randomUUID(), at: new Date(), lines: [{ lineId: '1', quantity }] } } },
      );
    const takeBack = async (orderId: string, quantity: number, as = owner) => {
      const line = { lineId: '1', quantity, reason: 'size', outcome: 'refund' as const };
      const { id } = (await request(as, orderId, line)).body.return;
      expect((await decide(id, [{ lineId: '1', accepted: true }])).status).toBe(200);
      return (await fixture.service.app.get(Commands).request('rpc.order.shipping.get', { orderId })).lines[0]
        ?.returned;
    };

    it('take back delivered units before those of lost parcels, which are shipped again', async () => {
      const { as, orderId } = await fixture.place({ quantity: 6 });
      await setStatus(orderId, 'Shipped');
      await deliverUnits(orderId, 3);
      expect(await takeBack(orderId, 2)).toBeUndefined();
      expect(await takeBack(orderId, 1, as)).toBeUndefined();
      expect(await takeBack(orderId, 1)).toBe(1);
      expect(await takeBack(orderId, 2)).toBe(3);
    });

    it('take back undelivered units also when others arrive later', async () => {
      const { orderId } = await fixture.place({ quantity: 4 });
      await setStatus(orderId, 'Shipped');
      expect(await takeBack(orderId, 2)).toBe(2);
      await deliverUnits(orderId, 2);
      expect(await takeBack(orderId, 1)).toBe(2);
    });

    it('take back undelivered units while the cash is due, which they reduce', async () => {
      const { orderId } = await placeCod(4_049, 200_000, 2);
      await setStatus(orderId, 'Shipped');
      await deliverUnits(orderId, 1);
      expect(await takeBack(orderId, 1)).toBe(1);
    });
  });

  it('have one credit note each, with the amounts of their units', async () => {
    const { as, orderId } = await deliver(3);
    for (const quantity of [1, 2]) {
      const { body } = await request(as, orderId, { lineId: '1', quantity, reason: 'size', outcome: 'refund' });
      await decide(body.return.id, [{ lineId: '1', accepted: true }]);
    }
    await eventually(async () => {
      const notes = await Promise.all(
        [1, 2].map(async (creditNote) => {
          const query = { format: 'json' as const, creditNote };
          const { body } = await fixture.service.call(
            'GET /orders/{orderId}/invoice',
            { params: { orderId }, query },
            as,
          );
          return (body as unknown as { invoice: { totalPaise: number; reason: string } }).invoice;
        }),
      );
      expect(notes.map(({ totalPaise, reason }) => [totalPaise, reason])).toEqual([
        [250_000, 'Goods returned'],
        [500_000, 'Goods returned'],
      ]);
    });
  });

  it('repeat a refund that Razorpay did not confirm, and make it once', async () => {
    const { as, orderId, payment } = await deliver(1);
    const { body } = await request(as, orderId, { lineId: '1', quantity: 1, reason: 'colour', outcome: 'refund' });
    await fixture.razorpay.faults({ method: 'POST', path: '/refund', drop: 'after', times: 1 });
    await decide(body.return.id, [{ lineId: '1', accepted: true }]);
    await eventually(async () => expect(await fixture.listRefunds(payment)).toEqual([250_000]));
  });

  it('are refused by the rule of the shop, but not for goods with a fault', async () => {
    const { as, orderId } = await fixture.place({
      productId: fixture.shop.addProduct({ category: 'customised combo', name: 'Family set' }),
    });
    const change: Line = { lineId: '1', quantity: 1, reason: 'changed_mind', outcome: 'refund' };
    expect((await request(as, orderId, change)).body).toMatchObject({
      code: 'RETURN_NOT_ALLOWED',
      message: 'Family set can be returned once it has been delivered.',
    });
    await setStatus(orderId, 'Delivered');
    expect((await request(as, orderId, change)).body).toMatchObject({
      message: 'Family set can be returned only if it is defective or not what you ordered.',
    });
    expect((await request(buildIdentity({ id: createId() }), orderId, change)).body).toMatchObject({
      code: 'ORDER_NOT_FOUND',
    });
    expect((await request(as, orderId, { ...change, lineId: '7' })).body.code).toBe('RETURN_LINES_INVALID');
    expect((await request(as, orderId, { ...change, reason: 'defective' })).status).toBe(200);
  });

  it('end with the days of the shop', async () => {
    const { as, orderId } = await deliver(1);
    const move = (days: number) =>
      fixture.model.updateOne(
        { _id: orderId },
        { $set: { 'history.$[delivered].at': new Date(Date.now() - days * DAY_MS) } },
        { arrayFilters: [{ 'delivered.to': 'Delivered' }] },
      );
    const change: Line = { lineId: '1', quantity: 1, reason: 'size', outcome: 'refund' };
    await move(8);
    expect((await request(as, orderId, change)).body).toMatchObject({
      code: 'RETURN_NOT_ALLOWED',
      message: 'The 7 days for the return of Kanchipuram pattu are over.',
    });
    await move(7);
    expect((await request(as, orderId, change)).status).toBe(200);
  });

  it('are possible for the parcel that has arrived', async () => {
    const { as, orderId } = await fixture.place({ quantity: 2 });
    const change: Line = { lineId: '1', quantity: 1, reason: 'size', outcome: 'refund' };
    await fixture.moveParcel(orderId, 'delivered');
    await eventually(async () => expect((await fixture.findRecord(orderId)).deliveries).toHaveLength(1));
    const purchase = { order: orderId, productId: (await fixture.findRecord(orderId)).lines[0]?.productId ?? '' };
    const isDelivered = async (userId: string) =>
      (await fixture.service.app.get(Commands).request('rpc.order.purchase.get', { ...purchase, userId })).isDelivered;
    expect([await isDelivered(as.id), await isDelivered(createId())]).toEqual([true, false]);
    expect((await request(as, orderId, { ...change, quantity: 2 })).body.code).toBe('RETURN_LINES_INVALID');
    expect((await request(as, orderId, change)).status).toBe(200);
  });

  it('have the last day of each item by its own parcel', async () => {
    const as = fixture.buildCustomer();
    fixture.shop.setCart(as.id, [fixture.shop.addProduct()], [fixture.shop.addProduct()], [fixture.shop.addProduct()]);
    const body = { amount: 7_500, billing };
    const checkout = (await fixture.service.call('POST /payments/create-order', { body }, as)).body;
    await fixture.verify(as, await fixture.razorpay.pay(checkout.order.id));
    const { orderId } = checkout;
    const deliveries = [
      { shipmentId: 'a', at: new Date('2026-11-02T06:00:00Z'), lines: [{ lineId: '1', quantity: 1 }] },
      { shipmentId: 'b', at: new Date('2026-11-05T06:00:00Z'), lines: [{ lineId: '2', quantity: 1 }] },
    ];
    await fixture.model.updateOne({ _id: orderId }, { $set: { status: 'Shipped', deliveries } });
    const order = await getOrder(as, orderId);
    expect([order.deliveredAt, ...order.products.map(({ deliveredAt }) => deliveredAt)]).toEqual([
      '2026-11-05T06:00:00.000Z',
      '2026-11-02T06:00:00.000Z',
      '2026-11-05T06:00:00.000Z',
      undefined,
    ]);
  });

  it('of a parcel that came back unpaid reduce the cash that is due, and are neither credited nor exchanged', async () => {
    const { as, orderId } = await placeCod(2_000, 195_100);
    await setStatus(orderId, 'Shipped');
    const line = { lineId: '1', quantity: 1, reason: 'RTO' };
    for (const wanted of [
      { outcome: 'credit' as const },
      { outcome: 'exchange' as const, exchangeFor: { size: '' } },
    ]) {
      const { id } = (await request(owner, orderId, { ...line, ...wanted })).body.return;
      expect((await decide(id, [{ lineId: '1', accepted: true }])).body).toMatchObject({
        code: 'RETURN_NOT_ALLOWED',
        message: expect.stringContaining('Please choose a refund'),
      });
      await decide(id, [{ lineId: '1', accepted: false }]);
    }
    const { id } = (await request(owner, orderId, { ...line, outcome: 'refund' })).body.return;
    expect((await decide(id, [{ lineId: '1', accepted: true }])).status).toBe(200);
    expect((await findReturn(orderId, id))?.cashPaise).toBe(200_000);
    expect((await fixture.findRecord(orderId)).cash).toMatchObject({ state: 'due', duePaise: 0 });
    expect(await balanceOf(as)).toBe(0);
  });

  it('of a parcel whose cash the courier has not handed over yet are not taken off what is due', async () => {
    const as = fixture.buildCustomer();
    fixture.shop.setCart(as.id, [fixture.shop.addProduct({ unitPaise: 100_000 }), 2]);
    const body = { amount: 2_000, method: 'part' as const, billing };
    const checkout = (await fixture.service.call('POST /payments/create-order', { body }, as)).body;
    await fixture.verify(as, await fixture.razorpay.pay(checkout.order.id));
    const { orderId } = checkout;
    await fixture.moveParcel(orderId, 'delivered');
    await eventually(async () => expect((await fixture.findRecord(orderId)).deliveries).toHaveLength(1));
    const line = { lineId: '1', quantity: 1, reason: 'size', outcome: 'refund' as const };
    const { id } = (await request(as, orderId, line)).body.return;
    expect((await decide(id, [{ lineId: '1', accepted: true }])).body).toMatchObject({
      code: 'RETURN_NOT_ALLOWED',
      message: expect.stringContaining('has not collected the cash'),
    });
    expect((await fixture.findRecord(orderId)).cash).toMatchObject({ state: 'due', duePaise: 160_000 });

    // Then the other parcel arrives, and the courier has all of the cash.
    await setStatus(orderId, 'Delivered');
    const decided = await decide(id, [{ lineId: '1', accepted: true }]);
    expect(decided.body.return).toMatchObject({ refunded: 400, credited: 600 });
  });

  it('keep the fields of other versions', async () => {
    const { as, orderId, orderNumber } = await placeCod(4_049, 200_000, 2);
    const addField = (...paths: string[]) =>
      fixture.model.collection.updateOne(
        { orderNumber },
        { $set: Object.fromEntries(paths.map((path) => [`${path}.added`, 'kept'])) },
      );
    await addField('cash');
    const cancelled = { requestId: randomUUID(), lines: [{ lineId: '1', quantity: 1 }] };
    await fixture.service.call('POST /orders/{orderId}/lines/cancel', { params: { orderId }, body: cancelled }, as);
    await addField('returns.0', 'returns.0.lines.0');
    await setStatus(orderId, 'Delivered');
    const { id } = (await request(as, orderId, { lineId: '1', quantity: 1, reason: 'size', outcome: 'credit' })).body
      .return;
    await addField('returns.1', 'returns.1.lines.0');
    const ship = { params: { id }, body: { progress: 'received' as const } };
    expect((await fixture.service.call('POST /returns/{id}/shipment', ship, owner)).status).toBe(200);
    expect((await decide(id, [{ lineId: '1', accepted: true }])).status).toBe(200);
    const added = { added: 'kept', lines: [{ added: 'kept' }] };
    expect(await fixture.findRecord(orderId)).toMatchObject({
      cash: { added: 'kept', state: 'collected', duePaise: 202_450 },
      returns: [
        { ...added, state: 'cancelled' },
        { ...added, state: 'completed', creditPaise: 202_450 },
      ],
    });
  });

  it('exchange a size of goods with a delivery charge and a fee, whose shares are rounded', async () => {
    const pincode = '500093';
    fixture.shop.promises.set(pincode, promised({ chargePaise: 8_000 }));
    // 3 × 899 + 80 + 49 rupees.
    const { as, orderId } = await placeCod(2_826, 89_900, 3, { ...billing, pincode });
    await setStatus(orderId, 'Delivered');
    const { id } = (
      await request(as, orderId, {
        lineId: '1',
        quantity: 1,
        reason: 'size',
        outcome: 'exchange',
        exchangeFor: { size: '' },
      })
    ).body.return;
    const { replacementOrderId = '' } = (await decide(id, [{ lineId: '1', accepted: true }])).body.return;
    await eventually(async () => expect((await fixture.findRecord(replacementOrderId)).phase).toBe('placed'));
    // A third of 2,826 rupees: of the charge 26.66, and of the fee what is left.
    expect((await getOrder(as, replacementOrderId)).quote).toMatchObject({
      totalPaise: 94_200,
      subtotalPaise: 89_900,
      discountPaise: 0,
      shippingPaise: 2_667,
      codFeePaise: 1_633,
    });
  });

  it('exchange a size by an order of its own that nobody pays again', async () => {
    const { as, orderId, productId, payment } = await deliver(2);
    const stockBefore = fixture.shop.products.get(productId)?.stock ?? 0;
    const { body } = await request(as, orderId, {
      lineId: '1',
      quantity: 1,
      reason: 'size',
      outcome: 'exchange',
      exchangeFor: { size: '' },
    });
    const accept = [{ lineId: '1', accepted: true, restock: true }];
    const decisions = await Promise.all([1, 2, 3].map(() => decide(body.return.id, accept)));
    expect(decisions[0]?.body.return).toMatchObject({ state: 'completed', exchanged: 2_500 });
    const ids = new Set(decisions.map((decided) => decided.body.return.replacementOrderId));
    expect(ids.size).toBe(1);
    const [replacementId = ''] = ids;
    await eventually(async () => expect((await fixture.findRecord(replacementId)).phase).toBe('placed'));
    const replacement = await getOrder(as, replacementId);
    expect(decisions[0]?.body.return.replacementOrderNumber).toBe(replacement.orderNumber);
    expect(replacement).toMatchObject({ totalAmount: 2_500, creditAmount: 2_500, paymentState: 'captured' });
    expect(replacement.quote).toMatchObject({ totalPaise: 250_000 });
    expect(fixture.shop.products.get(productId)?.stock).toBe(stockBefore - 1);
    await eventually(async () => expect(await balanceOf(as)).toBe(0));
    expect(await fixture.listRefunds(payment)).toEqual([]);

    await fixture.service.call('POST /orders/cancel/{orderId}', { params: { orderId: replacementId } }, as);
    await eventually(async () => expect(await balanceOf(as)).toBe(250_000));
  });

  it('exchange for another product: the difference is refunded, or paid with store credit', async () => {
    const cheaper = fixture.shop.addProduct({ name: 'Mangalagiri cotton', unitPaise: 180_000, stock: 1 });
    const dearer = fixture.shop.addProduct({ name: 'Banarasi silk', unitPaise: 310_000, stock: 2 });
    const { as, orderId, payment } = await deliver(2);
    const exchangeFor = async (productId: string) => {
      const line = { lineId: '1', quantity: 1, reason: 'colour', outcome: 'exchange' as const };
      return (await request(as, orderId, { ...line, exchangeFor: { productId, size: '' } })).body.return.id;
    };
    const accept = [{ lineId: '1', accepted: true, restock: true }];
    const first = await decide(await exchangeFor(cheaper), accept);
    expect(first.body.return).toMatchObject({ exchanged: 1_800, refunded: 700 });
    await eventually(async () => expect(await fixture.listRefunds(payment)).toEqual([70_000]));
    const replacement = async (id = '') => {
      await eventually(async () => expect((await fixture.findRecord(id)).phase).toBe('placed'));
      return getOrder(as, id);
    };
    expect(await replacement(first.body.return.replacementOrderId)).toMatchObject({
      totalAmount: 1_800,
      creditAmount: 1_800,
      products: [{ product: { name: 'Mangalagiri cotton' }, quantity: 1 }],
      quote: { totalPaise: 180_000 },
    });
    expect(fixture.shop.stock(cheaper)).toBe(0);

    await grantCredit(as, 1_000);
    const paid = await decide(await exchangeFor(dearer), accept);
    expect(paid.body.return).toMatchObject({ exchanged: 2_500, difference: 600 });
    expect(await replacement(paid.body.return.replacementOrderId)).toMatchObject({ totalAmount: 3_100 });
    await eventually(async () => expect(await balanceOf(as)).toBe(40_000));
    expect([fixture.shop.stock(dearer), await fixture.listRefunds(payment)]).toEqual([1, [70_000]]);
  });

  it('exchange a sale item for a cheaper one: the rest becomes store credit, or is refunded for a fault', async () => {
    const cheaper = fixture.shop.addProduct({ unitPaise: 180_000, stock: 3 });
    const { as, orderId, payment } = await deliver(3);
    await fixture.model.updateOne({ _id: orderId }, { $set: { 'quote.lines.0.mrpPaise': 300_000 } });
    const line = { lineId: '1', quantity: 1, outcome: 'exchange' as const };
    const exchange = async (reason: string, outcome?: 'refund') => {
      const wanted = { ...line, reason, exchangeFor: { productId: cheaper, size: '' } };
      const { id } = (await request(as, orderId, wanted)).body.return;
      return (await decide(id, [{ lineId: '1', accepted: true, ...(outcome ? { outcome } : {}) }])).body.return;
    };
    const refused = { ...line, reason: 'changed_mind', outcome: 'refund' as const };
    expect((await request(as, orderId, refused)).body.code).toBe('RETURN_NOT_ALLOWED');
    const changed = await exchange('changed_mind');
    expect(changed).toMatchObject({ exchanged: 1_800, credited: 700 });
    expect(changed).not.toHaveProperty('refunded');
    await eventually(async () => expect(await balanceOf(as)).toBe(70_000));
    expect(await fixture.listRefunds(payment)).toEqual([]);

    expect(await exchange('defective')).toMatchObject({ exchanged: 1_800, refunded: 700 });
    await eventually(async () => expect(await fixture.listRefunds(payment)).toEqual([70_000]));
    // Staff may decide otherwise.
    expect(await exchange('changed_mind', 'refund')).toMatchObject({ refunded: 2_500 });
    await eventually(async () => expect(await balanceOf(as)).toBe(70_000));
  });

  it('exchange for a dearer product without store credit: the difference is paid by a link, or the credit is kept', async () => {
    const dearer = fixture.shop.addProduct({ name: 'Banarasi silk', unitPaise: 310_000, stock: 2 });
    const { as, orderId, payment } = await deliver(2);
    const exchange = async () => {
      const line = { lineId: '1', quantity: 1, reason: 'colour', outcome: 'exchange' as const };
      const wanted = { ...line, exchangeFor: { productId: dearer, size: '' } };
      const { id } = (await request(as, orderId, wanted)).body.return;
      const { body } = await decide(id, [{ lineId: '1', accepted: true, restock: true }]);
      expect(body.message).toContain('a payment link for ₹600;');
      expect(body.return).toMatchObject({ state: 'completed', exchanged: 2_500, due: { amount: 600 } });
      expect(body.return).not.toHaveProperty('difference');
      return { id, replacementId: body.return.replacementOrderId ?? '' };
    };
    const dueOf = async (id: string) => (await getOrder(as, orderId)).returns?.find((one) => one.id === id)?.due;
    const linkOf = async (id: string) => {
      await eventually(async () => expect(await dueOf(id)).toMatchObject({ state: 'open', url: expect.any(String) }));
      return (await dueOf(id))?.url ?? '';
    };

    const bought = await exchange();
    const { links } = await razorpayWith(await linkOf(bought.id));
    expect([fixture.shop.stock(dearer), await balanceOf(as)]).toEqual([1, 0]);
    await fixture.razorpay.simulate('/simulate/pay', {
      payment_link_id: links[0]?.id,
      method: 'upi',
      webhook: 'twice',
    });
    await eventually(async () => expect((await fixture.findRecord(bought.replacementId)).phase).toBe('placed'));
    expect(await getOrder(as, bought.replacementId)).toMatchObject({
      totalAmount: 3_100,
      creditAmount: 2_500,
      paidOnline: 600,
    });
    expect(await dueOf(bought.id)).toMatchObject({ state: 'paid' });

    const givenUp = await exchange();
    await linkOf(givenUp.id);
    expect(fixture.shop.stock(dearer)).toBe(0);
    await fixture.shop.expire(givenUp.replacementId);
    await eventually(async () => expect(await balanceOf(as)).toBe(250_000));
    expect(await dueOf(givenUp.id)).toMatchObject({ state: 'ended' });
    expect([fixture.shop.stock(dearer), await fixture.listRefunds(payment)]).toEqual([1, []]);
  });

  it('refuse an exchange for what is sold out, unknown or personalised, without a request', async () => {
    const soldOut = fixture.shop.addProduct({ name: 'Paithani', unitPaise: 250_000, stock: 0 });
    const label = { kind: 'text' as const, label: 'Name', maxLength: 20 };
    const personalised = fixture.shop.addProduct({ personalisationFields: [{ ...label, required: true }] });
    const { as, orderId } = await deliver(1);
    const line = { lineId: '1', quantity: 1, reason: 'colour', outcome: 'exchange' as const };
    for (const productId of [soldOut, 'f'.repeat(24), personalised]) {
      const { body } = await request(as, orderId, { ...line, exchangeFor: { productId, size: '' } });
      expect(body.code).toBe('EXCHANGE_NOT_POSSIBLE');
    }
    const { body: list } = await fixture.service.call('GET /returns', { query: { orderId } }, as);
    expect(list.returns).toEqual([]);
    const optional = fixture.shop.addProduct({ personalisationFields: [{ ...label, required: false }] });
    const wanted = { ...line, exchangeFor: { productId: optional, size: '' } };
    expect((await request(as, orderId, wanted)).status).toBe(200);
  });

  it('keep an exchange undecided when the other size is sold out', async () => {
    const { as, orderId, productId } = await deliver(1);
    const wanted = {
      lineId: '1',
      quantity: 1,
      reason: 'size',
      outcome: 'exchange',
      exchangeFor: { size: '' },
    } as const;
    const { body } = await request(as, orderId, wanted);
    const many = await decide(body.return.id, [{ lineId: '1', accepted: 2 }]);
    expect(many.body).toMatchObject({ code: 'RETURN_LINES_INVALID', message: expect.stringContaining('came back') });
    const product = fixture.shop.products.get(productId);
    if (product) product.stock = 0;
    expect((await decide(body.return.id, [{ lineId: '1', accepted: true }])).body.code).toBe('EXCHANGE_NOT_POSSIBLE');
    const { body: list } = await fixture.service.call('GET /returns', { query: { orderId } }, as);
    expect(list.returns.map(({ state }) => state)).toEqual(['requested']);
    const credited = await decide(body.return.id, [{ lineId: '1', accepted: true, outcome: 'credit' }]);
    expect(credited.body.return).toMatchObject({ credited: 2_500 });
  });

  it('follow the courier that collects the goods, in any order of its reports', async () => {
    const { as, orderId } = await deliver(2);
    const lines = [{ lineId: '1', quantity: 1, reason: 'size', outcome: 'refund' as const }];
    const { id } = (await fixture.service.call('POST /returns', { body: { orderId, lines } }, as)).body.return;
    const facts = await fixture.service.app.get(Commands).request('rpc.order.return.get', { returnId: id });
    // Two sarees at 2,500 rupees, of which one comes back.
    expect(facts).toMatchObject({
      orderId,
      userId: as.id,
      state: 'requested',
      recipient: { name: 'Asha Rao', pincode: '500092' },
      lines: [{ quantity: 1, unitPaise: 250_000 }],
    });
    await expect(
      fixture.service.app.get(Commands).request('rpc.order.return.get', { returnId: createId() }),
    ).rejects.toMatchObject({ code: 'RETURN_NOT_FOUND' });

    const shipmentOf = async () =>
      (await fixture.service.call('GET /returns', { query: { orderId } }, as)).body.returns[0]?.shipment;
    const move = async (status: EventData<'fulfilment.return.moved'>['status'], awb = 'A1') => {
      await fixture.service.publish('fulfilment.return.moved', {
        orderId,
        userId: as.id,
        returnId: id,
        status,
        awb,
        courierName: 'Xpressbees',
        pickupOn: '2026-12-01',
        at: new Date().toISOString(),
      });
      await eventually(async () => expect(await fixture.service.hasHandled('fulfilment.return.moved')).toBe(true));
      return shipmentOf();
    };
    const booked = { courier: 'Xpressbees', trackingNumber: 'A1', pickupOn: '2026-12-01' };
    expect(await move('booked')).toMatchObject({ progress: 'pickup_arranged', ...booked });
    expect(await move('cancelled')).toBeUndefined();
    expect(await move('booked', 'A2')).toMatchObject({ progress: 'pickup_arranged', trackingNumber: 'A2' });
    expect(await move('picked_up', 'A2')).toMatchObject({ progress: 'picked_up' });
    expect(await move('booked', 'A2')).toMatchObject({ progress: 'picked_up' });
    expect(await move('received', 'A2')).toMatchObject({ progress: 'received' });
    for (const late of ['picked_up', 'lost'] as const)
      expect(await move(late, 'A2')).toMatchObject({ progress: 'received', trackingNumber: 'A2' });
    const steps = (await fixture.service.events('order.return.updated'))
      .filter(({ data }) => data.returnId === id)
      .map(({ data }) => data.step);
    expect(steps).toEqual(['requested', 'pickup_scheduled', 'pickup_scheduled', 'received']);
    const cancelled = await fixture.service.events('order.pickup.cancelled');
    expect(cancelled.filter(({ data }) => data.returnId === id)).toHaveLength(1);
  });

  it('pay cash back to a bank account, which staff mark as paid once; the way of the goods is shown', async () => {
    const { as, orderId, orderNumber } = await placeCod(2_549, 250_000);
    await setStatus(orderId, 'Delivered');
    const outcomes: unknown[] = [];
    const logger = fixture.service.app.get<Logger>(LOGGER);
    const { info } = logger;
    logger.info = (line: { orderNumber?: string; outcome?: string }, message?: string) => {
      if (message === 'return changed' && line.orderNumber === orderNumber) outcomes.push(line.outcome);
    };
    const bank = { holder: 'Asha Rao', account: '123456789012', ifsc: 'SBIN0001234' };
    const lines = [{ lineId: '1', quantity: 1, reason: 'size', outcome: 'refund' as const }];
    const wrong = { orderId, lines, bank: { ...bank, ifsc: 'SBIN1' } };
    expect((await fixture.service.call('POST /returns', { body: wrong }, as)).body.code).toBe('VALIDATION_FAILED');
    const { id } = (await fixture.service.call('POST /returns', { body: { orderId, lines, bank } }, as)).body.return;

    const ship = (progress: 'pickup_arranged' | 'sent' | 'received', by: Identity) =>
      fixture.service.call('POST /returns/{id}/shipment', { params: { id }, body: { progress } }, by);
    expect((await ship('received', as)).status).toBe(403);
    expect((await ship('sent', fixture.buildCustomer())).status).toBe(404);
    expect((await ship('sent', as)).body.return.shipment).toMatchObject({ progress: 'sent' });
    expect((await ship('received', owner)).body.return.shipment).toMatchObject({ progress: 'received' });

    const pay = (reference: string) =>
      fixture.service.call('POST /returns/{id}/payout', { params: { id }, body: { reference } }, owner);
    expect((await pay('UTR1')).body.code).toBe('PAYOUT_NOT_DUE');
    const decided = await decide(id, [{ lineId: '1', accepted: true }]);
    expect(decided.body.return).toMatchObject({ payout: 2_549, payoutState: 'due', lines: [{ damaged: 1 }] });
    const due = (await fixture.service.call('GET /returns', { query: { payout: 'due' } }, owner)).body.returns;
    expect(due.map((one) => [one.id, one.bank])).toEqual([[id, bank]]);
    expect((await Promise.all([pay('UTR1'), pay('UTR1')])).map(({ status }) => status)).toEqual([200, 200]);
    expect((await pay('UTR2')).body.code).toBe('PAYOUT_NOT_DUE');
    await eventually(async () => {
      const [of, paid] = [
        await fixture.service.events('order.return.decided'),
        await fixture.service.events('order.return.paid'),
      ].map((events) => events.map(({ data }) => data).filter(({ returnId }) => returnId === id));
      expect(of).toMatchObject([{ payout: { amountPaise: 254_900, to: 'bank' } }]);
      expect(paid).toMatchObject([{ amountPaise: 254_900, to: 'bank', reference: 'UTR1' }]);
      expect(JSON.stringify([of, paid])).not.toContain(bank.account);
    });
    logger.info = info;
    expect(outcomes).toEqual(['requested', 'sent', 'received', 'completed', 'payout_paid']);
    const moves = (await fixture.service.events('audit.order.recorded'))
      .map(({ data }) => data)
      .filter(({ action, subjectId }) => action === 'order.return.moved' && subjectId === orderId);
    expect(moves.map(({ actor, changes }) => [actor.email, changes])).toEqual([
      [owner.email, [{ field: 'progress', from: 'sent', to: 'received' }]],
    ]);
    const { history } = await fixture.findRecord(orderId);
    expect(history.filter(({ what }) => what === 'Refund of ₹2,549 paid: UTR1')).toHaveLength(1);
  });

  it('have photos and a video of the customer, and a photo of the inspection', async () => {
    const { as, orderId } = await deliver(1);
    const requestId = randomUUID();
    const sign = (by: Identity, of: string) =>
      fixture.service.call(
        'POST /returns/media/signature',
        { body: { orderId, requestId: of, kind: 'photo', slot: 0 } },
        by,
      );
    const uploaded = (await sign(as, requestId)).body.upload.fields['public_id'] ?? '';
    expect(uploaded).toBe(`${orderId} ${requestId} photo 0`);
    expect((await sign(fixture.buildCustomer(), requestId)).body).toMatchObject({ code: 'ORDER_NOT_FOUND' });
    const lines = [{ lineId: '1', quantity: 1, reason: 'defective', outcome: 'refund' as const }];
    const body = { requestId, orderId, lines, photos: [uploaded] };
    const { id, photos } = (await fixture.service.call('POST /returns', { body }, as)).body.return;
    expect(photos).toEqual([{ public_id: uploaded, url: `https://images.example.com/${uploaded}` }]);
    const photo = (await sign(owner, id)).body.upload.fields['public_id'] ?? '';
    const refusal = { lines: [{ lineId: '1', accepted: false }], note: 'It was worn.', photo };
    const refused = await fixture.service.call('POST /returns/{id}/decision', { params: { id }, body: refusal }, owner);
    expect(refused.body.return).toMatchObject({ state: 'refused', decisionPhoto: { public_id: photo } });
    await eventually(async () => {
      const sent = (await fixture.service.events('order.return.refused')).filter(({ data }) => data.returnId === id);
      expect(sent.map(({ data }) => [data.refused, data.note, data.customer.email])).toEqual([
        [[{ name: 'Kanchipuram pattu', quantity: 1 }], 'It was worn.', as.email],
      ]);
    });
  });

  it('take uploads of customers for delivered items only, and for five forms a day that are not sent', async () => {
    const sign = async (by: Identity, orderId: string, requestId: string = randomUUID(), slot = 0) => {
      const body = { orderId, requestId, kind: 'photo' as const, slot };
      return (await fixture.service.call('POST /returns/media/signature', { body }, by)).body;
    };
    const placed = await fixture.place();
    expect(await sign(placed.as, placed.orderId)).toMatchObject({
      code: 'RETURN_NOT_ALLOWED',
      message: 'This order can be returned once it has been delivered.',
    });
    expect((await setStatus(placed.orderId, 'Cancelled')).status).toBe(200);
    expect(await sign(placed.as, placed.orderId)).toMatchObject({ code: 'RETURN_NOT_ALLOWED' });

    const { as, orderId } = await deliver(1);
    const forms = Array.from({ length: 5 }, () => randomUUID());
    const uploads = await Promise.all([...forms, ...forms].map((form, index) => sign(as, orderId, form, index % 8)));
    expect(uploads.map(({ success }) => success)).toEqual(Array.from({ length: 10 }, () => true));
    expect(await sign(as, orderId)).toMatchObject({
      code: 'VALIDATION_FAILED',
      details: { fields: { requestId: 'too many uploads' } },
    });
    expect((await sign(owner, orderId, createId())).success).toBe(true);

    const lines = [{ lineId: '1', quantity: 1, reason: 'defective', outcome: 'refund' as const }];
    const [requestId] = forms;
    const body = { requestId, orderId, lines, photos: [uploads[0]?.upload.fields['public_id'] ?? ''] };
    expect((await fixture.service.call('POST /returns', { body }, as)).status).toBe(200);
    expect((await sign(as, orderId)).success).toBe(true);
    expect((await sign(as, orderId)).success).toBe(false);
    // The page makes another form each time that it is opened.
    const { uploadForms = [] } = await fixture.findRecord(orderId);
    const aged = uploadForms.map(({ id, at }) => ({ id, at: new Date(at.getTime() - 86_400_000) }));
    await fixture.model.updateOne({ _id: orderId }, { $set: { uploadForms: aged } });
    expect((await sign(as, orderId)).success).toBe(true);
    expect((await fixture.findRecord(orderId)).uploadForms).toHaveLength(1);
  });

  it('are listed for staff by state, and for customers only their own', async () => {
    const { as, orderId } = await deliver(1);
    await request(as, orderId, { lineId: '1', quantity: 1, reason: 'late', outcome: 'refund' });
    const { body } = await fixture.service.call('GET /returns', { query: { state: 'requested' } }, owner);
    expect(body.returns.find((one) => one.orderId === orderId)).toMatchObject({ state: 'requested' });
    expect(body.returns.every(({ state }) => state === 'requested')).toBe(true);
    const own = await fixture.service.call('GET /returns', {}, as);
    expect(own.body.returns.map((one) => one.orderId)).toEqual([orderId]);
    const stranger = await fixture.service.call('GET /returns', {}, buildIdentity({ id: createId() }));
    expect(stranger.body.returns).toEqual([]);
  });

  it('of all states are listed for staff with each order once, newest orders first', async () => {
    const { as, orderId } = await deliver(2);
    const line = { lineId: '1', quantity: 1, reason: 'late', outcome: 'refund' as const };
    const { id } = (await request(as, orderId, line)).body.return;
    await decide(id, [{ lineId: '1', accepted: false }]);
    await request(as, orderId, line);
    const orders: string[] = [];
    for (let cursor: string | undefined, isFirst = true; isFirst || cursor; isFirst = false) {
      const query = { limit: '2', ...(cursor ? { cursor } : {}) };
      const { body } = await fixture.service.call('GET /returns', { query }, owner);
      expect(body.total === undefined).toBe(!isFirst);
      orders.push(...new Set(body.returns.map((one) => one.orderId)));
      if (isFirst)
        expect(body.returns.slice(0, 2)).toMatchObject([
          { orderId, state: 'requested' },
          { orderId, state: 'refused' },
        ]);
      cursor = body.nextCursor;
    }
    expect(new Set(orders).size).toBe(orders.length);
    expect(orders).toEqual(orders.toSorted().toReversed());
    expect(orders.length).toBeGreaterThan(2);
  });
});
