import { createECDH, randomBytes } from 'node:crypto';
import { getModelToken } from '@nestjs/mongoose';
import type { CallRequest } from '@rangavalli/contracts/calls';
import type { CatalogProduct } from '@rangavalli/contracts/commands/lines';
import type { CommandReply, CommandRequest } from '@rangavalli/contracts/commands';
import type { EventData } from '@rangavalli/contracts/events';
import { Commands } from '@rangavalli/service-kit/commands/commands';
import { createEvent } from '@rangavalli/service-kit/events/envelope';
import { eventually } from '@rangavalli/service-kit/testing/test-service';
import type { Model } from 'mongoose';
import webPush from 'web-push';
import { SMS_CLAIM } from '../channels/sms-claim.schema.js';
import { DELAY_WATCH } from '../delays/delay-watch.schema.js';
import { DelayWatches } from '../delays/delay-watches.service.js';
import { NOTIFICATION, type NotificationRecord } from '../log/notification.schema.js';
import { PREFERENCE, type PreferenceRecord } from '../preferences/preference.schema.js';
import { APP_SECRET, MessageStandIn, PREVIOUS_APP_SECRET } from '../testing/message-stand-in.js';
import {
  admin,
  buildOrder,
  customer,
  startTestNotification,
  type TestNotification,
} from '../testing/test-notification.js';
import { signatureOf } from '../whatsapp/whatsapp.controller.js';
import { KNOWN_PRICE, type KnownPriceRecord } from '../wishlists/known-price.schema.js';
import { Notifier } from './notifier.service.js';

const PHONE = '9848010407';
const MOBILE = `91${PHONE}`;

const vapid = webPush.generateVAPIDKeys();
const consenting = new Set([randomBytes(12).toString('hex')]);
const product: CatalogProduct = {
  _id: 'b'.repeat(24),
  name: 'Kanchipuram Pattu',
  description: '',
  pricePaise: 849_900,
  category: 'saree',
  stock: 3,
  sizes: [],
  tags: [],
  images: [{ public_id: 'saree', url: 'https://res.cloudinary.com/demo/image/upload/saree.webp' }],
  createdAt: '2026-01-15T09:30:00.000Z',
  updatedAt: '2026-01-15T09:30:00.000Z',
};

let standIn: MessageStandIn;
let service: TestNotification;
beforeAll(async () => {
  standIn = await MessageStandIn.start();
  service = await startTestNotification({
    ...standIn.env,
    VAPID_PUBLIC_KEY: vapid.publicKey,
    VAPID_PRIVATE_KEY: vapid.privateKey,
    // Tests look for due messages themselves.
    NOTIFICATION_POLL_MS: '3600000',
    DELAY_SWEEP_MS: '3600000',
  });
  service.nats.subscribe('rpc.user.contact.get', {
    callback: (_error, message) => {
      const { userId } = message.json<CommandRequest<'rpc.user.contact.get'>>();
      const contact: CommandReply<'rpc.user.contact.get'>['contact'] = {
        name: 'Meera',
        email: customer.email,
        emailVerified: true,
        hasMarketingConsent: consenting.has(userId),
      };
      message.respond(JSON.stringify({ ok: true, data: { contact } }));
    },
  });
  service.nats.subscribe('rpc.catalog.products.get', {
    callback: (_error, message) => {
      message.respond(JSON.stringify({ ok: true, data: { products: [product] } }));
    },
  });
  service.nats.subscribe('rpc.user.wishlist.find', {
    callback: (_error, message) => {
      const userIds = [...consenting, randomBytes(12).toString('hex')];
      message.respond(JSON.stringify({ ok: true, data: { userIds, isLast: true } }));
    },
  });
});
afterAll(async () => {
  await service.stop();
  await standIn.stop();
});

const model = <T>(name: string) => service.app.get<Model<T>>(getModelToken(name));
const log = () => model<NotificationRecord>(NOTIFICATION);
const find = async (id: string) => (await log().findById(id).lean<NotificationRecord>()) ?? undefined;
const sendDue = () => service.app.get(Notifier).sendDue();
const makeDue = (id: string) => log().updateOne({ _id: id }, { $set: { dueAt: new Date(0) } });
const handled = (name: Parameters<TestNotification['hasHandled']>[0]) =>
  eventually(async () => expect(await service.hasHandled(name)).toBe(true));
const emailsAbout = async (id: string) => (await service.emails()).filter((email) => email.includes(`<${id}@`));

/** Without the line breaks of the encoding. */
const unfolded = (email = ''): string => email.replaceAll(/=\r?\n/g, '');

