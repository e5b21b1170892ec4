import { getModelToken } from '@nestjs/mongoose';
import type { CommandReply } from '@rangavalli/contracts/commands';
import { PRIVACY_NOTICE_VERSION } from '@rangavalli/contracts/entities/account-data';
import { formatOrderNumber } from '@rangavalli/contracts/order-number';
import type { Identity } from '@rangavalli/service-kit/http/identity';
import { testIdentityHeader } from '@rangavalli/service-kit/testing/test-identity';
import { eventually } from '@rangavalli/service-kit/testing/test-service';
import type { Model } from 'mongoose';
import { SESSION } from '../sessions/session.schema.js';
import { buildComplaint } from '../testing/sample-complaint.js';
import {
  buildAddress,
  password,
  startTestUserService,
  type TestUserService,
  tokenOf,
} from '../testing/test-user-service.js';
import { AccountDeletion } from './account-deletion.js';
import { CONSENT } from './consents.js';

type Order = CommandReply<'rpc.order.customer.export'>['orders'][number];

let service: TestUserService;
let customer: Identity;
let orders: Order[] = [];
/** Whether the notification and the order service are of the previous release. */
let isPrevious = false;
const at = '2026-03-14T09:30:00.000Z';
const ids = { id: 'd'.repeat(24), productId: 'b'.repeat(24) };
const respond = (subject: string, reply: (request: never) => object) =>
  service.nats.subscribe(subject, {
    callback: (_error, message) =>
      void message.respond(JSON.stringify({ ok: true, data: reply(message.json<never>()) })),
  });
beforeAll(async () => {
  service = await startTestUserService();
  respond('rpc.order.customer.export', ({ before, complaintsOf }: { before?: string; complaintsOf?: string }) => {
    if (complaintsOf && !isPrevious) {
      const complaint = { ...buildComplaint(complaintsOf, at), omittedMessages: 3 };
      return { orders: [], isLast: true, complaints: [complaint] };
    }
    const start = before ? orders.findIndex(({ _id }) => _id === before) + 1 : 0;
    const page = orders.slice(start, start + 2);
    return { orders: page, isLast: start + 2 >= orders.length };
  });
  respond('rpc.cart.lines.get', () => ({ lines: [{ productId: 'b'.repeat(24), size: 'M', quantity: 2 }] }));
  respond('rpc.notification.customer.export', ({ email, cursor }: { email: string; cursor?: string }) => ({
    stockAlerts: [{ productId: 'c'.repeat(24), size: '', email, isConfirmed: true, createdAt: at }],
    ...(isPrevious
      ? {}
      : {
          preferences: { phone: '9876543210', phoneVerifiedAt: at, switchedOff: [] },
          pushBrowsers: [{ service: 'fcm.googleapis.com', confirmedAt: at }],
          messages: [{ kind: cursor ? 'dispatched' : 'order_placed', to: email, state: 'sent', createdAt: at }],
          ...(cursor ? {} : { nextCursor: 'second' }),
        }),
  }));
  respond('rpc.payment.customer.export', ({ cursor }: { cursor?: string }) => ({
    credit: { balance: 250, reserved: 0, movements: [{ at, reason: 'goodwill', amount: 125, balance: 250 }] },
    giftCards: cursor ? [] : [{ ending: 'WXYZ', amount: 125, redeemedAt: at }],
    ...(cursor ? {} : { nextCursor: 'second' }),
  }));
  respond('rpc.catalog.customer.export', ({ list }: { list: string }) => {
    const written = { ...ids, productName: 'Saree', text: 'Lovely.', author: 'Meera N.', at, helpful: 0 };
    return list === 'reviews'
      ? { reviews: [{ ...written, orderId: 'e'.repeat(24), stars: 4, state: 'published' }], questions: [] }
      : { reviews: [], questions: [{ ...written, state: 'waiting' }] };
  });
  respond('rpc.fulfilment.customer.export', () => ({ waitlist: [{ pincode: '744101', requestedAt: at }] }));
});
afterAll(() => service.stop());
beforeEach(async () => {
  orders = [];
  isPrevious = false;
  customer = await service.addCustomer('मीरा नायर');
});

