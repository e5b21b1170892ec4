import { randomUUID } from 'node:crypto';
import type { Offer, OfferInput, offerInput } from '@rangavalli/contracts/entities/offer';
import { Commands } from '@rangavalli/service-kit/commands/commands';
import { buildIdentity } from '@rangavalli/service-kit/testing/test-identity';
import { eventually } from '@rangavalli/service-kit/testing/test-service';
import { getModelToken } from '@nestjs/mongoose';
import { type Model, type mongo, Types } from 'mongoose';
import type { z } from 'zod';
import { OfferUses } from './offer-uses.service.js';
import { OFFER_USE, type OfferUseRecord } from './offer.schema.js';
import { createId } from '../testing/fake-shop.js';
import { billing, OrderFixture } from '../testing/order-fixture.js';

type Sent = z.input<typeof offerInput>;
type Customer = ReturnType<OrderFixture['buildCustomer']>;

const owner = buildIdentity({ id: createId(), role: 'owner', name: 'Asha', email: 'asha@example.com' });

describe('offers', () => {
  let fixture: OrderFixture;
  beforeAll(async () => {
    fixture = await OrderFixture.start();
  });
  afterAll(() => fixture.stop());

  const uses = () => fixture.service.app.get<Model<OfferUseRecord>>(getModelToken(OFFER_USE));
  const countUses = (offerId: string, state?: OfferUseRecord['state']) =>
    uses().countDocuments({ offerId, state: state ?? { $ne: 'free' } });
  let codes = 0;
  const createOffer = async (input: Partial<Sent> = {}) => {
    const code = `TEST-${(codes += 1)}`;
    const body = { code, kind: 'percent', value: 10, ...input } as OfferInput;
    const response = await fixture.service.call('POST /offers', { body }, owner);
    if (response.status !== 201) throw new Error(JSON.stringify(response.body));
    return response.body.offer;
  };
  const fillCart = (as: Customer, coupon?: string, unitPaise = 100_000) => {
    const productId = fixture.shop.addProduct({ unitPaise });
    fixture.shop.setCart(as.id, [productId]);
    if (coupon) fixture.shop.coupons.set(as.id, coupon);
    return productId;
  };
  const begin = (as: Customer, amount: number) =>
    fixture.service.call('POST /payments/create-order', { body: { amount, billing } }, as);
  const quote = (coupon: string, as: Customer, unitPaise = 100_000) => {
    const line = { productId: createId(), size: '', quantity: 1, pricePaise: unitPaise, category: 'saree' as const };
    const commands = fixture.service.app.get(Commands);
    return commands.request('rpc.order.quote.get', { lines: [line], userId: as.id, coupon });
  };

  it('are created, replaced, ended and listed with their uses, and each change is audited', async () => {
    const created = await createOffer({
      code: 'diwali-26',
      kind: 'amount',
      value: 250.5,
      minSubtotal: 2_000,
      maxUses: 5,
    });
    expect(created).toMatchObject({
      code: 'DIWALI-26',
      title: '₹250.50 off',
      value: 250.5,
      minSubtotal: 2_000,
      state: 'running',
      uses: 0,
    });
    const taken = await fixture.service.call(
      'POST /offers',
      { body: { code: 'Diwali-26', kind: 'free_shipping', value: null, endsAt: null } as Sent as OfferInput },
      owner,
    );
    expect(taken.body).toMatchObject({ code: 'OFFER_CODE_TAKEN' });
    const params = { id: created._id };
    const body = { code: 'DIWALI-26', kind: 'percent', value: 12.5, endsAt: '2090-01-01T00:00:00+05:30' } as OfferInput;
    const replaced = (await fixture.service.call('PUT /offers/{id}', { params, body }, owner)).body.offer;
    expect(replaced).toMatchObject({ title: '12.5% off', value: 12.5, endsAt: '2089-12-31T18:30:00.000Z' });
    expect(replaced).not.toHaveProperty('minSubtotal');
    const { body: ended } = await fixture.service.call('POST /offers/{id}/end', { params }, owner);
    expect(ended.offer.state).toBe('ended');
    expect((await fixture.service.call('POST /offers/{id}/end', { params }, owner)).body.offer).toMatchObject({
      endsAt: ended.offer.endsAt,
    });
    expect((await quote('DIWALI-26', fixture.buildCustomer())).problem).toMatchObject({ code: 'COUPON_EXPIRED' });
    const { body: listed } = await fixture.service.call('GET /offers', {}, owner);
    expect(listed.offers.map(({ code }) => code)).toContain('DIWALI-26');
    await eventually(async () => {
      const entries = (await fixture.service.events('audit.order.recorded')).map(({ data }) => data);
      const ofOffer = entries.filter(({ subjectId }) => subjectId === created._id);
      expect(ofOffer.map(({ action }) => action).slice(0, 3)).toEqual([
        'order.offer.created',
        'order.offer.changed',
        'order.offer.ended',
      ]);
      expect(ofOffer[1]?.changes).toContainEqual({ field: 'reduction', from: '₹250.50 off', to: '12.5% off' });
    });
  });

  it('are not replaced by a page that shows earlier terms; a repeated request succeeds', async () => {
    const seen = await createOffer({ endsAt: '2090-01-01T00:00:00+05:30' });
    const params = { id: seen._id };
    const replace = (terms: Partial<OfferInput>, { updatedAt }: Offer = seen) => {
      const body = { code: seen.code, kind: 'percent', value: 10, updatedAt, ...terms } as OfferInput;
      return fixture.service.call('PUT /offers/{id}', { params, body }, owner);
    };
    const { offer: ended } = (await fixture.service.call('POST /offers/{id}/end', { params }, owner)).body;
    expect(await replace({ value: 15 })).toMatchObject({ status: 409, body: { code: 'OFFER_CHANGED' } });
    const { body: listed } = await fixture.service.call('GET /offers', {}, owner);
    expect(listed.offers.find(({ _id }) => _id === seen._id)).toMatchObject({ value: 10, state: 'ended' });

    expect((await replace({ value: 15 }, ended)).body.offer).toMatchObject({ value: 15, state: 'running' });
    const { offer: current } = (await replace({ value: 15 }, ended)).body;
    const both = await Promise.all([20, 25].map((value) => replace({ value }, current)));
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  });

  it('keep a deleted group until it is removed, and get no other one that does not exist', async () => {
    const [kept, deleted] = [createId(), createId()];
    for (const id of [kept, deleted]) fixture.shop.groups.set(id, { name: 'Silk Club', members: new Set() });
    const offer = await createOffer({ groups: [kept, deleted] });
    fixture.shop.groups.delete(deleted);
    const replace = (groups: string[]) => {
      const body = { code: offer.code, kind: 'percent', value: 15, groups } as OfferInput;
      return fixture.service.call('PUT /offers/{id}', { params: { id: offer._id }, body }, owner);
    };
    expect((await replace([kept, deleted])).body.offer).toMatchObject({ value: 15, groups: [kept, deleted] });
    expect((await replace([kept, createId()])).body).toMatchObject({
      code: 'VALIDATION_FAILED',
      details: { fields: { groups: 'This group no longer exists.' } },
    });
    expect((await replace([kept])).body.offer.groups).toEqual([kept]);
    expect((await replace([kept, deleted])).status).toBe(400);
  });

  it.each<[string, Partial<Sent>, object]>([
    ['more than everything', { value: 101 }, { value: 'Enter more than 0 and at most 100 percent.' }],
    ['units to buy', { kind: 'buy_x_get_y', get: 1 }, { buy: 'This field is required.' }],
    [
      'an end before the start',
      { startsAt: '2030-02-01T00:00:00Z', endsAt: '2030-01-01T00:00:00Z' },
      {
        endsAt: 'Choose an end that is after the start and in the future.',
      },
    ],
  ])('are refused with or without %s', async (_what, input, fields) => {
    const body = { code: 'REFUSED', kind: 'percent', value: 10, ...input } as OfferInput;
    expect((await fixture.service.call('POST /offers', { body }, owner)).body).toMatchObject({
      code: 'VALIDATION_FAILED',
      details: { fields },
    });
  });

  it('may last whole days in India', async () => {
    const offer = await createOffer({ startsAt: '2026-01-14', endsAt: '2090-01-14' });
    expect([offer.startsAt, offer.endsAt]).toEqual(['2026-01-13T18:30:00.000Z', '2090-01-14T18:30:00.000Z']);
  });

  it('reduce what is charged, are listed in the order, and are released by a cancellation', async () => {
    const offer = await createOffer({ value: 10, maxUses: 1, title: 'Festival' });
    const as = fixture.buildCustomer();
    fillCart(as, offer.code, 249_990);
    // 10 % of 2,499.90
    expect((await begin(as, 2_499.9)).body).toMatchObject({
      code: 'TOTAL_CHANGED',
      details: { totalAmount: 2_249.91 },
    });
    expect(await countUses(offer._id)).toBe(0);
    const { body } = await begin(as, 2_249.91);
    expect(body).toMatchObject({ totalAmount: 2_249.91, order: { amount: 224_991 } });
    // A pending checkout does not refuse its own customer the coupon.
    expect(await quote(offer.code ?? '', as)).not.toHaveProperty('problem');
    expect((await quote(offer.code ?? '', fixture.buildCustomer())).problem).toMatchObject({ code: 'COUPON_USED_UP' });
    const payment = await fixture.razorpay.pay(body.order.id, { webhook: 'twice' });
    const { order } = (await fixture.verify(as, payment)).body;
    expect(order).toMatchObject({
      totalAmount: 2_249.91,
      quote: { offers: [{ code: offer.code, title: 'Festival', discountPaise: 24_999 }], discountPaise: 24_999 },
    });
    expect(await countUses(offer._id, 'used')).toBe(1);
    await fixture.service.call('POST /orders/cancel/{orderId}', { params: { orderId: body.orderId } }, as);
    await eventually(async () => expect(await countUses(offer._id)).toBe(0));
    await eventually(async () => expect(await fixture.listRefunds(payment)).toEqual([224_991]));
  });

  it('have exactly ten uses for 100 customers who race for the last ten', async () => {
    const offer = await createOffer({ value: 50, maxUses: 12, perCustomer: 1 });
    for (const customer of [fixture.buildCustomer(), fixture.buildCustomer()]) {
      fillCart(customer, offer.code);
      expect((await begin(customer, 500)).status).toBe(200);
    }
    const racers = Array.from({ length: 100 }, () => fixture.buildCustomer());
    for (const racer of racers) fillCart(racer, offer.code);
    const responses = await Promise.all(racers.map((racer) => begin(racer, 500)));
    const refused = responses.filter(({ status }) => status !== 200).map(({ body }) => String(body.code));
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(10);
    expect(refused.filter((code) => code !== 'COUPON_USED_UP' && code !== 'TOTAL_CHANGED')).toEqual([]);
    expect(await countUses(offer._id)).toBe(12);
    // A use that is released can be taken again.
    const winner = racers[responses.findIndex(({ status }) => status === 200)] as Customer;
    fixture.shop.coupons.delete(winner.id);
    expect((await begin(winner, 1_000)).status).toBe(200);
    const next = racers[responses.findIndex(({ status }) => status !== 200)] as Customer;
    expect((await begin(next, 500)).status).toBe(200);
    expect(await countUses(offer._id)).toBe(12);
  }, 120_000);

  it('are used once per customer, and by first orders', async () => {
    const once = await createOffer({ perCustomer: 1 });
    const first = await createOffer({ firstOrderOnly: true });
    const as = fixture.buildCustomer();
    expect(await quote(first.code ?? '', as)).not.toHaveProperty('problem');
    fillCart(as, once.code);
    const { body } = await begin(as, 900);
    await fixture.verify(as, await fixture.razorpay.pay(body.order.id));
    expect((await quote(once.code ?? '', as)).problem).toMatchObject({ code: 'COUPON_USED_BY_YOU' });
    expect((await quote(first.code ?? '', as)).problem).toMatchObject({ code: 'COUPON_FIRST_ORDER' });
    expect((await quote('NO-SUCH-CODE', as)).problem).toMatchObject({ code: 'COUPON_UNKNOWN' });
  });

  it('for online payments reduce those alone: methods, carts and checkouts agree, also after the customer changes', async () => {
    const prepaid = await createOffer({ code: undefined, title: 'Prepaid', value: 5, methods: ['online'] });
    const cash = await createOffer({ kind: 'amount', value: 300, methods: ['cod'] });
    const as = fixture.buildCustomer();
    fillCart(as, cash.code, 300_000);
    const { methods } = (await fixture.service.call('GET /payments/methods', {}, as)).body;
    // 3,000 less 5 %; 3,000 less 300 with the fee of 49; an advance for 3,000
    expect(methods.map(({ method, totalAmount }) => [method, totalAmount])).toEqual([
      ['online', 2_850],
      ['cod', 2_749],
      ['part', 3_000],
    ]);
    const productId = createId();
    const line = { productId, size: '', quantity: 1, pricePaise: 300_000, category: 'saree' as const };
    const quoteBy = (method: 'online' | 'cod') =>
      fixture.service.app
        .get(Commands)
        .request('rpc.order.quote.get', { lines: [line], userId: as.id, coupon: cash.code, method });
    const online = await quoteBy('online');
    expect(online).toMatchObject({
      quote: { totalPaise: 285_000, offers: [{ title: 'Prepaid', methods: ['online'] }] },
      problem: { code: 'COUPON_METHOD', message: 'This coupon applies when you pay cash on delivery.' },
    });
    expect((await quoteBy('cod')).quote.hash).not.toBe(online.quote.hash);

    const create = (method: 'online' | 'cod' | 'part', amount: number) =>
      fixture.service.call('POST /payments/create-order', { body: { amount, billing, method } }, as);
    expect((await create('online', 2_850)).body.order.amount).toBe(285_000);
    // The same cart by another method costs something else.
    expect((await create('cod', 2_850)).body).toMatchObject({
      code: 'TOTAL_CHANGED',
      details: { totalAmount: 2_749 },
    });
    expect((await create('cod', 2_749)).body).toMatchObject({ totalAmount: 2_749, dueOnDelivery: 2_749 });
    expect((await create('online', 2_749)).body.details).toEqual({ totalAmount: 2_850 });
    const again = (await create('online', 2_850)).body;
    const { order } = (await fixture.verify(as, await fixture.razorpay.pay(again.order.id))).body;
    expect(order).toMatchObject({ totalAmount: 2_850, quote: { offers: [{ discountPaise: 15_000 }] } });
    expect([await countUses(prepaid._id, 'used'), await countUses(cash._id)]).toEqual([1, 0]);
    await fixture.service.call('POST /offers/{id}/end', { params: { id: prepaid._id } }, owner);
  });

  const takeByPhone = async () => {
    const productId = fixture.shop.addProduct({ unitPaise: 100_000 });
    const email = `${createId()}@example.com`;
    const body = {
      requestId: randomUUID(),
      customer: { email, name: 'Meera Nair', phone: '9876543210' },
      lines: [{ productId, size: '', quantity: 1 }],
      billing,
      method: 'link' as const,
    };
    const { orderId, totalAmount } = (await fixture.service.call('POST /orders/phone', { body }, owner)).body;
    return { as: buildIdentity({ id: (await fixture.findRecord(orderId)).userId }), totalAmount };
  };
  const quotedPaise = async ({ id: userId }: Customer) => {
    const line = { productId: createId(), size: '', quantity: 1, pricePaise: 100_000, category: 'saree' as const };
    const commands = fixture.service.app.get(Commands);
    return (await commands.request('rpc.order.quote.get', { lines: [line], userId })).quote.totalPaise;
  };

  it.each([{ perCustomer: 1 }, { maxUses: 1 }])(
    'that an open phone order has reserved are not left for a checkout beside it: %o',
    async (limit) => {
      const { _id: id } = await createOffer({ code: undefined, ...limit });
      const { as, totalAmount } = await takeByPhone();
      expect([totalAmount, await quotedPaise(as)]).toEqual([900, 100_000]);
      fillCart(as);
      expect((await begin(as, 1_000)).body).toMatchObject({ totalAmount: 1_000 });
      await fixture.service.call('POST /offers/{id}/end', { params: { id } }, owner);
    },
  );

  it('that the own checkout has reserved are left for its replacement, also beside a phone order', async () => {
    const { _id: id } = await createOffer({ code: undefined, perCustomer: 2, maxUses: 2 });
    const { as } = await takeByPhone();
    for (let checkout = 1; checkout <= 2; checkout += 1) {
      expect(await quotedPaise(as)).toBe(90_000);
      fillCart(as);
      expect((await begin(as, 900)).body).toMatchObject({ totalAmount: 900 });
    }
    expect(await quotedPaise(fixture.buildCustomer())).toBe(100_000);
    await fixture.service.call('POST /offers/{id}/end', { params: { id } }, owner);
  });

  it('for customer groups apply to their members alone; a refusal names the group', async () => {
    const groupId = createId();
    const [member, other] = [fixture.buildCustomer(), fixture.buildCustomer()];
    fixture.shop.groups.set(groupId, { name: 'Silk Club', members: new Set([member.id]) });
    const automatic = await createOffer({ code: undefined, title: 'Club price', value: 20, groups: [groupId] });
    const coupon = await createOffer({ value: 30, groups: [groupId] });
    const code = coupon.code ?? '';
    expect(await quote(code, member)).toMatchObject({ quote: { discountPaise: 30_000 } });
    const refused = await quote(code, other);
    expect(refused).toMatchObject({
      quote: { discountPaise: 0 },
      problem: { code: 'COUPON_GROUP', message: 'This coupon is for members of Silk Club.' },
    });
    const line = { productId: createId(), size: '', quantity: 1, pricePaise: 100_000, category: 'saree' as const };
    const commands = fixture.service.app.get(Commands);
    // A guest
    expect((await commands.request('rpc.order.quote.get', { lines: [line] })).quote.discountPaise).toBe(0);

    fillCart(other);
    expect((await begin(other, 800)).body).toMatchObject({ code: 'TOTAL_CHANGED', details: { totalAmount: 1_000 } });
    fillCart(member);
    expect((await begin(member, 800)).body).toMatchObject({ totalAmount: 800 });
    const body = { code: 'NO-GROUP', kind: 'percent', value: 10, groups: [createId()] } as unknown as OfferInput;
    expect((await fixture.service.call('POST /offers', { body }, owner)).body).toMatchObject({
      code: 'VALIDATION_FAILED',
      details: { fields: { groups: 'This group no longer exists.' } },
    });
    await eventually(async () => {
      const entries = (await fixture.service.events('audit.order.recorded')).map(({ data }) => data);
      expect(entries.find(({ subjectId }) => subjectId === coupon._id)?.changes).toContainEqual({
        field: 'groups',
        to: 'Silk Club',
      });
    });
    for (const { _id } of [automatic, coupon])
      await fixture.service.call('POST /offers/{id}/end', { params: { id: _id } }, owner);
  });

  it('of a late payment are used again while some are left; else it is refunded', async () => {
    const offer = await createOffer({ maxUses: 1 });
    const beginAndExpire = async () => {
      const as = fixture.buildCustomer();
      fillCart(as, offer.code);
      const { body } = await begin(as, 900);
      await fixture.shop.expire(body.orderId);
      await eventually(async () => {
        expect((await fixture.findRecord(body.orderId)).phase).toBe('expired');
        expect(await countUses(offer._id)).toBe(0);
      });
      return { as, body };
    };
    const [one, two] = [await beginAndExpire(), await beginAndExpire()];
    const pay = async ({ as, body }: typeof one) =>
      fixture.verify(as, await fixture.razorpay.pay(body.order.id, { webhook: 'never' }));
    expect((await pay(one)).status).toBe(200);
    expect(await countUses(offer._id, 'used')).toBe(1);
    expect((await pay(two)).body.code).toBe('PAYMENT_REFUNDED');
    await eventually(async () => expect((await fixture.findRecord(two.body.orderId)).phase).toBe('refunded'));
    expect(await countUses(offer._id, 'used')).toBe(1);
  });

  it('are released by the sweeper when a process stopped between the reservation and the order', async () => {
    const offer = await createOffer({ maxUses: 3 });
    const { orderId } = await fixture.place();
    const due = {
      offerId: offer._id,
      userId: createId(),
      state: 'reserved' as const,
      at: new Date(),
      dueAt: new Date(0),
    };
    const lost = createId();
    await uses().create({ ...due, _id: `${offer._id}:${lost}`, orderId: lost, slot: 1 });
    await uses().create({ ...due, _id: `${offer._id}:${orderId}`, orderId, slot: 2 });
    await fixture.service.app.get(OfferUses).sweep();
    const left = await uses().find({ offerId: offer._id }).sort({ slot: 1 }).lean();
    expect(left).toMatchObject([
      { slot: 1, state: 'free' },
      { slot: 2, orderId, state: 'used' },
    ]);
    expect(left[0]).not.toHaveProperty('orderId');
  });

  const buildOrder = (offerId: string, userId = createId()) => ({
    _id: new Types.ObjectId(),
    userId,
    offerIds: [offerId],
  });
  const limitsOf = ({ _id, maxUses, perCustomer }: Pick<Offer, '_id' | 'maxUses' | 'perCustomer'>) => ({
    _id: new Types.ObjectId(_id),
    ...(maxUses ? { maxUses } : {}),
    ...(perCustomer ? { perCustomer } : {}),
  });
  const reserve = async (offer: Pick<Offer, '_id' | 'maxUses' | 'perCustomer'>, order = buildOrder(offer._id)) =>
    (await fixture.service.app.get(OfferUses).reserve(order, [limitsOf(offer)]))?.refusal;
  const release = async (offerId: string, count: number) => {
    const reserved = await uses().find({ offerId, state: 'reserved' }).limit(count).lean();
    for (const { orderId } of reserved)
      await fixture.service.app.get(OfferUses).release({ _id: new Types.ObjectId(orderId) });
  };
  const isQuoted = async ({ code = '' }: Offer) => !(await quote(code, fixture.buildCustomer())).problem;

  it('are never used more often than the limit, which may be lowered and raised', async () => {
    const offer = await createOffer({ maxUses: 45 });
    const race = async (maxUses: number, count = 20) => {
      const refusals = await Promise.all(Array.from({ length: count }, () => reserve({ ...offer, maxUses })));
      return refusals.filter((refusal) => !refusal).length;
    };
    expect([await race(45, 60), await countUses(offer._id), await isQuoted(offer)]).toEqual([45, 45, false]);
    await release(offer._id, 4);
    expect([await isQuoted(offer), await race(45), await countUses(offer._id)]).toEqual([true, 4, 45]);
    expect(await race(30)).toBe(0);
    await release(offer._id, 15);
    expect([await race(30), await countUses(offer._id)]).toEqual([0, 30]);
    await release(offer._id, 6);
    expect([await race(30), await countUses(offer._id)]).toEqual([6, 30]);
    expect([await race(48), await countUses(offer._id)]).toEqual([18, 48]);
    const { body } = await fixture.service.call('GET /offers', {}, owner);
    expect(body.offers.find(({ _id }) => _id === offer._id)?.uses).toBe(48);
  });

  it('count against a limit that the offer gets later', async () => {
    const offer = await createOffer();
    const orders = Array.from({ length: 3 }, () => buildOrder(offer._id));
    for (const order of orders) expect(await reserve(offer, order)).toBeUndefined();
    const body = { code: offer.code, kind: 'percent', value: 10, maxUses: 4 } as OfferInput;
    const limited = (await fixture.service.call('PUT /offers/{id}', { params: { id: offer._id }, body }, owner)).body
      .offer;
    expect([limited.uses, await isQuoted(limited)]).toEqual([3, true]);
    // A checkout that began before the limit was known here, and then is paid.
    const late = buildOrder(offer._id);
    await reserve(offer, late);
    expect(await fixture.service.app.get(OfferUses).keep(late)).toBe(true);
    expect([await reserve(limited), await isQuoted(limited)]).toEqual(['COUPON_USED_UP', false]);
    await fixture.service.app.get(OfferUses).remove(String(late._id));
    expect([await reserve(limited), await reserve(limited)]).toEqual([undefined, 'COUPON_USED_UP']);
  });

  it('count against a later limit by thousands, by commands of at most a thousand uses', async () => {
    const offer = await createOffer();
    const used = { offerId: offer._id, state: 'used' as const, at: new Date() };
    await uses().insertMany(
      Array.from({ length: 3_000 }, () => ({ ...used, orderId: createId(), userId: createId() })),
    );
    const limit = async (maxUses: number) => {
      const body = { code: offer.code, kind: 'percent', value: 10, maxUses } as OfferInput;
      return (await fixture.service.call('PUT /offers/{id}', { params: { id: offer._id }, body }, owner)).body.offer;
    };
    const sizes: number[] = [];
    const recordWrite = ({ command }: mongo.CommandStartedEvent) => {
      for (const statements of [command['updates'], command['documents']])
        if (Array.isArray(statements)) sizes.push(statements.length);
    };
    const recordRead = ({ reply }: mongo.CommandSucceededEvent) => {
      const { firstBatch = [], nextBatch = [] } = (reply as { cursor?: Record<string, unknown[]> }).cursor ?? {};
      sizes.push(firstBatch.length, nextBatch.length);
    };
    uses().db.on('commandStarted', recordWrite).on('commandSucceeded', recordRead);
    const lowered = await limit(100);
    expect([await isQuoted(lowered), await reserve(lowered)]).toEqual([false, 'COUPON_USED_UP']);
    // Fewer than the limit have a slot less, many more than the limit are in use.
    const [cancelled] = await uses().find({ offerId: offer._id, slot: 1 }).lean();
    await fixture.service.app.get(OfferUses).remove(cancelled?.orderId ?? '');
    expect(await reserve(lowered)).toBe('COUPON_USED_UP');

    const [raised] = await Promise.all([limit(3_002), limit(3_002)]);
    expect([raised.uses, await isQuoted(raised)]).toEqual([2_999, true]);
    const refusals = await Promise.all(Array.from({ length: 10 }, () => reserve(raised)));
    expect(refusals.filter((refusal) => refusal === undefined)).toHaveLength(3);
    expect([await countUses(offer._id), await isQuoted(raised)]).toEqual([3_002, false]);
    uses().db.off('commandStarted', recordWrite).off('commandSucceeded', recordRead);
    expect(Math.max(...sizes)).toBe(1_000);
  });

  it('that were released without a record become available again', async () => {
    const offer = await createOffer({ maxUses: 5 });
    for (const slot of [1, 3, 5])
      await uses().create({
        offerId: offer._id,
        orderId: createId(),
        userId: createId(),
        slot,
        state: 'used',
        at: new Date(),
      });
    expect(await isQuoted(offer)).toBe(true);
    const refusals = await Promise.all([reserve(offer), reserve(offer), reserve(offer)]);
    expect(refusals.toSorted()).toEqual(['COUPON_USED_UP', undefined, undefined]);
  });

  it('are used by a customer as often as allowed, under concurrency and after releases', async () => {
    const offer = await createOffer({ maxUses: 50, perCustomer: 2 });
    const userId = createId();
    const orders = Array.from({ length: 6 }, () => buildOrder(offer._id, userId));
    const refusals = await Promise.all(orders.map((order) => reserve(offer, order)));
    expect(refusals.filter((refusal) => refusal === 'COUPON_USED_BY_YOU')).toHaveLength(4);
    await release(offer._id, 1);
    const order = buildOrder(offer._id, userId);
    expect([await reserve(offer, order), await reserve(offer, order)]).toEqual([undefined, undefined]);
    expect(await reserve(offer, buildOrder(offer._id, userId))).toBe('COUPON_USED_BY_YOU');
    expect(await countUses(offer._id)).toBe(2);
  });

  it('are taken, refused, released and counted by queries that each end at a limit', async () => {
    const offer = await createOffer({ maxUses: 2, perCustomer: 2 });
    const queries: Record<string, unknown>[] = [];
    const record = ({ commandName, command }: mongo.CommandStartedEvent) => {
      if (['find', 'aggregate', 'count'].includes(commandName) && command[commandName] === 'offer_uses')
        queries.push(command);
    };
    // Each process looks once for slots that were released without a record.
    expect(await isQuoted(offer)).toBe(true);
    uses().db.on('commandStarted', record);
    const order = buildOrder(offer._id);
    for (const one of [order, buildOrder(offer._id)]) expect(await reserve(offer, one)).toBeUndefined();
    expect([await isQuoted(offer), await reserve(offer)]).toEqual([false, 'COUPON_USED_UP']);
    await fixture.service.app.get(OfferUses).release(order);
    expect(await reserve(offer)).toBeUndefined();
    await fixture.service.call('GET /offers', {}, owner);
    uses().db.off('commandStarted', record);
    const isLimited = ({ limit, pipeline }: Record<string, unknown>) =>
      Number(limit) > 0 || JSON.stringify(pipeline).includes('"$limit"');
    expect(queries.length).toBeGreaterThan(5);
    expect(queries.filter((query) => !isLimited(query))).toEqual([]);
  });

  it('that run, are advertised and have uses left are listed for everybody, with the greatest reduction', async () => {
    const subscription = fixture.service.nats.subscribe('rpc.catalog.sales.get', {
      callback: (_error, message) => void message.respond(JSON.stringify({ ok: true, data: { maxPercent: 23 } })),
    });
    const groupId = createId();
    fixture.shop.groups.set(groupId, { name: 'Wholesale', members: new Set() });
    const terms = { minSubtotal: 3_000, firstOrderOnly: true, categories: ['saree' as const], groups: [groupId] };
    const advertised = { ...terms, isAdvertised: true };
    const offer = await createOffer({ ...advertised, maxUses: 2 });
    const usedUp = await createOffer({ ...advertised, maxUses: 1, title: 'Used up' });
    for (const one of [offer, usedUp]) await reserve(one);
    await createOffer({ ...advertised, startsAt: '2090-01-01T00:00:00Z', title: 'Not yet' });
    const { body } = await fixture.service.call('GET /offers/running', {});
    expect(body).toEqual({
      success: true,
      maxPercent: 23,
      offers: [
        {
          title: '10% off',
          code: offer.code,
          conditions: ['On orders from ₹3,000', 'For saree', 'On your first order', 'For members of Wholesale'],
        },
      ],
    });
    subscription.unsubscribe();
  });
});