type Moved = EventData<'order.parcel.moved'>;
const buildMoved = (changes: Partial<Moved> = {}): Moved => {
  const { orderId } = buildOrder();
  return {
    orderId,
    userId: randomBytes(12).toString('hex'),
    orderNumber: 'RV-26-0042174',
    shipmentId: randomBytes(6).toString('hex'),
    status: 'delivered',
    courier: 'own',
    awb: '1490812345678',
    trackingPath: '/track/a-token-of-a-parcel-1234',
    lines: [{ name: 'Kanchipuram Pattu', quantity: 1 }],
    customer: { name: 'Meera', email: customer.email, emailVerified: true, phone: PHONE },
    ...changes,
  };
};
const idOf = ({ shipmentId, status }: Moved) => `parcel-${shipmentId}-${status.replaceAll('_', '-')}`;
const optIn = (userId: string) =>
  model<PreferenceRecord>(PREFERENCE).create({
    _id: userId,
    off: [],
    phone: PHONE,
    phoneVerifiedAt: new Date(),
    whatsApp: { isOptedIn: true, at: new Date(), source: 'account' },
    revision: 1,
  });
const whatsAppStatus = (key: string, status: string) =>
  JSON.stringify({
    object: 'whatsapp_business_account',
    entry: [
      {
        changes: [
          {
            value: {
              statuses: [
                {
                  id: `wamid.${key}`,
                  status,
                  biz_opaque_callback_data: key,
                  ...(status === 'failed' ? { errors: [{ title: 'Message undeliverable' }] } : {}),
                },
              ],
            },
          },
        ],
      },
    ],
  });
const webhook = (body: string, signature = signatureOf(body, APP_SECRET)) =>
  service.app.inject({
    method: 'POST',
    url: '/notifications/whatsapp/webhook',
    payload: body,
    headers: { 'content-type': 'application/json', 'x-hub-signature-256': signature },
  });

describe('one message per event', () => {
  test('however often the event is published, also at once', async () => {
    const moved = buildMoved();
    await Promise.all([1, 2, 3].map(() => service.publish('order.parcel.moved', moved)));
    await handled('order.parcel.moved');
    expect(await standIn.messages(idOf(moved))).toEqual([
      expect.objectContaining({
        channel: 'sms',
        to: MOBILE,
        template: 'delivered',
        variables: ['RV-26-0042174', 'http://localhost:3000/track/a-token-of-a-parcel-1234'],
      }),
    ]);
    expect(await emailsAbout(idOf(moved))).toEqual([]);
    expect(await find(idOf(moved))).toMatchObject({
      kind: 'delivered',
      state: 'sent',
      channel: 'sms',
      to: MOBILE,
      attempts: 1,
      steps: [
        { channel: 'whatsapp', outcome: 'skipped', reason: 'not opted in' },
        { channel: 'sms', outcome: 'sent' },
      ],
    });
    expect(await find(idOf(moved))).not.toHaveProperty('pending');
  });

  test('when the process was killed between its claim and the send', async () => {
    const moved = buildMoved();
    const longAgo = new Date(Date.now() - 61_000);
    await log().create({
      _id: idOf(moved),
      kind: 'delivered',
      to: MOBILE,
      state: 'queued',
      attempts: 0,
      claimedAt: longAgo,
      createdAt: longAgo,
      dueAt: longAgo,
      pending: { receiver: { userId: moved.userId, email: customer.email, phone: PHONE }, data: moved },
    });
    await Promise.all([sendDue(), sendDue(), service.publish('order.parcel.moved', moved)]);
    await handled('order.parcel.moved');
    expect(await standIn.messages(idOf(moved))).toHaveLength(1);
    expect(await find(idOf(moved))).toMatchObject({ state: 'sent', channel: 'sms' });
  });

  test('when the response of the provider was lost: no second SMS, but an email', async () => {
    await standIn.fault('sms', 'lost');
    const moved = buildMoved();
    await service.publish('order.parcel.moved', moved);
    await handled('order.parcel.moved');
    await service.publish('order.parcel.moved', moved);
    await handled('order.parcel.moved');
    expect(await standIn.messages(idOf(moved))).toHaveLength(1);
    expect(await emailsAbout(idOf(moved))).toHaveLength(1);
    expect((await find(idOf(moved)))?.steps?.map(({ channel, outcome }) => [channel, outcome])).toEqual([
      ['whatsapp', 'skipped'],
      ['sms', 'unknown'],
      ['email', 'sent'],
    ]);
  });
});