const buildOrder = (number: number): Order => ({
  _id: number.toString(16).padStart(24, '0'),
  orderNumber: formatOrderNumber('26', number),
  orderedAt: '2026-03-14T09:30:00.000Z',
  totalAmount: 12_345.5,
  amount: 12_345.5,
  currency: 'INR',
  status: 'Pending',
  address: '12 Uppal Road',
  paymentState: 'captured',
  user: { _id: customer.id, name: 'Meera', email: customer.email },
  products: [
    {
      lineId: '1',
      product: { _id: 'b'.repeat(24), name: 'Kanchipuram Pattu', price: 12_345.5 },
      size: 'M',
      quantity: 1,
      price: 12_345.5,
    },
  ],
  history: [],
});
const exported = async (as = customer) => (await service.call('GET /users/account/export', {}, as)).body.export;

describe('the export', () => {
  it('contains all that is stored about the account, and no secrets', async () => {
    await service.call('POST /address', { body: buildAddress() }, customer);
    await service.call('PUT /wishlist/{id}', { params: { id: 'd'.repeat(24) } }, customer);
    const passkey = { id: 'credential', publicKey: 'secretKey', counter: 1, transports: [], name: 'My phone' };
    await service.accounts.updateOne(
      { _id: customer.id },
      { $set: { emailVerifiedAt: new Date(), passkeys: [{ ...passkey, createdAt: new Date(at) }] } },
    );
    const data = await exported();
    expect(data).toMatchObject({
      account: { _id: customer.id, name: 'मीरा नायर', email: customer.email },
      addresses: [{ addressLine: '12 Uppal Road' }],
      wishlist: ['d'.repeat(24)],
      sessions: [{ id: customer.sessionId }],
      cart: [{ quantity: 2 }],
      stockAlerts: [{ productId: 'c'.repeat(24) }],
      passkeys: [{ name: 'My phone', createdAt: at }],
      knownDevices: [{ lastUsedAt: expect.any(String) }],
      storeCredit: { balance: 250, movements: [{ amount: 125 }, { amount: 125 }] },
      giftCards: [{ ending: 'WXYZ' }],
      reviews: [{ stars: 4, state: 'published' }],
      questions: [{ state: 'waiting' }],
      complaints: [{ number: 'RVC-26-0000421', email: customer.email }],
      waitlist: [{ pincode: '744101' }],
      notificationPreferences: { phone: '9876543210' },
      pushBrowsers: [{ service: 'fcm.googleapis.com' }],
      messages: [{ kind: 'order_placed' }, { kind: 'dispatched' }],
      notIncluded: ['The first 3 messages of complaint RVC-26-0000421 are not included.'],
    });
    expect(JSON.stringify(data)).not.toMatch(/argon2|secretHash|passwordHash|tokenHash|secretKey|credential/);
  });

  it('without a confirmed address contains nothing that belongs to the address alone, which it states', async () => {
    const data = await exported();
    expect([data.complaints, data.waitlist]).toEqual([[], []]);
    expect(data.notIncluded).toEqual([expect.stringContaining('The email address is not confirmed.')]);
  });

  it('fails while a service does not export its part yet', async () => {
    isPrevious = true;
    expect(await service.call('GET /users/account/export', {}, customer)).toMatchObject({
      status: 503,
      body: { code: 'UNAVAILABLE' },
    });
  });

  it('states that the oldest of many orders are missing', async () => {
    orders = Array.from({ length: 501 }, (_, index) => buildOrder(index + 1));
    const data = await exported();
    expect(data.orders).toHaveLength(500);
    expect(data.notIncluded).toContain('Only the newest 500 orders are included. Write to us for the others.');
  });

  it('contains all orders, however many pages they fill', async () => {
    orders = [1, 2, 3, 4, 5].map(buildOrder);
    const { orders: found } = await exported();
    expect(found.map(({ _id }) => _id)).toEqual(orders.map(({ _id }) => _id));
  });

  it('is a document for people too', async () => {
    await service.call('POST /address', { body: buildAddress() }, customer);
    const response = await service.app.inject({
      url: '/users/account/export/pdf',
      headers: testIdentityHeader('user', customer),
    });
    expect([response.statusCode, response.headers['content-type']]).toEqual([200, 'application/pdf']);
    expect(response.headers['content-disposition']).toBe('attachment; filename="your-data.pdf"');
    expect(response.rawPayload.subarray(0, 5).toString()).toBe('%PDF-');
    expect(response.rawPayload.subarray(-6).toString()).toContain('%%EOF');
  });

  it('needs a step-up', async () => {
    expect(await service.call('GET /users/account/export', {}, { ...customer, elevatedUntil: 0 })).toMatchObject({
      status: 403,
      body: { code: 'STEP_UP_REQUIRED' },
    });
  });

  it('can be made for a customer by an accountant, and is audited', async () => {
    const accountant = await service.addStaff('accountant');
    const params = { id: customer.id };
    const { body } = await service.call('GET /users/admin/{id}/export', { params }, accountant);
    expect(body.export.account._id).toBe(customer.id);
    const entries = async () => (await service.events('audit.user.recorded')).map(({ data }) => data);
    await eventually(async () =>
      expect(await entries()).toContainEqual(
        expect.objectContaining({
          action: 'account.exported',
          subjectId: customer.id,
          actor: expect.objectContaining({ id: accountant.id }),
        }),
      ),
    );
    const support = await service.addStaff('support');
    expect((await service.call('GET /users/admin/{id}/export', { params }, support)).status).toBe(403);
  });
});

