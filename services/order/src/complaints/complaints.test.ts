import { randomUUID } from 'node:crypto';
import { getModelToken } from '@nestjs/mongoose';
import { Commands } from '@rangavalli/service-kit/commands/commands';
import { buildIdentity } from '@rangavalli/service-kit/testing/test-identity';
import { eventually } from '@rangavalli/service-kit/testing/test-service';
import type { Model } from 'mongoose';
import { createId } from '../testing/fake-shop.js';
import { OrderFixture } from '../testing/order-fixture.js';
import { COMPLAINT, type ComplaintRecord } from './complaint.schema.js';
import { addMonth, subtractMonth } from './calendar-months.js';
import { Complaints, toComplaint } from './complaints.service.js';

const support = buildIdentity({ id: createId(), role: 'support', email: 'support@example.com' });

describe('complaints', () => {
  let fixture: OrderFixture;
  beforeAll(async () => {
    fixture = await OrderFixture.start({ COMMAND_DEADLINE_MS: '1500' });
  });
  afterAll(() => fixture.stop());

  const build = (requestId = randomUUID()) => ({
    requestId,
    name: 'Meera',
    email: 'meera@example.com',
    subject: 'Wrong colour',
    text: 'The saree is green, not blue.',
  });
  const make = async (body: object = build()) => {
    const { status, body: made } = await fixture.service.call('POST /complaints', { body: body as never });
    return { status, body: made, number: made.complaint?.number, token: made.statusPath?.split('token=')[1] ?? '' };
  };
  const get = (number: string, token: string) =>
    fixture.service.call('GET /complaints/{number}', { params: { number }, query: { token } });
  const replyTo = (
    number: string,
    text: string,
    {
      resolve = false,
      requestId = randomUUID(),
      ...seen
    }: { resolve?: boolean; requestId?: string; seen?: number } = {},
  ) =>
    fixture.service.call(
      'POST /complaints/{number}/reply',
      { params: { number }, body: { requestId, text, resolve, ...seen } },
      support,
    );
  /** The notification service sends a message id once. */
  const emailsOf = (number: string) => {
    const sent = fixture.shop.emails.filter((one) => one.template === 'complaint' && one.data.number === number);
    return [...new Map(sent.map((one) => [one.messageId, one])).values()];
  };

  it('get a number at once, an acknowledgement and a status page; a repeated request makes no second one', async () => {
    const body = build();
    const [first, second] = await Promise.all([make(body), make(body)]);
    expect([first.status, second.number]).toEqual([200, first.number]);
    expect(first.number).toMatch(/^RVC-\d{2}-\d{7}$/);
    const { complaint } = (await get(first.number, first.token)).body;
    expect(complaint).toMatchObject({ state: 'waiting', subject: 'Wrong colour' });
    expect(Date.parse(complaint.replyBy) - Date.parse(complaint.receivedAt)).toBe(48 * 3_600_000);
    expect(emailsOf(first.number)).toMatchObject([
      {
        to: 'meera@example.com',
        data: { change: 'received', path: `/complaint/${first.number}?token=${first.token}` },
      },
    ]);
    const wrong = first.token.replace(/.$/, (last) => (last === '-' ? '_' : '-'));
    expect((await get(first.number, wrong)).body).toMatchObject({ code: 'COMPLAINT_NOT_FOUND' });
  });

  it('are exported by email address, one after the other, without names of staff', async () => {
    const email = 'lakshmi@example.com';
    const complaint = { email, name: 'Lakshmi', phone: '9848010407' };
    const [older, newer] = [await make({ ...build(), ...complaint }), await make({ ...build(), ...complaint })];
    await replyTo(older.number, 'We look into it.');
    const messages = Array.from({ length: 83 }, (_, index) => ({
      requestId: randomUUID(),
      at: new Date(),
      from: 'customer',
      text: `Message ${index}`,
    }));
    const model = fixture.service.app.get<Model<ComplaintRecord>>(getModelToken(COMPLAINT));
    await model.updateOne({ _id: newer.number }, { $set: { messages } });
    const exportOf = (cursor?: string) =>
      fixture.service.app.get(Commands).request('rpc.order.customer.export', {
        userId: createId(),
        complaintsOf: email,
        ...(cursor ? { cursor } : {}),
      });
    const first = await exportOf();
    const second = await exportOf(first.nextCursor);
    expect(first.complaints).toMatchObject([{ number: newer.number, omittedMessages: 3, phone: '9848010407' }]);
    expect(first.complaints?.[0]?.messages.map(({ text }) => text).at(0)).toBe('Message 3');
    expect(second.complaints).toMatchObject([
      { number: older.number, email, name: 'Lakshmi', messages: [{ from: 'customer' }, { from: 'shop' }] },
    ]);
    expect([second.nextCursor, second.orders]).toEqual([undefined, []]);
    expect(JSON.stringify(second)).not.toMatch(/support@example\.com|token/);
  });

  it('get a reply by email, opened again by the customer, and resolved', async () => {
    const { number, token } = await make();
    const requestId = randomUUID();
    await replyTo(number, 'Please send us a photograph.', { requestId });
    expect((await replyTo(number, 'Please send us a photograph.', { requestId })).body.complaint.messages).toHaveLength(
      2,
    );
    const reply = { params: { number }, query: { token }, body: { requestId: randomUUID(), text: 'Here it is.' } };
    expect((await fixture.service.call('POST /complaints/{number}/messages', reply)).body.complaint.state).toBe(
      'waiting',
    );
    const resolved = (await replyTo(number, 'We send you the blue one.', { resolve: true })).body.complaint;
    expect(resolved).toMatchObject({ state: 'resolved', resolvedAt: expect.any(String), isOverdue: false });
    expect(resolved.messages.map(({ from }) => from)).toEqual(['customer', 'shop', 'customer', 'shop']);
    expect(emailsOf(number).map(({ data }) => 'change' in data && data.change)).toEqual([
      'received',
      'replied',
      'resolved',
    ]);
  });

  it('are not resolved by a reply that was written before the last message', async () => {
    const { number, token } = await make();
    const message = { requestId: randomUUID(), text: 'It is torn, too.' };
    await fixture.service.call('POST /complaints/{number}/messages', {
      params: { number },
      query: { token },
      body: message,
    });
    const requestId = randomUUID();
    const reply = (seen: number) => replyTo(number, 'We send you the blue one.', { resolve: true, requestId, seen });
    expect(await reply(1)).toMatchObject({
      status: 409,
      body: {
        code: 'COMPLAINT_CHANGED',
        details: { messages: [{ from: 'customer' }, { from: 'customer', text: 'It is torn, too.' }] },
      },
    });
    expect((await get(number, token)).body.complaint).toMatchObject({ state: 'waiting', messages: [{}, {}] });
    expect((await reply(2)).body.complaint.state).toBe('resolved');
    expect((await reply(2)).body.complaint.messages).toHaveLength(3);
  });

  it('are listed for staff with those that are late', async () => {
    const { number } = await make();
    const model = fixture.service.app.get<Model<ComplaintRecord>>(getModelToken(COMPLAINT));
    const past = new Date(Date.now() - 49 * 3_600_000);
    await model.updateOne({ _id: number }, { $set: { receivedAt: past, waitingSince: past } });
    const { body } = await fixture.service.call('GET /complaints', { query: { state: 'waiting' } }, support);
    expect(body.overdue).toBe(1);
    expect(body.complaints.find((one) => one.number === number)).toMatchObject({
      email: 'meera@example.com',
      isOverdue: true,
    });
    await replyTo(number, 'We look into it.');
    expect((await fixture.service.call('GET /complaints', {}, support)).body.overdue).toBe(0);
  });

  it.each([
    ['2027-02-01T06:00:00.000Z', '2027-03-01T06:00:00.000Z'],
    // Already 1 February in India.
    ['2027-01-31T20:00:00.000Z', '2027-02-28T20:00:00.000Z'],
    ['2026-12-15T06:00:00.000Z', '2027-01-15T06:00:00.000Z'],
    // February has no 30th: until the end of its 28th in India.
    ['2027-01-30T06:00:00.000Z', '2027-02-28T18:29:59.999Z'],
  ])('received at %s are to be resolved by %s, and overdue after that', (received, resolveBy) => {
    const receivedAt = new Date(received);
    const complaint = { _id: 'RVC-27-0000011', requestId: '', token: '', name: '', email: '', subject: '' };
    const record = { ...complaint, state: 'replied' as const, receivedAt, messages: [], outbox: [] };
    expect(toComplaint(record).resolveBy).toBe(resolveBy);
    const isOver = (now: number) => receivedAt < subtractMonth(new Date(now));
    const end = addMonth(receivedAt).getTime();
    expect([isOver(end), isOver(end + 1)]).toEqual([false, true]);
  });

  it('are counted up to a thousand; each late one once', async () => {
    const model = fixture.service.app.get<Model<ComplaintRecord>>(getModelToken(COMPLAINT));
    const counts = async () => {
      const { waiting, overdue } = (await fixture.service.call('GET /complaints', {}, support)).body;
      return { waiting, overdue };
    };
    const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000);
    const { waiting } = await counts();
    let sequence = 1_000_000;
    const store = (state: ComplaintRecord['state'], receivedAt: Date, waitingSince?: Date, count = 1) =>
      model.insertMany(
        Array.from({ length: count }, () => ({
          _id: `RVC-20-${(sequence += 1)}`,
          requestId: randomUUID(),
          name: 'Meera',
          email: 'meera@example.com',
          subject: 'Wrong colour',
          token: 'token',
          state,
          messages: [],
          receivedAt,
          ...(waitingSince ? { waitingSince } : {}),
        })),
      );
    await store('waiting', hoursAgo(1), hoursAgo(1));
    await store('waiting', hoursAgo(49), hoursAgo(49));
    await store('waiting', hoursAgo(31 * 24), hoursAgo(50));
    await store('waiting', hoursAgo(31 * 24), hoursAgo(1));
    await store('replied', hoursAgo(31 * 24));
    await store('replied', hoursAgo(49));
    await store('resolved', hoursAgo(31 * 24));
    expect(await counts()).toEqual({ waiting: waiting + 4, overdue: 4 });
    await store('replied', hoursAgo(31 * 24), undefined, 600);
    await store('waiting', hoursAgo(31 * 24), hoursAgo(1), 1_001);
    expect(await counts()).toEqual({ waiting: 1_000, overdue: 1_000 });
    await model.deleteMany({ _id: /^RVC-20-/ });
  });

  const model = () => fixture.service.app.get<Model<ComplaintRecord>>(getModelToken(COMPLAINT));
  const findUnsent = async (number: string) => (await model().findById(number).lean<ComplaintRecord>().exec())?.unsent;
  const makeDue = (number: string) =>
    model().updateOne(
      { _id: number, 'unsent.messageId': { $exists: true } },
      { $set: { 'unsent.nextAt': new Date(0) } },
    );

  it('send an email later that could not be sent, also one of the previous version', async () => {
    const stop = fixture.shop.refuse('rpc.notification.email.send', 'UNAVAILABLE', 2);
    const [current, previous] = [await make(), await make()];
    expect([current.status, previous.status]).toEqual([200, 200]);
    stop();
    await makeDue(current.number);
    await model().updateOne({ _id: previous.number }, { $unset: { 'unsent.nextAt': 1, 'unsent.tries': 1 } });
    for (const { number } of [current, previous])
      await eventually(async () => expect([emailsOf(number).length, await findUnsent(number)]).toEqual([1, undefined]));
  });

  it('whose email is refused are emailed a few times, later and later, and then no more', async () => {
    let requests = 0;
    const subscription = fixture.service.nats.subscribe('rpc.notification.email.send', {
      callback: () => void (requests += 1),
    });
    const stop = fixture.shop.refuse('rpc.notification.email.send', 'UNAVAILABLE', 1_000);
    const { number } = await make();
    for (let run = 0; run < 5; run += 1) await fixture.service.app.get(Complaints).sendUnsent();
    expect([requests, (await findUnsent(number))?.tries]).toEqual([1, 1]);
    const waits: number[] = [];
    for (let unsent = await findUnsent(number); unsent; unsent = await findUnsent(number)) {
      const { tries = 0, nextAt } = unsent;
      if (tries > waits.length) waits.push(Math.round(((nextAt?.getTime() ?? 0) - Date.now()) / 3_600_000));
      await makeDue(number);
      await fixture.service.app.get(Complaints).sendUnsent();
    }
    expect(waits.toSorted((a, b) => a - b)).toEqual(waits);
    const hours = waits.reduce((sum, wait) => sum + wait, 0);
    expect([hours > 24, hours <= 48, requests < 20]).toEqual([true, true, true]);
    stop();
    subscription.unsubscribe();
  });

  it('do not delay due orders while the notification service does not reply', async () => {
    let requests = 0;
    const subscription = fixture.service.nats.subscribe('rpc.notification.email.send', {
      callback: () => void (requests += 1),
    });
    const stop = fixture.shop.drop('rpc.notification.email.send', 'request', 1_000);
    const { orderId } = await fixture.begin();
    await model().insertMany(
      Array.from({ length: 20 }, (_, index) => ({
        _id: `RVC-21-${1_000_000 + index}`,
        requestId: randomUUID(),
        name: 'Meera',
        email: 'meera@example.com',
        subject: 'Wrong colour',
        token: 'token',
        state: 'waiting',
        messages: [],
        receivedAt: new Date(),
        unsent: { change: 'received', messageId: randomUUID() },
      })),
    );
    await eventually(() => expect(requests).toBeGreaterThan(0));
    await fixture.model.updateOne({ _id: orderId }, { $set: { dueAt: new Date(0) } });
    await eventually(async () => expect((await fixture.findRecord(orderId)).phase).toBe('expired'));
    await model().deleteMany({ _id: /^RVC-21-/ });
    stop();
    subscription.unsubscribe();
  });

  it('refuse a wrong order number and a text without content', async () => {
    expect((await make({ ...build(), orderNumber: 'RV-26-0000011' })).body).toMatchObject({
      code: 'ORDER_NUMBER_INVALID',
    });
    expect((await make({ ...build(), text: 'short' })).status).toBe(400);
  });
});