describe('fallback', () => {
  test('goes to SMS when WhatsApp refuses, and to email when the operator refuses too', async () => {
    const moved = buildMoved();
    await optIn(moved.userId);
    await standIn.fault('whatsapp', 'reject');
    await standIn.fault('sms', 'reject');
    await service.publish('order.parcel.moved', moved);
    await handled('order.parcel.moved');
    expect(await standIn.messages(idOf(moved))).toEqual([]);
    expect(await emailsAbout(idOf(moved))).toHaveLength(1);
    const row = await find(idOf(moved));
    expect(row).toMatchObject({ state: 'sent', channel: 'email', attempts: 3 });
    expect(
      row?.steps?.filter(({ outcome }) => outcome === 'failed').map(({ channel, reason }) => [channel, reason]),
    ).toEqual([
      ['whatsapp', '(#132001) Template name does not exist'],
      ['sms', 'DLT template rejected'],
    ]);
  });

  test('retries a provider that is unavailable before the next channel, after a pause', async () => {
    const moved = buildMoved({ status: 'out_for_delivery' });
    await standIn.fault('sms', 'unavailable');
    await service.publish('order.parcel.moved', moved);
    await handled('order.parcel.moved');
    // A redelivery has ended before the pause.
    expect(await find(idOf(moved))).toMatchObject({ state: 'failed', attempts: 1, retries: 1 });
    await makeDue(idOf(moved));
    await sendDue();
    expect(await standIn.messages(idOf(moved))).toHaveLength(1);
    expect(await find(idOf(moved))).toMatchObject({ state: 'sent', channel: 'sms', attempts: 2 });
  });

  test('follows a message that WhatsApp accepted and could not deliver; repeated and late statuses change nothing', async () => {
    const moved = buildMoved();
    await optIn(moved.userId);
    await service.publish('order.parcel.moved', moved);
    await handled('order.parcel.moved');
    expect((await standIn.messages(idOf(moved))).map(({ channel }) => channel)).toEqual(['whatsapp']);
    const failed = whatsAppStatus(idOf(moved), 'failed');
    expect((await Promise.all([webhook(failed), webhook(failed)])).map(({ statusCode }) => statusCode)).toEqual([
      200, 200,
    ]);
    await webhook(whatsAppStatus(idOf(moved), 'sent'));
    expect((await standIn.messages(idOf(moved))).map(({ channel }) => channel)).toEqual(['whatsapp', 'sms']);
    expect(await find(idOf(moved))).toMatchObject({ state: 'sent', channel: 'sms' });
  });
});

describe('WhatsApp webhooks', () => {
  test('count with the signature of the app only, and record what became of a message', async () => {
    const moved = buildMoved();
    await optIn(moved.userId);
    await service.publish('order.parcel.moved', moved);
    await handled('order.parcel.moved');
    const read = whatsAppStatus(idOf(moved), 'read');
    const forged = await webhook(read, signatureOf(read, 'another secret'));
    expect([forged.statusCode, forged.json<{ code: string }>().code]).toEqual([400, 'WEBHOOK_SIGNATURE_INVALID']);
    expect((await find(idOf(moved)))?.state).toBe('sent');
    expect((await webhook(read)).statusCode).toBe(200);
    const delivered = whatsAppStatus(idOf(moved), 'delivered');
    // While the app secret is replaced.
    expect((await webhook(delivered, signatureOf(delivered, PREVIOUS_APP_SECRET))).statusCode).toBe(200);
    expect((await find(idOf(moved)))?.state).toBe('read');
    expect(await find(idOf(moved))).not.toHaveProperty('pending');
  });

  test('are confirmed with the challenge for the right token', async () => {
    const confirm = (token: string) =>
      service.app.inject({
        url: '/notifications/whatsapp/webhook',
        query: { 'hub.mode': 'subscribe', 'hub.verify_token': token, 'hub.challenge': '1158201444' },
      });
    expect((await confirm('verify-token-for-tests')).body).toBe('1158201444');
    expect((await confirm('guessed')).statusCode).toBe(403);
  });
});