describe('consent', () => {
  it('to the privacy notice is recorded at the registration', async () => {
    const email = 'consent@example.com';
    const body = { name: 'Meera', email, password, noticeVersion: PRIVACY_NOTICE_VERSION };
    await service.call('POST /users/register', { body });
    const { body: list } = await service.call('GET /users/consents', {}, await service.logIn(email));
    expect(list).toMatchObject({
      noticeVersion: PRIVACY_NOTICE_VERSION,
      consents: [{ purpose: 'privacy_notice', granted: true, noticeVersion: PRIVACY_NOTICE_VERSION }],
    });
  });

  it('can be given and withdrawn, and every decision stays on record', async () => {
    const decide = (granted: boolean) =>
      service.call(
        'PUT /users/consents',
        { body: { purpose: 'marketing_email', granted, noticeVersion: PRIVACY_NOTICE_VERSION } },
        customer,
      );
    await decide(true);
    expect((await decide(false)).body.consents.map(({ granted }) => granted)).toEqual([false, true]);
  });

  it('has the newest 1,000 decisions of each purpose on record', async () => {
    const consents = service.app.get<Model<object>>(getModelToken(CONSENT));
    const userId = customer.id;
    const other = await consents.countDocuments({ userId, purpose: 'privacy_notice' });
    const decision = { purpose: 'marketing_email', granted: true, noticeVersion: PRIVACY_NOTICE_VERSION } as const;
    await consents.deleteMany({ userId, purpose: decision.purpose });
    await consents.insertMany(
      Array.from({ length: 1_000 }, (_, index) => ({ ...decision, userId, at: new Date(index) })),
    );
    await service.call('PUT /users/consents', { body: { ...decision, granted: false } }, customer);
    const kept = await consents.find({ userId, purpose: decision.purpose }).sort({ at: 1 }).lean<{ at: Date }[]>();
    expect([kept.length, kept[0]]).toEqual([1_000, expect.objectContaining({ at: new Date(1) })]);
    expect(kept.at(-1)).toMatchObject({ granted: false });
    expect(await consents.countDocuments({ userId, purpose: 'privacy_notice' })).toBe(other);
  });
});

