import { toIndianDay } from '@rangavalli/contracts/india-time';
import { Commands } from '@rangavalli/service-kit/commands/commands';
import type { Identity } from '@rangavalli/service-kit/http/identity';
import { buildIdentity } from '@rangavalli/service-kit/testing/test-identity';
import { eventually } from '@rangavalli/service-kit/testing/test-service';
import type { mongo } from 'mongoose';
import { createId } from '../testing/fake-shop.js';
import { billing, OrderFixture } from '../testing/order-fixture.js';

const staff = buildIdentity({ id: createId(), role: 'owner', name: 'Meera', email: 'meera@example.com' });

describe('cash on delivery', () => {
  let fixture: OrderFixture;

  beforeAll(async () => {
    fixture = await OrderFixture.start();
  });
  afterAll(() => fixture.stop());

  /** A saree for 2,500 rupees; with the fee 2,549. */
  const begin = async (as: Identity = fixture.buildCustomer(), { amount = 2_549, pincode = '500092' } = {}) => {
    const productId = fixture.shop.addProduct();
    fixture.shop.setCart(as.id, [productId]);
    return { as, productId, ...(await create(as, { amount, pincode })) };
  };
  const create = async (as: Identity, { amount = 2_549, pincode = '500092' } = {}) => {
    const body = { amount, method: 'cod' as const, billing: { ...billing, pincode } };
    return fixture.service.call('POST /payments/create-order', { body }, as);
  };
  const confirm = (as: Identity, orderNumber: string, code: string) =>
    fixture.service.call('POST /orders/cod/confirm', { body: { orderNumber, code } }, as);
  const place = async (as?: Identity) => {
    const checkout = await begin(as);
    const orderNumber = checkout.body.orderNumber;
    const confirmed = await confirm(checkout.as, orderNumber, fixture.shop.codeOf(orderNumber));
    expect([confirmed.status, confirmed.body.order.paymentState]).toEqual([200, 'awaiting']);
    return { ...checkout, orderNumber, orderId: checkout.body.orderId, order: confirmed.body.order };
  };
  const setStatus = async (orderId: string, status: 'Processing' | 'Shipped' | 'Delivered' | 'Cancelled') => {
    const result = await fixture.service.call(
      'PUT /orders/admin/{orderId}',
      { params: { orderId }, body: { status } },
      staff,
    );
    expect([status, result.status]).toEqual([status, 200]);
    return result.body;
  };
  const remit = (rows: string, isPreview = false) =>
    fixture.service.call(
      'POST /payments/cod/remittances',
      { body: { csv: `Order No,Amount,Date,UTR\n${rows}`, isPreview } },
      staff,
    );

  const creditOf = async (as: Identity) => {
    fixture.shop.setCart(as.id, [fixture.shop.addProduct()]);
    return (await fixture.service.call('GET /payments/methods', {}, as)).body.credit;
  };
  /** The amounts of an order in the registers of this month, rupees. */
  const sumsOf = async (orderNumber: string) => {
    const query = { month: toIndianDay(new Date()).slice(0, 7), format: 'json' as const };
    const rowsOf = async (call: 'GET /reports/sales' | 'GET /reports/payments') =>
      (await fixture.service.call(call, { query }, staff)).body.report.sheets;
    const sheets = [...(await rowsOf('GET /reports/sales')), ...(await rowsOf('GET /reports/payments'))];
    return Object.fromEntries(
      sheets.map(({ name, rows }) => {
        const own = rows.filter((row) => row.includes(orderNumber));
        return [name, own.map((row) => row[name === 'sales' ? 13 : 4])];
      }),
    );
  };

  it('is refused for an address abroad', async () => {
    const as = fixture.buildCustomer();
    fixture.shop.setCart(as.id, [fixture.shop.addProduct()]);
    const abroad = { ...billing, pincode: '44600', country: 'Nepal' };
    for (const method of ['cod', 'part'] as const) {
      const body = { amount: 2_500, method, billing: abroad };
      const refused = await fixture.service.call('POST /payments/create-order', { body }, as);
      expect(refused).toMatchObject({ status: 409, body: { details: { reason: 'abroad' } } });
    }
    expect(fixture.shop.holdStates((await create(as)).body.orderId)).toEqual(['held']);
  });

  it('names the phone that got the code by SMS too, also when the same checkout is opened again', async () => {
    fixture.shop.hasSms = true;
    const { as, body } = await begin();
    fixture.shop.hasSms = false;
    expect(fixture.shop.emails.at(-1)).toMatchObject({
      template: 'order-code',
      data: { phone: expect.stringContaining('11111') },
    });
    expect(body.confirmation).toMatchObject({ channel: 'email', phone: '••••••1111' });
    const again = await create(as);
    expect(again.body.confirmation).toMatchObject({ phone: '••••••1111' });
    const without = await begin();
    expect(without.body.confirmation).not.toHaveProperty('phone');
  });

  it('holds the stock and emails a code; the code places the order, once', async () => {
    const { as, status, body, productId } = await begin();
    expect([status, body.totalAmount, body.order.amount]).toEqual([200, 2_549, 254_900]);
    expect(body.order.id).toBe(body.orderNumber);
    expect(body.confirmation).toMatchObject({ channel: 'email', to: 'a•••@example.com' });
    expect(fixture.shop.holdStates(body.orderId)).toEqual(['held']);
    const orderNumber = body.orderNumber;
    expect(fixture.shop.emails.at(-1)).toMatchObject({
      to: 'asha@example.com',
      template: 'order-code',
      data: { orderNumber, totalPaise: 254_900, feePaise: 4_900 },
    });
    expect(JSON.stringify(await fixture.findRecord(body.orderId))).not.toContain(fixture.shop.codeOf(orderNumber));

    const code = fixture.shop.codeOf(orderNumber);
    const both = await Promise.all([confirm(as, orderNumber, code), confirm(as, orderNumber, code)]);
    expect(both.map((one) => one.status)).toEqual([200, 200]);
    expect(both[0].body.message).toBe('Your order is placed. Pay ₹2,549 in cash on delivery.');
    expect(both[0].body.order).toMatchObject({
      orderNumber,
      status: 'Pending',
      paymentMethod: 'cod',
      paymentState: 'awaiting',
      totalAmount: 2_549,
      cash: { due: 2_549 },
    });
    expect(fixture.shop.holdStates(body.orderId)).toEqual(['sold']);
    expect(fixture.shop.countUnits(productId, 'sold')).toBe(1);
    const record = await fixture.findRecord(body.orderId);
    expect(record.history.map(({ what }) => what)).toEqual([
      'Checkout started',
      'Cash on delivery confirmed',
      'Order placed',
    ]);
    expect(record).not.toHaveProperty('confirmation');
    expect((await confirm(fixture.buildCustomer(), orderNumber, code)).body.code).toBe('ORDER_NOT_FOUND');
  });

  it('counts wrong codes, sends no second code at once, and takes the online total, too', async () => {
    const { as, body } = await begin(undefined, { amount: 2_500 });
    const orderNumber = body.orderNumber;
    expect(body.totalAmount).toBe(2_549);
    const wrong = fixture.shop.codeOf(orderNumber) === '000000' ? '000001' : '000000';
    const first = await confirm(as, orderNumber, wrong);
    expect([first.status, first.body.code, first.body.message]).toEqual([
      400,
      'CONFIRMATION_CODE_INVALID',
      'This code is incorrect. You have 4 attempts left.',
    ]);
    expect((await create(as)).body.orderNumber).toBe(orderNumber);
    expect(
      fixture.shop.emails.filter((sent) => 'orderNumber' in sent.data && sent.data.orderNumber === orderNumber),
    ).toHaveLength(1);
    const others = await Promise.all([1, 2, 3, 4, 5].map(() => confirm(as, orderNumber, wrong)));
    expect(new Set(others.map((one) => one.body.code))).toEqual(new Set(['CONFIRMATION_CODE_INVALID']));
    expect((await confirm(as, orderNumber, fixture.shop.codeOf(orderNumber))).body.message).toBe(
      'This code is incorrect. Please request a new one.',
    );

    // Half a minute later a new code is sent, which works; the old one is replaced.
    const old = fixture.shop.codeOf(orderNumber);
    await fixture.model.updateOne({ orderNumber }, { $set: { 'confirmation.sentAt': new Date(Date.now() - 31_000) } });
    expect((await create(as)).status).toBe(200);
    const fresh = fixture.shop.codeOf(orderNumber);
    if (fresh !== old) expect((await confirm(as, orderNumber, old)).body.code).toBe('CONFIRMATION_CODE_INVALID');
    await fixture.model.updateOne({ orderNumber }, { $set: { 'confirmation.expiresAt': new Date(0) } });
    expect((await confirm(as, orderNumber, fresh)).body.code).toBe('CONFIRMATION_CODE_EXPIRED');
    await fixture.model.updateOne(
      { orderNumber },
      { $set: { 'confirmation.expiresAt': new Date(Date.now() + 60_000) } },
    );
    expect((await confirm(as, orderNumber, fresh)).status).toBe(200);
  });

  it('sends at most five codes for a checkout', async () => {
    const { as, body } = await begin();
    const { orderNumber } = body;
    await fixture.model.updateOne(
      { orderNumber },
      { $set: { 'confirmation.sent': 5, 'confirmation.sentAt': new Date(0) } },
    );
    const again = await create(as);
    expect([again.status, again.body.confirmation]).toEqual([
      200,
      expect.not.objectContaining({ resendAt: expect.anything() }),
    ]);
    await fixture.model.updateOne({ orderNumber }, { $set: { 'confirmation.expiresAt': new Date(0) } });
    expect((await create(as)).body.code).toBe('RATE_LIMITED');
  });

  it('leaves no hold when the rules refuse it, and names the reason', async () => {
    const refused = await begin(undefined, { amount: 2_600 });
    expect([refused.body.code, refused.body.details]).toEqual(['TOTAL_CHANGED', { totalAmount: 2_549 }]);
    const as = fixture.buildCustomer();
    const productId = fixture.shop.addProduct({ unitPaise: 30_000 });
    fixture.shop.setCart(as.id, [productId]);
    const { body } = await create(as, { amount: 349 });
    expect([body.code, body.message, body.details]).toEqual([
      'COD_NOT_AVAILABLE',
      'Cash on delivery is available for orders from ₹500.',
      { reason: 'below_minimum' },
    ]);
    await eventually(async () => expect(fixture.shop.stock(productId)).toBe(10));
    const { body: listed } = await fixture.service.call('GET /payments/methods', {}, as);
    expect(listed.methods).toEqual([
      { method: 'online', isAvailable: true, fee: 0, totalAmount: 300, quoteHash: expect.any(String), payNow: 300 },
      {
        method: 'cod',
        isAvailable: false,
        reason: 'below_minimum',
        message: 'Cash on delivery is available for orders from ₹500.',
        fee: 49,
        totalAmount: 349,
        quoteHash: expect.any(String),
        dueOnDelivery: 349,
      },
      {
        method: 'part',
        isAvailable: false,
        reason: 'below_minimum',
        message: 'Cash on delivery is available for orders from ₹500.',
        fee: 0,
        totalAmount: 300,
        quoteHash: expect.any(String),
        payNow: 60,
        dueOnDelivery: 240,
      },
    ]);
    const part = { amount: 300, method: 'part' as const, billing };
    expect((await fixture.service.call('POST /payments/create-order', { body: part }, as)).body.code).toBe(
      'PART_PAYMENT_NOT_AVAILABLE',
    );
  });

  it('holds the stock again when the hold has expired, and orders nothing when it is gone', async () => {
    const late = await begin();
    await fixture.shop.expire(late.body.orderId);
    await eventually(async () => expect((await fixture.findRecord(late.body.orderId)).phase).toBe('expired'));
    const lateNumber = late.body.orderNumber;
    expect((await confirm(late.as, lateNumber, fixture.shop.codeOf(lateNumber))).status).toBe(200);
    expect(fixture.shop.holdStates(late.body.orderId)).toEqual(['released', 'sold']);

    const sold = await begin();
    await fixture.shop.expire(sold.body.orderId);
    await eventually(async () => expect((await fixture.findRecord(sold.body.orderId)).phase).toBe('expired'));
    fixture.shop.setStock(sold.productId, 0);
    const number = sold.body.orderNumber;
    const { status, body } = await confirm(sold.as, number, fixture.shop.codeOf(number));
    expect([status, body.code]).toEqual([409, 'OUT_OF_STOCK']);
    expect(await fixture.findRecord(sold.body.orderId)).toMatchObject({ phase: 'failed' });
    expect(fixture.shop.holdStates(sold.body.orderId)).not.toContain('sold');
    expect((await confirm(sold.as, number, '123456')).body.code).toBe('CHECKOUT_ENDED');
  });

  it('is replaced by a payment online, whose checkout can then be paid', async () => {
    const { as, productId, body } = await begin();
    const online = await fixture.begin({ as, productId });
    expect(online.orderId).not.toBe(body.orderId);
    const number = body.orderNumber;
    expect((await confirm(as, number, fixture.shop.codeOf(number))).body.code).toBe('CHECKOUT_ENDED');
    expect(fixture.shop.holdStates(body.orderId)).toEqual(['released']);
    const payment = await fixture.razorpay.pay(online.razorpayOrderId);
    expect((await fixture.verify(as, payment)).status).toBe(200);
    expect(fixture.shop.countUnits(productId, 'sold')).toBe(1);
  });

  it('is completed by the sweeper after a crash between confirmation and placement', async () => {
    const { as, body } = await begin();
    const number = body.orderNumber;
    const restore = fixture.shop.drop('rpc.catalog.stock.commit', 'reply', 100);
    const attempt = confirm(as, number, fixture.shop.codeOf(number));
    await eventually(async () => expect((await fixture.findRecord(body.orderId)).phase).toBe('confirmed'));
    restore();
    await attempt;
    await eventually(async () => expect((await fixture.findRecord(body.orderId)).phase).toBe('placed'), 20_000);
    expect(fixture.shop.holdStates(body.orderId)).toEqual(['sold']);
  });

  it('records the cash at delivery, and takes it back', async () => {
    const { orderId, orderNumber } = await place();
    await setStatus(orderId, 'Shipped');
    expect((await setStatus(orderId, 'Delivered')).order).toMatchObject({
      paymentState: 'collected',
      cash: { due: 2_549, collectedAt: expect.any(String) },
    });
    expect((await setStatus(orderId, 'Shipped')).order).toMatchObject({
      paymentState: 'awaiting',
      cash: { due: 2_549 },
    });
    expect((await remit(`${orderNumber},2549,2026-11-20,UTR1`)).body.rows[0]).toMatchObject({
      outcome: 'not_delivered',
    });
  });

  it('compares remittances with the orders and records each once', async () => {
    const { as, orderId, orderNumber } = await place();
    const other = await place();
    await setStatus(orderId, 'Delivered');
    await setStatus(other.orderId, 'Delivered');
    const file = [
      `${orderNumber},"2,549.00",20-11-2026,UTR7`,
      `${other.orderNumber},2500,2026-11-20,UTR7`,
      'RV-26-9999999,100,2026-11-20,UTR7',
      `${orderNumber},,2026-11-20,UTR7`,
    ].join('\n');
    const preview = await remit(file, true);
    expect([preview.body.recorded, (await fixture.findRecord(orderId)).cash?.state]).toEqual([2_549, 'collected']);
    const { body } = await remit(file);
    expect(body.rows.map(({ row, outcome, expected }) => [row, outcome, expected])).toEqual([
      [2, 'matched', 2_549],
      [3, 'wrong_amount', 2_549],
      [4, 'unknown', undefined],
      [5, 'invalid', undefined],
    ]);
    expect(body.recorded).toBe(2_549);
    expect((await fixture.findRecord(orderId)).cash).toMatchObject({
      state: 'remitted',
      remittance: { reference: 'UTR7', date: '2026-11-20', by: 'meera@example.com' },
    });
    const repeated = await remit(`${orderNumber},2549,2026-11-20,UTR7\n${orderNumber},2549,2026-11-20,UTR8`);
    expect(repeated.body.rows.map(({ outcome }) => outcome)).toEqual(['recorded', 'already_remitted']);
    const remitted = await fixture.service.call('GET /payments/cod/cash', { query: { state: 'remitted' } }, staff);
    expect(remitted.body.cash).toMatchObject([
      { orderNumber, due: 2_549, state: 'remitted', remittance: { reference: 'UTR7' } },
    ]);
    const { body: all } = await fixture.service.call('GET /payments/cod/cash', {}, staff);
    expect(all.sums?.collected).toBe(2_549);

    // Cancelled afterwards: goods and invoice are taken back once, and the cash becomes store credit, once.
    const { message } = await setStatus(orderId, 'Cancelled');
    expect(message).toBe('Order status set to Cancelled. The cash that the customer paid is returned as store credit.');
    await setStatus(orderId, 'Cancelled');
    expect((await fixture.findRecord(orderId)).cash?.state).toBe('remitted');
    await eventually(async () => expect(await creditOf(as)).toBe(2_549));
    // The credit note is issued beside the refund.
    const sums = { sales: [2_549, -2_549], received: [2_549], refunded: [-2_549] };
    await eventually(async () => expect(await sumsOf(orderNumber)).toEqual(sums));
  });

  it('lists the cash of all states in pages, newest first, and shares the sums', async () => {
    const placed = [await place(), await place(), await place()];
    for (const { orderId } of placed.slice(0, 2)) await setStatus(orderId, 'Delivered');
    await remit(`${placed[0]?.orderNumber},2549,2026-11-20,UTR9`);
    const queries: Record<string, unknown>[] = [];
    const record = ({ command }: mongo.CommandStartedEvent) => {
      if (JSON.stringify(command).includes('cash.state')) queries.push(command);
    };
    fixture.model.db.on('commandStarted', record);
    const list = (cursor?: string) =>
      fixture.service.call('GET /payments/cod/cash', { query: { limit: 2, ...(cursor ? { cursor } : {}) } }, staff);
    const [{ body: first }, { body: same }] = [await list(), await list()];
    const { body: second } = await list(first.nextCursor);
    fixture.model.db.off('commandStarted', record);
    expect(second.cash.length).toBeGreaterThan(0);
    expect([...first.cash, ...second.cash].slice(0, 3).map(({ orderNumber, state }) => [orderNumber, state])).toEqual([
      [placed[2]?.orderNumber, 'due'],
      [placed[1]?.orderNumber, 'collected'],
      [placed[0]?.orderNumber, 'remitted'],
    ]);
    expect(first.sums?.due).toBeGreaterThanOrEqual(2_549);
    expect(same.sums).toEqual(first.sums);
    const sums = queries.filter(({ pipeline }) => JSON.stringify(pipeline ?? '').includes('duePaise'));
    expect(sums).toHaveLength(1);
    expect(queries.filter((query) => 'find' in query && query['limit'] !== 3)).toEqual([]);
  });

  it('restocks a cancelled order without a refund; two refused parcels end cash on delivery', async () => {
    const cancelled = await place();
    const { status, body } = await fixture.service.call(
      'POST /orders/cancel/{orderId}',
      { params: { orderId: cancelled.orderId } },
      cancelled.as,
    );
    expect([status, body.message, body.order.paymentState]).toEqual([
      200,
      'Your order is cancelled. You have paid nothing.',
      'awaiting',
    ]);
    await eventually(async () => expect(fixture.shop.holdStates(cancelled.orderId)).toEqual(['returned']));

    const refuser = fixture.buildCustomer();
    for (let parcels = 0; parcels < 2; parcels += 1) {
      const { orderId } = await place(refuser);
      await setStatus(orderId, 'Shipped');
      expect((await setStatus(orderId, 'Cancelled')).order.cash).toMatchObject({ refusedAt: expect.any(String) });
    }
    const { body: refused } = await begin(refuser);
    expect([refused.code, refused.details]).toEqual(['COD_NOT_AVAILABLE', { reason: 'refusals' }]);
    // Another account with the same phone number.
    expect((await begin()).body.details).toEqual({ reason: 'refusals' });
  });

  it('counts parcels that go back to the shop as refused, and lost ones not', async () => {
    const as = fixture.buildCustomer();
    const phone = '+91 90000 22222';
    const at = '2026-11-24T06:30:00.000Z';
    const send = async (status: 'rto' | 'lost') => {
      fixture.shop.setCart(as.id, [fixture.shop.addProduct()]);
      const body = { amount: 2_549, method: 'cod' as const, billing: { ...billing, phone } };
      const checkout = await fixture.service.call('POST /payments/create-order', { body }, as);
      const orderNumber = checkout.body.orderNumber;
      const { orderId } = checkout.body;
      await confirm(as, orderNumber, fixture.shop.codeOf(orderNumber));
      await fixture.moveParcel(orderId, 'picked_up', { at });
      await eventually(async () => expect((await fixture.findRecord(orderId)).status).toBe('Shipped'));
      await fixture.moveParcel(orderId, status, { at });
      await eventually(async () => expect(await fixture.service.hasHandled('fulfilment.shipment.changed')).toBe(true));
      return orderId;
    };
    const lost = [await send('lost'), await send('lost')];
    for (const orderId of lost) await setStatus(orderId, 'Cancelled');
    expect((await fixture.findRecord(lost[0] ?? '')).cash).toEqual({ state: 'void', duePaise: 254_900 });

    const back = [await send('rto'), await send('rto')];
    expect((await fixture.findRecord(back[0] ?? '')).cash).toEqual({
      state: 'due',
      duePaise: 254_900,
      refusedAt: new Date(at),
    });
    await setStatus(back[0] ?? '', 'Cancelled');
    expect((await fixture.findRecord(back[0] ?? '')).cash?.refusedAt).toEqual(new Date('2026-11-24T06:30:00.000Z'));
    fixture.shop.setCart(as.id, [fixture.shop.addProduct()]);
    const body = { amount: 2_549, method: 'cod' as const, billing: { ...billing, phone } };
    const refused = await fixture.service.call('POST /payments/create-order', { body }, as);
    expect(refused.body.details).toEqual({ reason: 'refusals' });
  });

  it('keeps settings with an audit entry', async () => {
    const read = await fixture.service.call('GET /payments/cod/settings', {}, staff);
    expect(read.body.settings).toEqual({
      isEnabled: true,
      minimum: 500,
      maximum: 10_000,
      fee: 49,
      blockedPins: [],
      maxRefusals: 2,
      refusalDays: 180,
      allowsPersonalised: false,
      advancePercent: 20,
    });
    const next = { ...read.body.settings, fee: 0, maxRefusals: 5, blockedPins: ['793101', '500092', '500092'] };
    const written = await fixture.service.call('PUT /payments/cod/settings', { body: next }, staff);
    expect(written.body.settings).toEqual({ ...next, blockedPins: ['500092', '793101'] });
    // What delivery promises of the fulfilment service depend on.
    expect(await fixture.service.app.get(Commands).request('rpc.order.cash.get', {})).toEqual({
      isEnabled: true,
      minimumPaise: 50_000,
      maximumPaise: 1_000_000,
      blockedPins: ['500092', '793101'],
      allowsPersonalised: false,
    });
    const { body } = await begin(undefined, { amount: 2_500 });
    expect(body.details).toEqual({ reason: 'pin_blocked' });

    // A checkout of another PIN code cannot be moved there, nor confirmed afterwards.
    const moved = await begin(undefined, { amount: 2_500, pincode: '500094' });
    const orderNumber = moved.body.orderNumber;
    expect((await create(moved.as, { amount: 2_500 })).body.details).toEqual({ reason: 'pin_blocked' });
    expect((await confirm(moved.as, orderNumber, fixture.shop.codeOf(orderNumber))).body.code).toBe('CHECKOUT_ENDED');
  });
});