describe('preferences', () => {
  test('switch a channel off; messages about the account stay on', async () => {
    const moved = buildMoved({ userId: customer.id });
    const change = (body: CallRequest<'PUT /notifications/preferences'>['body']) =>
      service.call('PUT /notifications/preferences', { body }, customer);
    expect((await change({ kinds: [{ kind: 'delivered', channel: 'sms', isOn: false }] })).status).toBe(200);
    await service.publish('order.parcel.moved', moved);
    await handled('order.parcel.moved');
    expect(await standIn.messages(idOf(moved))).toEqual([]);
    expect(await emailsAbout(idOf(moved))).toHaveLength(1);
    const refused = await change({ kinds: [{ kind: 'password_changed', channel: 'email', isOn: false }] });
    expect(refused.body.code).toBe('NOTIFICATION_NOT_MUTABLE');
    const optedIn = await change({ whatsApp: { isOptedIn: true, source: 'account' } });
    expect(optedIn.body.code).toBe('PHONE_NOT_VERIFIED');
    await change({ kinds: [{ kind: 'delivered', channel: 'sms', isOn: true }] });
  });

  test('verify a mobile number by SMS, which allows WhatsApp', async () => {
    const someone = { ...customer, id: randomBytes(12).toString('hex') };
    expect((await service.call('POST /notifications/phone', { body: { phone: PHONE } }, someone)).status).toBe(200);
    const sent = (await standIn.messages()).findLast(({ template }) => template === 'code');
    const verify = (code: string) => service.call('POST /notifications/phone/verify', { body: { code } }, someone);
    const wrong = sent?.variables[0] === '000000' ? '000001' : '000000';
    expect((await verify(wrong)).body.code).toBe('CONFIRMATION_CODE_INVALID');
    expect((await verify(sent?.variables[0] ?? '')).body.preferences.phone).toEqual({
      number: PHONE,
      isVerified: true,
    });
    const body = { whatsApp: { isOptedIn: true, source: 'account' } } as const;
    const { preferences } = (await service.call('PUT /notifications/preferences', { body }, someone)).body;
    expect(preferences.whatsApp).toMatchObject({ isOptedIn: true, source: 'account', at: expect.any(String) });
    const { id: userId, email } = someone;
    const exported = await service.app.get(Commands).request('rpc.notification.customer.export', { userId, email });
    expect(exported.preferences).toEqual({
      phone: PHONE,
      phoneVerifiedAt: expect.any(String),
      whatsApp: { isOptedIn: true, source: 'account', at: expect.any(String) },
      switchedOff: [],
    });
  });
});

test('what can wait is sent after the quiet hours of the customer', async () => {
  const order = buildOrder({ promise: { from: '2026-03-16', to: '2026-03-18' } });
  const clock = (offsetMs: number) =>
    new Intl.DateTimeFormat('en-GB', { timeStyle: 'short', timeZone: 'Asia/Kolkata' }).format(Date.now() + offsetMs);
  const quietHours = { isOn: true, from: clock(-3_600_000), to: clock(3_600_000) };
  const userId = randomBytes(12).toString('hex');
  const moved = buildMoved({ userId, status: 'picked_up' });
  await optIn(userId);
  await model<PreferenceRecord>(PREFERENCE).updateOne({ _id: userId }, { $set: { quietHours } });
  await service.publish('order.parcel.moved', moved);
  await service.publish('order.parcel.moved', { ...moved, status: 'delivered' });
  await handled('order.parcel.moved');
  expect(await standIn.messages(idOf({ ...moved, status: 'delivered' }))).toHaveLength(1);
  await makeDue(idOf(moved));
  await sendDue();
  expect(await standIn.messages(idOf(moved))).toEqual([]);
  expect(await find(idOf(moved))).toMatchObject({ state: 'scheduled', channel: 'whatsapp' });
  await model<PreferenceRecord>(PREFERENCE).updateOne({ _id: userId }, { $set: { 'quietHours.isOn': false } });
  await makeDue(idOf(moved));
  await sendDue();
  expect(await standIn.messages(idOf(moved))).toHaveLength(1);

  await service.publish('order.placed', order);
  await handled('order.placed');
  await service.app.get(DelayWatches).notifyLate();
  await service.app.get(DelayWatches).notifyLate();
  expect(await emailsAbout(`delayed-${order.orderId}`)).toHaveLength(1);

  const review = `review-${moved.orderId}`;
  expect(await find(review)).toMatchObject({ state: 'scheduled', kind: 'review_request' });
  await sendDue();
  expect(await emailsAbout(review)).toEqual([]);
  await makeDue(review);
  await sendDue();
  expect(await emailsAbout(review)).toHaveLength(1);
});

test('an order without an address for any channel is skipped, and the log has the reason', async () => {
  const order = buildOrder({ customer: {} });
  await service.publish('order.placed', order);
  await handled('order.placed');
  expect(await find(`order-${order.orderId}`)).toMatchObject({
    state: 'skipped',
    steps: expect.arrayContaining([expect.objectContaining({ channel: 'email', reason: 'no address' })]),
  });
});

