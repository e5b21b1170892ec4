import { randomUUID } from 'node:crypto';
import { getModelToken } from '@nestjs/mongoose';
import { Outbox } from '@rangavalli/service-kit/events/outbox';
import type { Identity } from '@rangavalli/service-kit/http/identity';
import { currentContext } from '@rangavalli/service-kit/log/context';
import { buildIdentity } from '@rangavalli/service-kit/testing/test-identity';
import { eventually } from '@rangavalli/service-kit/testing/test-service';
import { LOGGER } from '@rangavalli/service-kit/tokens';
import type { Model } from 'mongoose';
import type { Logger } from 'pino';
import { createId, createOrderNumber, PaymentFixture } from '../testing/payment-fixture.js';
import { CREDIT_ENTRY, type CreditEntryRecord } from './credit-entry.schema.js';
import { CreditLedger } from './credit-ledger.service.js';

const hire = (role: Identity['role']) =>
  buildIdentity({ id: createId(), role, name: 'Asha', email: 'asha@example.com' });

describe('store credit', () => {
  let fixture: PaymentFixture;
  const owner = hire('owner');
  const support = hire('support');

  beforeAll(async () => {
    fixture = await PaymentFixture.start({ REFUND_APPROVAL_ABOVE_PAISE: '500000' });
  });
  afterAll(() => fixture.stop());

  const buildCustomer = () => buildIdentity({ id: createId(), role: 'user' });
  const creditOf = async (customer: Identity) => (await fixture.service.call('GET /credit', {}, customer)).body.credit;
  const grant = (customer: Identity, amount: number, { as = owner, requestId = randomUUID() } = {}) =>
    fixture.service.call(
      'POST /credit/customers/{userId}',
      { params: { userId: customer.id }, body: { requestId, amount, reason: 'goodwill', note: 'Late parcel' } },
      as,
    );
  const reserve = (customer: Identity, amountPaise: number, orderId = createId()) =>
    fixture.commands.request('rpc.payment.credit.reserve', { userId: customer.id, orderId, amountPaise });
  const release = (customer: Identity, orderId: string) =>
    fixture.commands.request('rpc.payment.credit.release', { userId: customer.id, orderId });
  const issue = async (amount: number) =>
    (await fixture.service.call('POST /gift-cards', { body: { requestId: randomUUID(), amount } }, owner)).body;
  const redeem = (customer: Identity, code: string) =>
    fixture.service.call('POST /credit/redeem', { body: { code } }, customer);
  const entriesOf = () => fixture.service.app.get<Model<CreditEntryRecord>>(getModelToken(CREDIT_ENTRY));
  const paymentsOf = (customer: Identity, orderId: string) =>
    entriesOf().countDocuments({ userId: customer.id, orderId, reason: 'order_paid' });
  /** As another process has it: changes of one customer's credit in the same process wait for each other. */
  const buildLedger = () =>
    new CreditLedger(entriesOf(), fixture.service.app.get(Outbox), fixture.service.app.get<Logger>(LOGGER));
  const ids = (customer: Identity, orderId: string) => ({ orderId, userId: customer.id });
  const numbered = (customer: Identity, orderId: string) => ({
    ...ids(customer, orderId),
    orderNumber: createOrderNumber(),
  });

  it('of a hundred checkouts that race for one balance ten get their hundred rupees', async () => {
    const customer = buildCustomer();
    await grant(customer, 1_000);
    // Opens the connections of the pool: the first query of each is slow.
    await Promise.all(Array.from({ length: 100 }, () => creditOf(customer)));
    const results = await Promise.allSettled(Array.from({ length: 100 }, () => reserve(customer, 10_000)));
    const refusals = results.flatMap((result) =>
      result.status === 'rejected' ? [result.reason as { code: string }] : [],
    );
    expect(refusals).toHaveLength(90);
    expect(new Set(refusals.map(({ code }) => code))).toEqual(new Set(['CREDIT_INSUFFICIENT']));
    expect(await creditOf(customer)).toMatchObject({ balance: 0, reserved: 1_000 });
    const sequences = (await entriesOf().find({ userId: customer.id }).sort({ sequence: 1 }).lean()).map(
      (one) => one.sequence,
    );
    expect(sequences).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
  });

  it('a checkout that was not paid returns its credit, once', async () => {
    const customer = buildCustomer();
    const orderId = createId();
    await grant(customer, 500);
    await reserve(customer, 30_000, orderId);
    await reserve(customer, 30_000, orderId);
    expect(await creditOf(customer)).toMatchObject({ balance: 200, reserved: 300 });
    await release(customer, orderId);
    await release(customer, orderId);
    expect(await creditOf(customer)).toMatchObject({ balance: 500, reserved: 0 });
  });

  it('a repeated exchange reserves nothing for a replacement that was not paid; its late payment does', async () => {
    const customer = buildCustomer();
    const replacementId = createId();
    const decided = {
      ...numbered(customer, createId()),
      returnId: createId(),
      holdId: `${createId()}:1`,
      restocked: [],
      creditPaise: 0,
      exchange: { orderId: replacementId, amountPaise: 50_000 },
      staff: { id: createId(), name: 'Asha', role: 'owner' as const },
    };
    await fixture.service.publish('order.return.decided', decided);
    await eventually(async () => expect(await creditOf(customer)).toMatchObject({ balance: 0, reserved: 500 }));
    await release(customer, replacementId);
    await fixture.service.publish('order.return.decided', decided);
    await eventually(async () => expect(await fixture.service.hasHandled('order.return.decided')).toBe(true));
    expect(await creditOf(customer)).toMatchObject({ balance: 500, reserved: 0 });
    await reserve(customer, 50_000, replacementId);
    expect(await creditOf(customer)).toMatchObject({ balance: 0, reserved: 500 });
  });

  it('logs the credit of a checkout with its order number', async () => {
    const customer = buildCustomer();
    const { orderId, orderNumber } = numbered(customer, createId());
    const lines: unknown[] = [];
    const logger = fixture.service.app.get<Logger>(LOGGER);
    const { info } = logger;
    logger.info = ({ outcome }: { outcome?: string }, message?: string) => {
      const { facts } = currentContext() ?? {};
      if (message === 'credit changed' && facts?.orderId === orderId) lines.push([outcome, facts.orderNumber]);
    };
    try {
      await grant(customer, 500);
      const request = { userId: customer.id, orderId, orderNumber };
      await fixture.commands.request('rpc.payment.credit.reserve', { ...request, amountPaise: 30_000 });
      await fixture.commands.request('rpc.payment.credit.release', request);
      expect(lines).toEqual([
        ['order_reserved', orderNumber],
        ['order_released', orderNumber],
      ]);
    } finally {
      logger.info = info;
    }
  });

  it('an order takes its credit also when the end of its checkout released it first', async () => {
    const customer = buildCustomer();
    const orderId = createId();
    await grant(customer, 500);
    await reserve(customer, 30_000, orderId);
    await release(customer, orderId);
    for (let time = 0; time < 2; time += 1)
      await fixture.service.publish('order.placed', {
        ...numbered(customer, orderId),
        totalPaise: 30_000,
        creditPaise: 30_000,
        orderedAt: new Date().toISOString(),
        status: 'Pending',
        lines: [],
        customer: {},
      });
    await eventually(async () => expect(await fixture.service.hasHandled('order.placed')).toBe(true));
    expect(await creditOf(customer)).toMatchObject({ balance: 200, reserved: 0 });
  });

  describe.each([
    ['one process', 1],
    ['two processes', 2],
  ])('the credit of an order, changed by %s', (_case, processes) => {
    const TIMES = 5;
    const prepare = async () => {
      const customer = buildCustomer();
      const orderId = createId();
      await grant(customer, 600);
      await reserve(customer, 30_000, orderId);
      const ledger = buildLedger();
      const other = processes === 1 ? ledger : buildLedger();
      const spend = (by = ledger) => by.spend(customer.id, orderId, 30_000);
      return { customer, orderId, spend, other };
    };

    it.each(['first', 'last'])(
      'is taken and returned once when it is placed and cancelled at once: placed %s',
      async (position) => {
        for (let time = 0; time < TIMES; time += 1) {
          const { customer, orderId, spend, other } = await prepare();
          const cancel = () => other.release(customer.id, orderId, 30_000);
          await Promise.all(position === 'first' ? [spend(), cancel()] : [cancel(), spend()]);
          await Promise.all([cancel(), spend()]);
          expect(await creditOf(customer)).toMatchObject({ balance: 600, reserved: 0 });
          expect(await paymentsOf(customer, orderId)).toBe(1);
        }
      },
    );

    it.each(['first', 'last'])(
      'is taken once when it is placed while its checkout ends: placed %s',
      async (position) => {
        for (let time = 0; time < TIMES; time += 1) {
          const { customer, orderId, spend, other } = await prepare();
          const end = async () => {
            for (let call = 0; call < TIMES; call += 1) await other.endReservation(customer.id, orderId, 'released');
          };
          await Promise.all(position === 'first' ? [spend(), end()] : [end(), spend()]);
          expect(await creditOf(customer)).toMatchObject({ balance: 300, reserved: 0 });
          expect(await paymentsOf(customer, orderId)).toBe(1);
        }
      },
    );

    it.each([
      ['reserved', false],
      ['released', true],
    ])('is taken once when it is placed twice at once: %s before', async (_state, isReleased) => {
      for (let time = 0; time < TIMES; time += 1) {
        const { customer, orderId, spend, other } = await prepare();
        if (isReleased) await release(customer, orderId);
        await Promise.all([spend(), spend(other)]);
        await spend();
        expect(await creditOf(customer)).toMatchObject({ balance: 300, reserved: 0 });
        expect(await paymentsOf(customer, orderId)).toBe(1);
      }
    });

    it('is taken once when it is placed and reserved at once', async () => {
      for (let time = 0; time < TIMES; time += 1) {
        const { customer, orderId, spend, other } = await prepare();
        await Promise.all([other.reserve(customer.id, orderId, 30_000), spend()]);
        expect(await creditOf(customer)).toMatchObject({ balance: 300, reserved: 0 });
        expect(await paymentsOf(customer, orderId)).toBe(1);
      }
    });
  });

  it('a cancelled order returns what it paid with credit, whichever event comes first', async () => {
    const customer = buildCustomer();
    const orderId = createId();
    await grant(customer, 500);
    await reserve(customer, 30_000, orderId);
    const placed = { totalPaise: 30_000, creditPaise: 30_000, orderedAt: new Date().toISOString() };
    await fixture.service.publish('order.cancelled', {
      customer: {},
      ...numbered(customer, orderId),
      holdId: `${orderId}:1`,
      razorpayPaymentId: '',
      amountPaise: 0,
      creditPaise: 30_000,
      lines: [],
      by: 'someone@example.com',
    });
    await eventually(async () => expect(await creditOf(customer)).toMatchObject({ balance: 500, reserved: 0 }));
    await fixture.service.publish('order.placed', {
      ...numbered(customer, orderId),
      ...placed,
      status: 'Pending',
      lines: [],
      customer: {},
    });
    await grant(customer, 1);
    const { balance, movements } = await creditOf(customer);
    expect(balance).toBe(501);
    expect(movements.map(({ reason, amount }) => [reason, amount])).toEqual([
      ['goodwill', 1],
      ['order_cancelled', 300],
      ['order_paid', 0],
      ['order_reserved', -300],
      ['goodwill', 500],
    ]);
  });

  it('a repeated request gives credit once, and staff see who gave it', async () => {
    const customer = buildCustomer();
    const requestId = randomUUID();
    await Promise.all([grant(customer, 250, { requestId }), grant(customer, 250, { requestId })]);
    const own = await creditOf(customer);
    expect(own).toMatchObject({ balance: 250, nextExpiry: { amount: 250 } });
    expect(own.movements).toEqual([expect.not.objectContaining({ by: 'Asha' })]);
    const { body } = await fixture.service.call(
      'GET /credit/customers/{userId}',
      { params: { userId: customer.id } },
      support,
    );
    expect(body.credit.movements[0]).toMatchObject({ by: 'Asha', note: 'Late parcel', amount: 250, balance: 250 });
  });

  it('a repeated request with another amount is refused, and gives nothing', async () => {
    const customer = buildCustomer();
    const requestId = randomUUID();
    expect(await grant(customer, 100, { requestId })).toMatchObject({ status: 200 });
    expect(await grant(customer, 200, { requestId })).toMatchObject({ status: 409, body: { code: 'CREDIT_GRANTED' } });
    expect(await creditOf(customer)).toMatchObject({ balance: 100 });
  });

  it('only those who approve refunds give more than the limit', async () => {
    const customer = buildCustomer();
    expect(await grant(customer, 5_001, { as: support })).toMatchObject({
      status: 403,
      body: { code: 'CREDIT_LIMIT' },
    });
    expect(await grant(customer, 5_000, { as: support })).toMatchObject({ status: 200 });
    expect(await grant(customer, 5_001)).toMatchObject({ status: 200 });
  });

  it('of ten customers who redeem a gift card at once one gets its value', async () => {
    const { code, giftCard } = await issue(750);
    expect(code).toMatch(/^RVGC(-[A-HJ-NP-Z2-9]{4}){4}$/);
    const customers = Array.from({ length: 10 }, buildCustomer);
    const responses = await Promise.all(customers.map((customer) => redeem(customer, code)));
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    const winner = customers[responses.findIndex(({ status }) => status === 200)] as Identity;
    expect(await redeem(winner, code.toLowerCase().replaceAll('-', ' '))).toMatchObject({ status: 200 });
    expect(await creditOf(winner)).toMatchObject({ balance: 750 });
    const withdrawn = await fixture.service.call(
      'POST /gift-cards/{id}/withdraw',
      { params: { id: giftCard.id } },
      owner,
    );
    expect(withdrawn).toMatchObject({ status: 409, body: { code: 'GIFT_CARD_REDEEMED' } });
  });

  it('is exported for its customer in pages, with redeemed gift cards and without names of staff', async () => {
    const customer = buildCustomer();
    const { code } = await issue(750);
    await redeem(customer, code);
    const [first] = await entriesOf().find({ userId: customer.id }).lean<CreditEntryRecord[]>();
    const later = Array.from({ length: 500 }, (_, index) => {
      const sequence = (first?.sequence ?? 0) + index + 1;
      const { giftCardId: _giftCardId, ...entry } = { ...first, _id: `${customer.id}:${sequence}`, sequence };
      return { ...entry, key: `test:${sequence}`, reason: 'goodwill', by: { id: owner.id, name: 'Asha' } };
    });
    await entriesOf().insertMany(later);
    const exportOf = (cursor?: string) =>
      fixture.commands.request('rpc.payment.customer.export', {
        userId: customer.id,
        ...(cursor ? { cursor } : {}),
      });
    const newest = await exportOf();
    const oldest = await exportOf(newest.nextCursor);
    expect([newest.credit.movements.length, newest.giftCards, newest.credit.balance]).toEqual([500, [], 750]);
    expect(oldest).toMatchObject({
      credit: { movements: [{ reason: 'gift_card', amount: 750, balance: 750 }] },
      giftCards: [{ ending: code.slice(-4), amount: 750, redeemedAt: expect.any(String) }],
    });
    expect(oldest.nextCursor).toBeUndefined();
    expect(JSON.stringify([newest, oldest])).not.toMatch(/Asha|codeHash/);
    expect(await fixture.commands.request('rpc.payment.customer.export', { userId: createId() })).toEqual({
      credit: { balance: 0, reserved: 0, movements: [] },
      giftCards: [],
    });
  });

  it('a withdrawn gift card cannot be redeemed', async () => {
    const { code, giftCard } = await issue(100);
    await fixture.service.call('POST /gift-cards/{id}/withdraw', { params: { id: giftCard.id } }, owner);
    expect(await redeem(buildCustomer(), code)).toMatchObject({ status: 404, body: { code: 'GIFT_CARD_INVALID' } });
    const { body } = await fixture.service.call('GET /gift-cards', {}, owner);
    expect(body.giftCards.find(({ id }) => id === giftCard.id)).toMatchObject({ state: 'withdrawn', amount: 100 });
  });
});
