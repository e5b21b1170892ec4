import { getModelToken } from '@nestjs/mongoose';
import type { CallRequest } from '@rangavalli/contracts/calls';
import type { CatalogProduct } from '@rangavalli/contracts/commands/lines';
import type { CommandReply, CommandRequest } from '@rangavalli/contracts/commands';
import type { Identity } from '@rangavalli/service-kit/http/identity';
import { eventually } from '@rangavalli/service-kit/testing/test-service';
import { type Model, type mongo, Types } from 'mongoose';
import { NOTIFICATION, type NotificationRecord } from '../log/notification.schema.js';
import { Notifier } from '../notices/notifier.service.js';
import { PREFERENCE, type PreferenceRecord } from '../preferences/preference.schema.js';
import { backInStock } from '../templates/back-in-stock.js';
import { startTestMailServer, type TestMailServer } from '../testing/test-mail-server.js';
import { customer, startTestNotification, type TestNotification } from '../testing/test-notification.js';
import { BackInStock, MAX_ATTEMPTS } from './back-in-stock.service.js';
import { isInStock } from './catalog-products.js';
import { STOCK_ALERT, type StockAlertRecord } from './stock-alert.schema.js';
import { MAX_ALERTS_PER_EMAIL } from './stock-alerts.service.js';

let service: TestNotification;
let mail: TestMailServer;
const products = new Map<string, CatalogProduct>();
let catalogReplies = true;
/** Runs right after catalog's reply. */
let afterReply: (() => void) | undefined;

beforeAll(async () => {
  mail = await startTestMailServer();
  service = await startTestNotification({ SMTP_URL: mail.url, STOCK_ALERT_RETENTION_DAYS: '60' });
  service.nats.subscribe('rpc.catalog.products.get', {
    callback: (_error, message) => {
      if (!catalogReplies) return;
      const { ids } = message.json<CommandRequest<'rpc.catalog.products.get'>>();
      message.respond(JSON.stringify({ ok: true, data: { products: ids.flatMap((id) => products.get(id) ?? []) } }));
      afterReply?.();
    },
  });
});
afterAll(async () => {
  await service.stop();
  await mail.stop();
});
beforeEach(async () => {
  catalogReplies = true;
  afterReply = undefined;
  mail.rejection = undefined;
  mail.rejectedReceiver = undefined;
  mail.emails.length = 0;
  await alerts().deleteMany({});
});

const alerts = () => service.app.get<Model<StockAlertRecord>>(getModelToken(STOCK_ALERT));
const retryFailed = () => service.app.get(BackInStock).retryFailed();

const buildProduct = (facts: Partial<CatalogProduct> = {}): CatalogProduct => {
  const product: CatalogProduct = {
    _id: new Types.ObjectId().toHexString(),
    name: 'Paithani of Yeola',
    description: 'Silk',
    category: 'saree',
    sareeType: 'handloom',
    pricePaise: 2_450_000,
    stock: 0,
    sizes: [],
    tags: [],
    images: [],
    createdAt: '2026-01-01T00:00:00.000Z',
    updatedAt: '2026-01-01T00:00:00.000Z',
    ...facts,
  };
  products.set(product._id, product);
  return product;
};
const buildSizedProduct = (stockBySize: Record<string, number>, _id?: string) => {
  const sizeStock = Object.entries(stockBySize).map(([size, stock]) => ({ size, stock }));
  return buildProduct({
    ...(_id ? { _id } : {}),
    name: 'Kurta',
    stock: sizeStock.reduce((sum, { stock }) => sum + stock, 0),
    sizes: Object.keys(stockBySize),
    sizeStock,
  });
};
const request = (body: Partial<CallRequest<'POST /stock-alerts'>['body']> & { productId: string }, as?: Identity) =>
  service.call('POST /stock-alerts', { body: { size: '', ...body } }, as);
/** As if every address had opened its link. */
const confirmAll = () => alerts().updateMany({}, { $unset: { confirmation: 1 } });
const linksTo = (email: string, page: string) =>
  emailsTo(email)
    .map((raw) => raw.replaceAll('=\n', '').replaceAll('=3D', '='))
    .flatMap((raw) => [...raw.matchAll(new RegExp(`${page}#token=([\\w.-]+)`, 'g'))].map(([, token = '']) => token));