test('web push goes to the subscribed browsers; one that ended its subscription is removed', async () => {
  const someone = { ...customer, id: randomBytes(12).toString('hex') };
  const subscribe = (endpoint: string) => {
    const curve = createECDH('prime256v1');
    curve.generateKeys();
    const keys = { p256dh: curve.getPublicKey().toString('base64url'), auth: randomBytes(16).toString('base64url') };
    return service.call('POST /notifications/push', { body: { endpoint, keys } }, someone);
  };
  expect((await subscribe(`${standIn.process.url}/push/phone`)).status).toBe(200);
  expect((await subscribe(`${standIn.process.url}/push/expired-laptop`)).status).toBe(200);
  expect((await subscribe('https://internal.example/push')).body.code).toBe('VALIDATION_FAILED');
  const moved = buildMoved({ userId: someone.id, customer: {} });
  await service.publish('order.parcel.moved', moved);
  await handled('order.parcel.moved');
  const pushed = (await standIn.messages()).filter(({ channel }) => channel === 'push');
  expect(pushed.map(({ to }) => to)).toEqual(['phone']);
  expect(await find(idOf(moved))).toMatchObject({ state: 'sent', channel: 'push' });
  const { preferences } = (await service.call('GET /notifications/preferences', {}, someone)).body;
  expect(preferences.pushSubscriptions).toBe(1);
  const { id: userId, email } = someone;
  const exported = await service.app.get(Commands).request('rpc.notification.customer.export', { userId, email });
  const { host } = new URL(standIn.process.url);
  expect(exported.pushBrowsers).toEqual([{ service: host, confirmedAt: expect.any(String) }]);
  expect(exported.messages).toContainEqual(expect.objectContaining({ kind: 'delivered', channel: 'push' }));
  expect(JSON.stringify(exported)).not.toMatch(/p256dh|auth|push\/phone/);
});

test('a lower price has one email per customer who wishes for the product and has consented to marketing', async () => {
  const [userId = ''] = consenting;
  await model<PreferenceRecord>(PREFERENCE).create({
    _id: userId,
    off: [],
    quietHours: { isOn: false, from: '21:00', to: '08:00' },
    revision: 1,
  });
  const change = async (pricePaise: number, facts: { previousPaise?: number } = {}) => {
    product.pricePaise = pricePaise;
    await service.publish('catalog.product.updated', { productId: product._id, ...facts });
    await handled('catalog.product.updated');
  };
  const findSent = () => log().find({ kind: 'price_drop' }).sort({ _id: -1 }).lean<NotificationRecord[]>();
  for (const pricePaise of [849_900, 845_000, 699_900, 699_900]) await change(pricePaise);
  const sent = await findSent();
  expect(sent).toMatchObject([{ userId, state: 'sent', channel: 'email' }]);
  const [email] = await emailsAbout(sent[0]?._id ?? '');
  expect(email).toContain('6,999');
  expect(unfolded(email)).toContain('/image/upload/f_jpg,q_auto,w_144/saree.webp');

  // Never compared before: the previous price of the event counts, and nothing is sent twice.
  for (const _time of [1, 2]) {
    await model<KnownPriceRecord>(KNOWN_PRICE).deleteMany({});
    for (const facts of [{ previousPaise: 649_900 }, {}]) await change(599_900, facts);
  }
  const [, first, ...others] = await findSent();
  expect([first, others]).toMatchObject([{ userId, state: 'sent', channel: 'email' }, []]);
  expect((await emailsAbout(first?._id ?? ''))[0]).toContain('5,999');
});