describe('the deletion of an account', () => {
  const request = (as = customer) => service.call('POST /users/account/deletion', {}, as);
  const deleteDue = async () => {
    await service.accounts.updateOne({ _id: customer.id }, { $set: { 'deletion.dueAt': new Date(Date.now() - 1) } });
    await service.app.get(AccountDeletion).deleteDue();
  };

  it('waits for 30 days, is announced and can be cancelled', async () => {
    const { body } = await request();
    expect(Math.round((Date.parse(body.deletesAt) - Date.now()) / 86_400_000)).toBe(30);
    expect((await request()).body.deletesAt).toBe(body.deletesAt);
    expect((await service.call('GET /users/profile', {}, customer)).body.user.deletesAt).toBe(body.deletesAt);
    await eventually(() =>
      expect(service.emailsTo(customer.email, 'deletion-scheduled')).toMatchObject([
        { data: { link: 'http://localhost:3000/user/privacy' } },
      ]),
    );
    await service.app.get(AccountDeletion).deleteDue();
    expect((await service.call('DELETE /users/account/deletion', {}, customer)).status).toBe(200);
    expect((await service.call('GET /users/profile', {}, customer)).body.user.deletesAt).toBeUndefined();
  });

  it('clears all personal data, ends all rights and is published', async () => {
    await service.accounts.updateOne({ _id: customer.id }, { $set: { emailVerifiedAt: new Date() } });
    await service.call('POST /address', { body: buildAddress() }, customer);
    await request();
    await deleteDue();
    const left = await service.accounts.findById(customer.id).lean();
    expect(JSON.stringify({ ...left, outbox: [] })).not.toMatch(/मीरा|customer\d+@|argon2/);
    expect(left?.deletedAt).toBeInstanceOf(Date);
    expect((await service.call('GET /users/profile', {}, customer)).status).toBe(401);
    expect((await service.call('GET /address', {}, customer)).body.addresses).toEqual([]);
    await eventually(async () => {
      expect((await service.events('user.deleted')).map(({ data }) => data)).toContainEqual({
        userId: customer.id,
        email: customer.email,
        deletedAt: expect.any(String),
      });
      expect((await service.events('user.revoked')).map(({ data }) => data)).toContainEqual({
        userId: customer.id,
        sessionVersion: 1,
        reason: 'deleted',
      });
    });
    const login = await service.call('POST /users/login', { body: { email: customer.email, password } });
    expect(login.status).toBe(401);
    const body = { name: 'Meera', email: customer.email, password };
    expect((await service.call('POST /users/register', { body })).status).toBe(201);
  });

  it('is published with the confirmed addresses before the present one, unless another account has them', async () => {
    await service.accounts.updateOne({ _id: customer.id }, { $set: { emailVerifiedAt: new Date() } });
    const [first, second, third] = [customer.email, `second-${customer.email}`, `third-${customer.email}`];
    const moveTo = async (email: string) => {
      await service.call('PUT /users/email', { body: { email } }, customer);
      await eventually(() => expect(service.emailsTo(email, 'email-verification')).toHaveLength(1));
      const body = { token: tokenOf(service.emailsTo(email, 'email-verification')[0]) };
      expect((await service.call('POST /users/email/verify', { body })).status).toBe(200);
    };
    await moveTo(second);
    // The undo of a change has ended long before the deletion.
    await service.accounts.updateOne({ _id: customer.id }, { $set: { 'previousEmails.0.expiresAt': new Date(0) } });
    await moveTo(third);
    await service.accounts.updateOne({ _id: customer.id }, { $set: { 'previousEmails.0.expiresAt': new Date(0) } });
    const data = await exported();
    expect(data.previousEmails).toEqual([first, second]);
    expect(data.notIncluded).toContainEqual(expect.stringContaining('a previous email address'));
    await service.call('POST /users/register', { body: { name: 'Ravi', email: second, password } });
    await request();
    await deleteDue();
    await eventually(async () =>
      expect((await service.events('user.deleted')).map(({ data: published }) => published)).toContainEqual({
        userId: customer.id,
        email: third,
        pastEmails: [first],
        deletedAt: expect.any(String),
      }),
    );
    const left = await service.accounts.findById(customer.id).lean();
    expect(JSON.stringify({ ...left, outbox: [] })).not.toMatch(/customer\d+@/);
  });

  it('is published without an address that was never confirmed, which may be of somebody else', async () => {
    await request();
    await deleteDue();
    await eventually(async () =>
      expect((await service.events('user.deleted')).map(({ data }) => data)).toContainEqual({
        userId: customer.id,
        email: `${customer.id}@deleted.invalid`,
        deletedAt: expect.any(String),
      }),
    );
  });

  it('of the last owner is refused', async () => {
    await service.accounts.updateMany({ role: 'owner' }, { $set: { role: 'user' } });
    const owner = await service.addStaff('owner');
    expect(await request(owner)).toMatchObject({ status: 409, body: { code: 'LAST_OWNER' } });
    const other = await service.addStaff('owner');
    expect((await request(owner)).status).toBe(200);
    expect(await request(other)).toMatchObject({ status: 409, body: { code: 'LAST_OWNER' } });
  });

  it('of two owners at the same time leaves at least one', async () => {
    await service.accounts.updateMany({ role: 'owner' }, { $set: { role: 'user' } });
    const owners = [await service.addStaff('owner'), await service.addStaff('owner')];
    await Promise.all(owners.map((owner) => request(owner)));
    expect(await service.accounts.countDocuments({ role: 'owner', deletion: { $exists: false } })).toBeGreaterThan(0);
  });
});

test.each([
  [SESSION, 'expiresAt', 0],
  [SESSION, 'endedAt', 86_400],
  [CONSENT, 'closedAt', 3 * 365 * 86_400],
])('%s expires by %s', async (model, field, expireAfterSeconds) => {
  const indexes = await service.app.get<Model<unknown>>(getModelToken(model)).collection.indexes();
  expect(indexes).toContainEqual(expect.objectContaining({ key: { [field]: 1 }, expireAfterSeconds }));
});