const updated = (productId: string) => service.publish('catalog.product.updated', { productId });
const movement = (productId: string) => ({ holdId: 'h1', orderId: 'c'.repeat(24), productId, size: '', quantity: 1 });
const emailsTo = (email: string) => mail.emails.filter((raw) => raw.includes(`To: ${email}`));
/** Long enough for a second email that must not be sent. */
const waitForMore = () => new Promise((resolve) => setTimeout(resolve, 400));

describe('a request', () => {
  test('stores the address that a guest gives', async () => {
    const { _id } = buildProduct();
    const { status, body } = await request({ productId: _id, email: ' Asha@Example.com ' });
    expect({ status, body }).toEqual({
      status: 200,
      body: {
        success: true,
        message: 'Thank you. Please open the link that we have sent to asha@example.com to confirm your request.',
      },
    });
    expect(await alerts().find().lean()).toMatchObject([{ productId: _id, size: '', email: 'asha@example.com' }]);
  });

  test('of a guest needs an address', async () => {
    const { status, body } = await request({ productId: buildProduct()._id });
    expect(status).toBe(400);
    expect(body).toMatchObject({
      code: 'VALIDATION_FAILED',
      details: { fields: { email: 'Please enter your email address.' } },
    });
  });

  test('of a signed-in customer uses their address unless they give another', async () => {
    const { _id } = buildProduct();
    expect((await request({ productId: _id }, customer)).body.message).toContain(customer.email);
    expect((await request({ productId: _id, email: 'sister@example.com' }, customer)).body.message).toContain(
      'sister@example.com',
    );
    expect(await alerts().find().sort({ email: 1 }).lean()).toMatchObject([
      { email: customer.email, name: 'Meera Nair' },
      { email: 'sister@example.com' },
    ]);
    expect((await alerts().findOne({ email: 'sister@example.com' }).lean())?.name).toBeUndefined();
  });

  test.each([
    ['an unknown product', () => ({ productId: 'f'.repeat(24) }), 'PRODUCT_NOT_FOUND', 404],
    [
      'a size that is not offered',
      () => ({ productId: buildSizedProduct({ S: 0 })._id, size: 'XL' }),
      'SIZE_UNKNOWN',
      400,
    ],
    ['a size of a product without sizes', () => ({ productId: buildProduct()._id, size: 'S' }), 'SIZE_UNKNOWN', 400],
    ['a product in stock', () => ({ productId: buildProduct({ stock: 1 })._id }), 'IN_STOCK', 409],
    ['a size in stock', () => ({ productId: buildSizedProduct({ S: 0, M: 2 })._id, size: 'M' }), 'IN_STOCK', 409],
    ['any size while one is in stock', () => ({ productId: buildSizedProduct({ S: 0, M: 2 })._id }), 'IN_STOCK', 409],
  ])('for %s is rejected', async (_case, buildRequest, code, status) => {
    expect(await request({ ...buildRequest(), email: 'asha@example.com' })).toMatchObject({ status, body: { code } });
    expect(await alerts().countDocuments()).toBe(0);
  });

  test('for a sold-out size is accepted while other sizes are in stock', async () => {
    expect(
      (await request({ productId: buildSizedProduct({ S: 0, M: 2 })._id, size: 'S', email: 'asha@example.com' })).body
        .message,
    ).toContain('asha@example.com');
  });

  test('that is made ten times at once stores one alert', async () => {
    const { _id } = buildProduct();
    const responses = await Promise.all(
      Array.from({ length: 10 }, () => request({ productId: _id, email: 'asha@example.com' })),
    );
    expect(responses.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200));
    expect(await alerts().countDocuments()).toBe(1);
  });

  test('is rejected when the product comes back into stock meanwhile, and no alert remains', async () => {
    const { _id } = buildProduct();
    afterReply = () => void buildProduct({ _id, stock: 1 });
    expect(await request({ productId: _id, email: 'asha@example.com' })).toMatchObject({
      status: 409,
      body: { code: 'IN_STOCK' },
    });
    expect(await alerts().countDocuments()).toBe(0);
  });

  test('fails while catalog does not reply', async () => {
    catalogReplies = false;
    expect(await request({ productId: 'f'.repeat(24), email: 'asha@example.com' })).toMatchObject({
      status: 503,
      body: { code: 'UNAVAILABLE' },
    });
  });

  test(`is rejected with ${MAX_ALERTS_PER_EMAIL} alerts for the address`, async () => {
    const existing = Array.from({ length: MAX_ALERTS_PER_EMAIL }, () => ({
      productId: new Types.ObjectId().toHexString(),
      size: '',
      email: 'asha@example.com',
      requestedAt: new Date(),
    }));
    await alerts().insertMany(existing);
    expect((await request({ productId: buildProduct()._id, email: 'asha@example.com' })).body.code).toBe(
      'RATE_LIMITED',
    );
    expect((await request({ productId: buildProduct()._id, email: 'meena@example.com' })).status).toBe(200);
  });

  test('expires after the days of the setting', async () => {
    await eventually(async () =>
      expect(await alerts().collection.indexes()).toContainEqual(
        expect.objectContaining({ key: { requestedAt: 1 }, expireAfterSeconds: 60 * 24 * 3600 }),
      ),
    );
  });
});