describe('the link for a failed payment', () => {
  type LinkChanged = EventData<'payment.link.changed'>;
  const buildLink = (changes: Partial<LinkChanged> = {}): LinkChanged => ({
    orderId: randomBytes(12).toString('hex'),
    userId: randomBytes(12).toString('hex'),
    orderNumber: 'RV-26-0042174',
    amountPaise: 849_900,
    state: 'open',
    url: 'https://rzp.io/rzp/abc',
    expiresAt: new Date(Date.now() + 86_400_000).toISOString(),
    reason: 'payment_failed',
    customer: { name: 'Meera', email: customer.email, phone: `+91 ${PHONE}` },
    ...changes,
  });
  const idOfLink = ({ orderId }: LinkChanged) => `payment-link-${orderId}`;
  const change = async (link: LinkChanged, state: LinkChanged['state'] = 'open') => {
    await service.publish('payment.link.changed', { ...link, state });
    await handled('payment.link.changed');
  };

  test('is sent once, by the first channel of its kind; one that was requested comes by email', async () => {
    const failed = buildLink();
    for (const _time of [1, 2]) await change(failed);
    expect(await standIn.messages(idOfLink(failed))).toEqual([
      expect.objectContaining({
        channel: 'sms',
        to: MOBILE,
        template: 'payment_failed',
        variables: ['RV-26-0042174', 'Rs 8,499', 'https://rzp.io/rzp/abc'],
      }),
    ]);
    expect(await emailsAbout(idOfLink(failed))).toEqual([]);
    expect(await find(idOfLink(failed))).toMatchObject({ kind: 'payment_failed', state: 'sent', channel: 'sms' });

    const { reason: _, ...requested } = failed;
    for (const _time of [1, 2]) await change(requested);
    expect(await standIn.messages(idOfLink(requested))).toHaveLength(1);
    expect(await emailsAbout(`payment-link-requested-${requested.orderId}`)).toHaveLength(1);
  });

  test('goes by email where SMS fails, with the button that pays, and names nobody', async () => {
    const link = buildLink();
    await standIn.fault('sms', 'reject');
    await change(link);
    const [email = ''] = await emailsAbout(idOfLink(link));
    expect(unfolded(email)).toMatch(/Pay now:\r?\nhttps:\/\/rzp\.io\/rzp\/abc\r?\n/);
    expect(email).not.toContain('Meera');
  });

  test('is not sent any more once it has ended: the order was paid meanwhile', async () => {
    const link = buildLink();
    await standIn.fault('sms', 'unavailable');
    await change(link);
    expect(await find(idOfLink(link))).toMatchObject({ state: 'failed' });
    await change(link, 'cancelled');
    await makeDue(idOfLink(link));
    await sendDue();
    await change(link);
    expect(await find(idOfLink(link))).toMatchObject({ state: 'skipped', error: 'the link has ended' });

    const shuffled = buildLink();
    for (const state of ['paid', 'open'] as const) await change(shuffled, state);
    expect(await find(idOfLink(shuffled))).toMatchObject({ state: 'skipped' });
    for (const one of [link, shuffled]) {
      expect(await standIn.messages(idOfLink(one))).toEqual([]);
      expect(await emailsAbout(idOfLink(one))).toEqual([]);
    }
  });

  test('is followed by no reminder of the cart within a day', async () => {
    const userId = randomBytes(12).toString('hex');
    consenting.add(userId);
    await change(buildLink({ userId }));
    await service.publish('cart.abandoned', { userId, lines: [{ productId: product._id, quantity: 1 }] });
    await handled('cart.abandoned');
    expect(await log().countDocuments({ userId, kind: 'abandoned_cart' })).toBe(0);
    consenting.delete(userId);
  });
});

test('a cart that was left has one message, for a customer with consent, of what is still in stock', async () => {
  const [userId = ''] = consenting;
  const lines = [
    { productId: product._id, quantity: 2 },
    { productId: 'e'.repeat(24), quantity: 1 },
  ];
  for (const receiver of [userId, randomBytes(12).toString('hex')])
    await service.publish('cart.abandoned', { userId: receiver, lines });
  await handled('cart.abandoned');
  const sent = await log().find({ kind: 'abandoned_cart' }).lean<NotificationRecord[]>();
  expect(sent).toMatchObject([{ userId, state: 'sent', channel: 'email' }]);
  const [email] = await emailsAbout(sent[0]?._id ?? '');
  expect(email).toContain(product.name);
  expect(unfolded(email)).toContain('/image/upload/f_jpg,q_auto,w_144/saree.webp');
});

test('a return has one message per step before its decision, and one for each pickup', async () => {
  const { orderId, userId } = buildOrder();
  const returnId = randomBytes(12).toString('hex');
  const about = { orderId, userId, orderNumber: 'RV-26-0042174', returnId, customer: { email: customer.email } };
  for (const step of ['requested', 'received', 'received'] as const)
    await service.publish('order.return.updated', { ...about, step });
  const scheduled = { ...about, step: 'pickup_scheduled' as const };
  const pickups = [
    [createEvent('order.return.updated', { ...scheduled, pickupOn: '2026-12-01', courierName: 'Xpressbees' }), '1 Dec'],
    [createEvent('order.pickup.cancelled', about), 'Please keep the items.'],
    [createEvent('order.return.updated', { ...scheduled, pickupOn: '2026-12-04' }), '4 Dec'],
  ] as const;
  for (const [event] of pickups) await service.send(event);
  for (const name of ['order.return.updated', 'order.pickup.cancelled'] as const) await handled(name);
  const textsAbout = [
    [`return-${returnId}-requested`, 'when the pickup is scheduled'],
    [`return-${returnId}-received`, 'within two business days'],
    ...pickups.map(([{ id }, text]) => [`pickup-${id}`, text] as const),
  ] as const;
  for (const [id, text] of textsAbout) {
    const emails = await emailsAbout(id);
    expect(emails).toHaveLength(1);
    expect(emails[0]?.replaceAll(/=?\r?\n/g, ' ')).toContain(text);
  }
});

test('refunds name the reference of the bank', async () => {
  const { orderId, userId } = buildOrder();
  await service.publish('payment.refunded', {
    orderId,
    userId,
    orderNumber: 'RV-26-0042174',
    razorpayOrderId: 'order_1',
    razorpayPaymentId: 'pay_1',
    razorpayRefundId: 'rfnd_1',
    amountPaise: 849_900,
    arn: '74332744512345678901234',
  });
  await handled('payment.refunded');
  const [email] = await emailsAbout('refund-rfnd_1');
  expect(email).toContain('74332744512345678901234');
});

test('a reference that the bank sends later has one message of its own', async () => {
  const { orderId, userId } = buildOrder();
  const arn = '74332744512345678905678';
  const refund = { orderId, userId, orderNumber: 'RV-26-0042174', razorpayRefundId: 'rfnd_2', amountPaise: 849_900 };
  const payment = { razorpayOrderId: 'order_2', razorpayPaymentId: 'pay_2' };
  await service.publish('payment.refunded', { ...refund, ...payment });
  for (const _time of [1, 2]) await service.publish('payment.refund.processed', { ...refund, arn });
  await handled('payment.refunded');
  await handled('payment.refund.processed');
  expect((await emailsAbout('refund-rfnd_2'))[0]).not.toContain(arn);
  const emails = await emailsAbout('refund-reference-rfnd_2');
  expect(emails).toHaveLength(1);
  expect(emails[0]).toContain(arn);
});

const sendOrderCode = (messageId: string, phone?: string) =>
  service.app.get(Commands).request('rpc.notification.email.send', {
    messageId,
    template: 'order-code',
    to: customer.email,
    data: {
      code: '482915',
      validMinutes: 10,
      orderNumber: 'RV-26-0042174',
      totalPaise: 254_900,
      feePaise: 4_900,
      phone,
      userId: customer.id,
    },
  });

test('the code of an order goes by email and by SMS, once each, and is not stored; a failing SMS stops nothing', async () => {
  const id = `order-code-${randomBytes(6).toString('hex')}`;
  // Longer than one attempt: the request is repeated before the provider responds.
  await standIn.fault('sms', 'slow');
  expect(await sendOrderCode(id, PHONE)).toEqual({ outcome: 'sent', isInSms: true });
  expect(await sendOrderCode(id, PHONE)).toEqual({ outcome: 'sent', isInSms: true });
  const texts = await standIn.messages(`${id}-sms`);
  expect(texts.map(({ channel, variables }) => [channel, variables])).toEqual([
    ['sms', ['482915', 'RV-26-0042174', 'Rs 2,549']],
  ]);
  expect(await emailsAbout(id)).toHaveLength(1);
  expect(await find(`${id}-sms`)).toMatchObject({
    kind: 'cod_confirm',
    channel: 'sms',
    state: 'sent',
    userId: customer.id,
  });
  expect(JSON.stringify(await find(`${id}-sms`))).not.toContain('482915');

  expect(await sendOrderCode(`${id}-2`)).toEqual({ outcome: 'sent', isInSms: false });
  await standIn.fault('sms', 'unavailable');
  expect(await sendOrderCode(`${id}-3`, PHONE)).toEqual({ outcome: 'sent', isInSms: false });
  expect(await find(`${id}-3-sms`)).toMatchObject({ state: 'failed', steps: [{ channel: 'sms', outcome: 'failed' }] });
});