describe('a request for an address that the caller has not confirmed', () => {
  const email = 'asha@example.com';
  const confirm = (token: string) => service.call('POST /stock-alerts/confirm', { body: { token } });
  const cancel = (token: string) => service.call('POST /stock-alerts/cancel', { body: { token } });
  const restock = async (_id: string) => {
    buildProduct({ _id, stock: 2 });
    await updated(_id);
    await eventually(async () => expect(await service.hasHandled('catalog.product.updated')).toBe(true));
  };
  beforeEach(async () => {
    await service.app.get<Model<NotificationRecord>>(getModelToken(NOTIFICATION)).deleteMany({});
  });

  test('sends nothing about stock until its link was opened', async () => {
    const { _id } = buildProduct();
    await request({ productId: _id, email });
    expect(emailsTo(email)).toHaveLength(1);
    expect(emailsTo(email)[0]).not.toContain('Meera');
    await restock(_id);
    expect(emailsTo(email)).toHaveLength(1);
    const [token = ''] = linksTo(email, '/stock-alert/confirm');
    expect((await confirm(token)).status).toBe(200);
    // It came back into stock before the confirmation.
    await eventually(() => expect(emailsTo(email)).toHaveLength(2));
    expect(emailsTo(email)[1]).toContain('Back in stock');
    expect(await confirm(token)).toMatchObject({ status: 410, body: { code: 'EMAIL_LINK_INVALID' } });
  });

  test('also by a signed-in customer', async () => {
    const { _id } = buildProduct();
    await request({ productId: _id }, { ...customer, emailVerified: false });
    expect((await alerts().findOne({ email: customer.email }).lean())?.confirmation).toBeDefined();
    expect(emailsTo(customer.email)[0]).not.toContain('Meera');
  });

  test('can be cancelled by its link', async () => {
    await request({ productId: buildProduct()._id, email });
    const [token = ''] = linksTo(email, '/stock-alert/cancel');
    expect((await cancel(token.replace(/.$/, (last) => (last === 'x' ? 'y' : 'x')))).status).toBe(410);
    expect((await cancel(token)).status).toBe(200);
    expect(await alerts().countDocuments()).toBe(0);
    expect((await cancel(token)).status).toBe(410);
  });

  test('sends at most three emails an hour, and all their links work', async () => {
    const { _id } = buildProduct();
    const responses = await Promise.all(Array.from({ length: 6 }, () => request({ productId: _id, email })));
    for (let time = 0; time < 4; time += 1) responses.push(await request({ productId: buildProduct()._id, email }));
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
    expect(emailsTo(email)).toHaveLength(3);
  });

  test('expires after 24 hours', async () => {
    await request({ productId: buildProduct()._id, email });
    const alert = await alerts().findOne({ email }).orFail().lean();
    expect(Math.round(((alert.confirmation?.expiresAt.getTime() ?? 0) - Date.now()) / 3_600_000)).toBe(24);
    expect(await alerts().collection.indexes()).toContainEqual(
      expect.objectContaining({ key: { 'confirmation.expiresAt': 1 }, expireAfterSeconds: 0 }),
    );
  });

  test('expires 24 hours after its last email', async () => {
    const { _id } = buildProduct();
    const hoursLeft = async () => {
      const { confirmation } = await alerts().findOne({ email }).orFail().lean();
      return Math.round(((confirmation?.expiresAt.getTime() ?? 0) - Date.now()) / 3_600_000);
    };
    const passHours = (hours: number) =>
      alerts().updateOne(
        { email },
        { $set: { 'confirmation.expiresAt': new Date(Date.now() + (24 - hours) * 3_600_000) } },
      );
    await request({ productId: _id, email });
    await passHours(23);
    await request({ productId: _id, email });
    expect([emailsTo(email).length, await hoursLeft()]).toEqual([2, 24]);
    await request({ productId: _id, email });
    await passHours(23);
    // The address gets no fourth email in this hour.
    await request({ productId: _id, email });
    expect([emailsTo(email).length, await hoursLeft()]).toEqual([3, 1]);
  });

  test('does not reveal an alert that the address has confirmed', async () => {
    const { _id } = buildProduct();
    const first = await request({ productId: _id, email });
    await confirmAll();
    const second = await request({ productId: _id, email });
    expect(second.body).toEqual(first.body);
    expect(emailsTo(email)).toHaveLength(1);
  });
});