test('a mobile number has five codes by SMS in an hour, whichever orders and accounts they are for', async () => {
  const phone = '9848010999';
  const send = async (messageId: string, to = phone) => (await sendOrderCode(messageId, to)).isInSms;
  const ids = Array.from({ length: 7 }, () => `order-code-${randomBytes(6).toString('hex')}`);
  const sent = await Promise.all(ids.map((id) => send(id)));
  expect(sent.filter((isInSms) => isInSms)).toHaveLength(5);
  const texts = await Promise.all(ids.map((id) => standIn.messages(`${id}-sms`)));
  expect(texts.flat()).toHaveLength(5);
  for (const id of ids) expect(await emailsAbout(id)).toHaveLength(1);
  const refused = ids.find((_id, index) => !sent[index]) ?? '';
  expect(await find(`${refused}-sms`)).toMatchObject({ state: 'skipped', steps: [{ channel: 'sms' }] });
  expect(await send(refused)).toBe(false);

  const someone = { ...customer, id: randomBytes(12).toString('hex') };
  const verify = (number: string) => service.call('POST /notifications/phone', { body: { phone: number } }, someone);
  expect(await verify(phone)).toMatchObject({
    status: 429,
    body: { code: 'RATE_LIMITED', message: 'We have sent several codes to this number. Please try again in an hour.' },
  });
  expect(await send(`${refused}-2`, '9848010998')).toBe(true);
  expect((await verify('9848010998')).status).toBe(200);

  // An hour later; codes that were not sent do not count.
  await model(SMS_CLAIM).updateMany({}, { $set: { expiresAt: new Date() } });
  for (const attempt of [1, 2, 3, 4, 5]) {
    await standIn.fault('sms', 'reject');
    expect(await send(`${refused}-rejected-${attempt}`)).toBe(false);
  }
  expect(await send(`${refused}-3`)).toBe(true);
});

test('staff search the delivery log by receiver and order, and send tests, which are limited and audited', async () => {
  const moved = buildMoved({ orderNumber: 'RV-26-0099999' });
  await service.publish('order.parcel.moved', moved);
  await handled('order.parcel.moved');
  const search = async (query: CallRequest<'GET /notifications/admin'>['query']) =>
    (await service.call('GET /notifications/admin', { query }, admin)).body.notifications.map(({ id }) => id);
  const review = `review-${moved.orderId}`;
  expect(await search({ q: 'RV-26-0099999' })).toEqual(expect.arrayContaining([idOf(moved), review]));
  expect(await search({ q: 'RV-26-0099999', channel: 'sms' })).toEqual([idOf(moved)]);
  expect(await search({ q: '98480 104', kind: 'delivered', state: 'sent', limit: 1 })).toEqual([idOf(moved)]);
  expect(await search({ q: 'MEERA@example', kind: 'review_request' })).toContain(review);
  expect(await search({ q: 'nobody@example' })).toEqual([]);

  const test = (to: string) =>
    service.call('POST /notifications/test', { body: { kind: 'delivered', channel: 'sms', to } }, admin);
  expect((await test(PHONE)).status).toBe(200);
  expect((await test('+49 170 1234567')).body.code).toBe('VALIDATION_FAILED');
  await standIn.fault('sms', 'reject');
  expect(await test(PHONE)).toMatchObject({
    status: 409,
    body: { code: 'MESSAGE_REJECTED', message: 'The message was not accepted: DLT template rejected.' },
  });
  const push = { kind: 'delivered', channel: 'push', to: 'own' } as const;
  expect(
    await service.call('POST /notifications/test', { body: push }, { ...admin, id: 'f'.repeat(24) }),
  ).toMatchObject({
    status: 409,
    body: { code: 'CHANNEL_NOT_AVAILABLE', message: expect.stringContaining('None of your browsers') },
  });
  const { entries } = (await service.call('GET /operations/audit', { query: { subject: 'event' } }, admin)).body;
  expect(entries.map(({ action }) => action)).toContain('event.message.tested');
  const limited = await Promise.all(
    Array.from({ length: 25 }, () =>
      service.call(
        'POST /notifications/test',
        { body: { kind: 'order_placed', channel: 'email', to: 'a@b.example' } },
        admin,
      ),
    ),
  );
  expect(limited.some(({ status }) => status === 200)).toBe(true);
  expect((await test(PHONE)).body.code).toBe('RATE_LIMITED');
});

test('an order that ended before its confirmation was handled is never reported late', async () => {
  const { orderId, userId, ...order } = buildOrder({ promise: { from: '2026-03-16', to: '2026-03-18' } });
  const change = { from: 'Pending', to: 'Delivered', revision: 1, by: 'system' } as const;
  await service.publish('order.status.changed', { orderId, userId, ...change });
  await handled('order.status.changed');
  await service.publish('order.placed', { orderId, userId, ...order });
  await handled('order.placed');
  await service.app.get(DelayWatches).notifyLate();
  expect(await emailsAbout(`delayed-${orderId}`)).toEqual([]);
  expect(Object.keys((await model(DELAY_WATCH).findById(orderId).lean()) ?? {}).toSorted()).toEqual([
    '_id',
    'createdAt',
    'userId',
  ]);
});