test('the alerts of a deleted account end, and are part of its export', async () => {
  const { _id } = buildProduct();
  await request({ productId: _id }, customer);
  const { Commands } = await import('@rangavalli/service-kit/commands/commands');
  const { id: userId, email } = customer;
  const reply = await service.app.get(Commands).request('rpc.notification.customer.export', { userId, email });
  expect(reply.stockAlerts).toMatchObject([{ productId: _id, email, isConfirmed: true }]);
  const unconfirmed = { userId, email, isEmailConfirmed: false };
  const other = await service.app.get(Commands).request('rpc.notification.customer.export', unconfirmed);
  expect(other.stockAlerts).toEqual([]);
  const past = `past-${email}`;
  await request({ productId: _id, email: past });
  const log = service.app.get<Model<NotificationRecord>>(getModelToken(NOTIFICATION));
  const emails = { email: { $in: [email, past] } };
  expect([await alerts().countDocuments(emails), await log.countDocuments({ to: past })]).toEqual([2, 1]);
  const deletedAt = new Date().toISOString();
  await service.publish('user.deleted', { userId, email, pastEmails: [past], deletedAt });
  await eventually(async () =>
    expect([await alerts().countDocuments(emails), await log.countDocuments({ to: past })]).toEqual([0, 0]),
  );
});

describe('the email', () => {
  test.each([
    ['an admin sets the stock', (productId: string) => updated(productId)],
    [
      'a stock hold is released',
      (productId: string) => service.publish('catalog.stock.released', { ...movement(productId), reason: 'expired' }),
    ],
    ['an order is cancelled', (productId: string) => service.publish('catalog.stock.returned', movement(productId))],
  ])('is sent when %s', async (_case, publish) => {
    const { _id } = buildProduct();
    await request({ productId: _id }, customer);
    buildProduct({ _id, stock: 2 });
    await publish(_id);
    await eventually(() => expect(emailsTo(customer.email)).toHaveLength(1));
    const log = service.app.get<Model<NotificationRecord>>(getModelToken(NOTIFICATION));
    await eventually(async () =>
      expect(await log.findOne({ to: customer.email }).sort({ createdAt: -1 }).lean()).toMatchObject({
        kind: 'back_in_stock',
        state: 'sent',
        attempts: 1,
      }),
    );
  });

  test('is sent once however many events arrive; a new request sends another', async () => {
    const { _id } = buildProduct();
    await request({ productId: _id }, customer);
    buildProduct({ _id, stock: 2 });
    await Promise.all([
      updated(_id),
      updated(_id),
      updated(_id),
      service.publish('catalog.stock.returned', movement(_id)),
    ]);
    await eventually(() => expect(emailsTo(customer.email)).toHaveLength(1));
    await waitForMore();
    expect(emailsTo(customer.email)).toHaveLength(1);
    expect(await alerts().countDocuments()).toBe(0);

    buildProduct({ _id });
    await request({ productId: _id }, customer);
    buildProduct({ _id, stock: 1 });
    await updated(_id);
    await eventually(() => expect(emailsTo(customer.email)).toHaveLength(2));
    const [first, second] = emailsTo(customer.email).map((raw) => /Message-ID: (.+)/.exec(raw)?.[1]);
    expect(first).not.toBe(second);
  });

  test('is sent for the sizes in stock only', async () => {
    const { _id } = buildSizedProduct({ S: 0, M: 0 });
    await request({ productId: _id, size: 'S', email: 's@example.com' });
    await request({ productId: _id, size: 'M', email: 'm@example.com' });
    await request({ productId: _id, email: 'any@example.com' });
    await confirmAll();
    mail.emails.length = 0;
    buildSizedProduct({ S: 0, M: 3 }, _id);
    await updated(_id);
    await eventually(() => expect(mail.emails).toHaveLength(2));
    await waitForMore();
    expect([
      emailsTo('s@example.com').length,
      emailsTo('m@example.com').length,
      emailsTo('any@example.com').length,
    ]).toEqual([0, 1, 1]);
    expect(await alerts().find().lean()).toMatchObject([{ email: 's@example.com', size: 'S' }]);
  });

  test('is not sent for a product that is still sold out', async () => {
    const { _id } = buildProduct();
    await request({ productId: _id }, customer);
    await updated(_id);
    await waitForMore();
    expect(mail.emails).toEqual([]);
    expect((await alerts().findOne().lean())?.claim).toBeUndefined();
  });

  test('is sent by another process when the claim of the first one has expired', async () => {
    const { _id } = buildProduct();
    await request({ productId: _id }, customer);
    buildProduct({ _id, stock: 1 });
    await alerts().updateOne(
      { productId: _id },
      { $set: { claim: { until: new Date(Date.now() + 60_000), attempts: 1 } } },
    );
    await updated(_id);
    await retryFailed();
    await waitForMore();
    expect(mail.emails).toEqual([]);
    await alerts().updateOne({ productId: _id }, { $set: { 'claim.until': new Date(Date.now() - 1) } });
    await Promise.all([retryFailed(), retryFailed(), updated(_id)]);
    await eventually(() => expect(emailsTo(customer.email)).toHaveLength(1));
    await waitForMore();
    expect(emailsTo(customer.email)).toHaveLength(1);
  });

  test('is retried when the mail server rejects it, up to a limit', async () => {
    const { _id } = buildProduct();
    await request({ productId: _id }, customer);
    buildProduct({ _id, stock: 1 });
    mail.rejection = '451 try later';
    await updated(_id);
    const claim = async () => (await alerts().findOne({ productId: _id }).lean())?.claim;
    await eventually(async () => expect(await claim()).toMatchObject({ attempts: 1 }));
    const expireClaim = () =>
      alerts().updateOne({ productId: _id }, { $set: { 'claim.until': new Date(Date.now() - 1) } });
    await expireClaim();
    await retryFailed();
    expect(await claim()).toMatchObject({ attempts: 2 });
    await alerts().updateOne({ productId: _id }, { $set: { 'claim.attempts': MAX_ATTEMPTS - 1 } });
    await expireClaim();
    await retryFailed();
    expect(await alerts().countDocuments()).toBe(0);
  });

  test('waits for the next stock when the product sold out after a failed attempt', async () => {
    const { _id } = buildProduct();
    await request({ productId: _id }, customer);
    await alerts().updateOne({ productId: _id }, { $set: { claim: { until: new Date(Date.now() - 1), attempts: 3 } } });
    await retryFailed();
    expect((await alerts().findOne({ productId: _id }).lean())?.claim).toBeUndefined();
    buildProduct({ _id, stock: 1 });
    await updated(_id);
    await eventually(() => expect(emailsTo(customer.email)).toHaveLength(1));
  });

  describe('to very many customers', () => {
    const count = 450;
    let finds: { filter?: { productId?: string }; limit?: number }[];
    const record = ({ command }: mongo.CommandStartedEvent) =>
      void (command['find'] === 'stock_alerts' && !command['singleBatch'] && finds.push(command));
    beforeEach(() => {
      finds = [];
      alerts().db.getClient().on('commandStarted', record);
    });
    afterEach(() => void alerts().db.getClient().off('commandStarted', record));
    const buildAlert = (productId: string, index: number) => ({
      productId,
      size: '',
      email: `customer-${index}@example.com`,
      requestedAt: new Date(),
    });

    test('reads them in batches', async () => {
      const { _id } = buildProduct({ stock: 1 });
      await alerts().insertMany(Array.from({ length: count }, (_, index) => buildAlert(_id, index)));
      await service.app.get(BackInStock).checkProduct(_id);
      expect(await alerts().countDocuments()).toBe(0);
      expect(new Set(mail.emails.map((raw) => /To: (.+)/.exec(raw)?.[1])).size).toBe(count);
      // The periodic retry may look for claims meanwhile.
      const ofProduct = finds.filter(({ filter }) => filter?.productId === _id);
      expect(ofProduct.map(({ limit }) => limit)).toEqual([200, 200, 200]);
    }, 60_000);

    test('retries products in batches', async () => {
      const claim = { until: new Date(Date.now() - 1), attempts: 1 };
      const due = Array.from({ length: count }, (_, index) => ({ ...buildAlert(buildProduct()._id, index), claim }));
      await alerts().insertMany(due);
      await retryFailed();
      expect(await alerts().countDocuments({ claim: { $exists: true } })).toBe(0);
      expect(new Set(finds.map(({ limit }) => limit))).toEqual(new Set([200]));
    }, 60_000);
  });

  test('is never sent for a deleted product', async () => {
    const { _id } = buildProduct();
    await request({ productId: _id }, customer);
    products.delete(_id);
    await service.publish('catalog.product.deleted', { productId: _id });
    await eventually(async () => expect(await alerts().countDocuments()).toBe(0));
    expect(mail.emails).toEqual([]);
  });

  test('contains the item, its price and link, and that it is the only one', () => {
    const { subject, text } = backInStock(
      { size: 'M', name: 'Meera Nair' },
      { _id: 'a'.repeat(24), name: 'Paithani of Yeola', pricePaise: 12_450_000 },
      'http://localhost:3000',
    );
    expect(subject).toBe('Back in stock: Paithani of Yeola, size M');
    for (const part of [
      'Namaste Meera Nair,',
      'Paithani of Yeola, size M',
      '₹1,24,500\n',
      `http://localhost:3000/product/${'a'.repeat(24)}`,
      'This is the only email about this item.',
    ])
      expect(text).toContain(part);
    expect(backInStock({ size: '' }, { _id: 'a'.repeat(24), name: 'Paithani', pricePaise: 9_950 }).text).toContain(
      '  Paithani: ₹99.50\n',
    );
  });
});

test('a lower price is announced to every wisher in one delivery, also when the mail server refuses one', async () => {
  const userIds = Array.from({ length: 3 }, () => new Types.ObjectId().toHexString());
  const [refused = '', ...others] = userIds;
  const addressOf = (userId: string) => `${userId}@example.com`;
  let deliveries = 0;
  service.nats.subscribe('rpc.user.wishlist.find', {
    callback: (_error, message) => {
      deliveries += 1;
      const data: CommandReply<'rpc.user.wishlist.find'> = { userIds, isLast: true };
      message.respond(JSON.stringify({ ok: true, data }));
    },
  });
  service.nats.subscribe('rpc.user.contact.get', {
    callback: (_error, message) => {
      const { userId } = message.json<CommandRequest<'rpc.user.contact.get'>>();
      const contact = { name: 'Meera', email: addressOf(userId), emailVerified: true, hasMarketingConsent: true };
      message.respond(JSON.stringify({ ok: true, data: { contact } }));
    },
  });
  const quietHours = { isOn: false, from: '21:00', to: '08:00' };
  await service.app
    .get<Model<PreferenceRecord>>(getModelToken(PREFERENCE))
    .insertMany(userIds.map((_id) => ({ _id, off: [], quietHours, revision: 1 })));
  const { _id } = buildProduct({ stock: 1, pricePaise: 849_900 });
  const publish = async () => {
    await updated(_id);
    await eventually(async () => expect(await service.hasHandled('catalog.product.updated')).toBe(true));
  };
  await publish();
  Object.assign(mail, { rejection: '451 try later', rejectedReceiver: addressOf(refused) });
  buildProduct({ _id, stock: 1, pricePaise: 699_900 });
  await publish();
  const sentTo = () => userIds.filter((userId) => emailsTo(addressOf(userId)).length === 1);
  expect([deliveries, sentTo()]).toEqual([1, others]);

  const log = service.app.get<Model<NotificationRecord>>(getModelToken(NOTIFICATION));
  const { modifiedCount } = await log.updateOne({ userId: refused, retries: 1 }, { $set: { dueAt: new Date(0) } });
  mail.rejection = undefined;
  await service.app.get(Notifier).sendDue();
  expect([modifiedCount, sentTo()]).toEqual([1, userIds]);
});

test.each([
  ['a product without stock by size has stock for each size', { stock: 1, sizes: ['S', 'M'] }, 'S', true],
  ['an empty list of stock by size counts as none', { stock: 1, sizes: ['S'], sizeStock: [] }, 'S', true],
  ['a size that is not offered is out of stock', { stock: 1, sizes: ['S'] }, 'M', false],
  [
    'stock by size decides',
    {
      stock: 1,
      sizes: ['S', 'M'],
      sizeStock: [
        { size: 'S', stock: 0 },
        { size: 'M', stock: 1 },
      ],
    },
    'S',
    false,
  ],
])('%s', (_case, product, size, expected) => {
  expect(isInStock(product, size)).toBe(expected);
});
