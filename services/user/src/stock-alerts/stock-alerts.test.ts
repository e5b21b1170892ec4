import { getModelToken } from '@nestjs/mongoose';
import type { CallRequest } from '@rangavalli/contracts/calls';
import type { CommandRequest } from '@rangavalli/contracts/commands';
import type { Identity } from '@rangavalli/service-kit/http/identity';
import { eventually } from '@rangavalli/service-kit/testing/test-service';
import { type Model, Types } from 'mongoose';
import { startTestMailServer, type TestMailServer } from '../testing/test-mail-server.js';
import { startUserBench, type UserBench } from '../testing/user-bench.js';
import { canBeBought, type CatalogProduct } from './catalog-products.js';
import { STOCK_ALERT, type StockAlertRecord } from './stock-alert.schema.js';
import { MAX_WAITING } from './stock-alerts.service.js';
import { stockLetter } from './stock-letter.js';
import { MAX_LETTER_ATTEMPTS, StockLetters } from './stock-letters.service.js';

let shop: UserBench;
let mail: TestMailServer;
let meera: Identity;
const products = new Map<string, CatalogProduct>();
let catalogIsThere = true;
/** What happens in the catalog right after it has answered. */
let afterAnswer: (() => void) | undefined;

beforeAll(async () => {
  mail = await startTestMailServer();
  shop = await startUserBench({ SMTP_URL: mail.url });
  shop.nats.subscribe('rpc.catalog.products.get', {
    callback: (_error, message) => {
      if (!catalogIsThere) return;
      const { ids } = message.json<CommandRequest<'rpc.catalog.products.get'>>();
      message.respond(JSON.stringify({ ok: true, data: { products: ids.flatMap((id) => products.get(id) ?? []) } }));
      afterAnswer?.();
    },
  });
  meera = await shop.shopper();
});
afterAll(async () => {
  await shop.stop();
  await mail.stop();
});
beforeEach(async () => {
  catalogIsThere = true;
  afterAnswer = undefined;
  mail.refusal = undefined;
  mail.letters.length = 0;
  await alerts().deleteMany({});
});

const alerts = () => shop.app.get<Model<StockAlertRecord>>(getModelToken(STOCK_ALERT));
const round = () => shop.app.get(StockLetters).resume();

const stock = (facts: Partial<CatalogProduct> = {}): CatalogProduct => {
  const product = {
    _id: new Types.ObjectId().toHexString(),
    name: 'Paithani of Yeola',
    price: 24_500,
    stock: 0,
    sizes: [],
    ...facts,
  };
  products.set(product._id, product);
  return product;
};
/** A product whose stock is counted by size. */
const stockBySize = (pieces: Record<string, number>, _id?: string) => {
  const sizeStock = Object.entries(pieces).map(([size, of]) => ({ size, stock: of }));
  return stock({
    ...(_id ? { _id } : {}),
    name: 'Kurta',
    stock: sizeStock.reduce((sum, of) => sum + of.stock, 0),
    sizes: Object.keys(pieces),
    sizeStock,
  });
};
const ask = (body: Partial<CallRequest<'POST /stock-alerts'>['body']> & { productId: string }, as?: Identity) =>
  shop.call('POST /stock-alerts', { body: { size: '', ...body } as CallRequest<'POST /stock-alerts'>['body'] }, as);
const updated = (productId: string) => shop.publish('catalog.product.updated', { productId });
const movement = (productId: string) => ({ holdId: 'h1', orderId: 'c'.repeat(24), productId, size: '', quantity: 1 });
const lettersTo = (email: string) => mail.letters.filter((letter) => letter.includes(`To: ${email}`));
/** Long enough for a second letter that must not come. */
const aWhile = () => new Promise((resolve) => setTimeout(resolve, 400));

describe('asking', () => {
  test('a guest gives an address and is told what will happen', async () => {
    const { _id } = stock();
    const { status, body } = await ask({ productId: _id, email: ' Asha@Example.com ' });
    expect({ status, body }).toEqual({
      status: 200,
      body: {
        success: true,
        message: 'Thank you. We will write to asha@example.com once, as soon as it can be bought again.',
      },
    });
    expect(await alerts().find().lean()).toMatchObject([{ productId: _id, size: '', email: 'asha@example.com' }]);
  });

  test('a guest without an address is asked for one', async () => {
    const { status, body } = await ask({ productId: stock()._id });
    expect(status).toBe(400);
    expect(body).toMatchObject({
      code: 'VALIDATION_FAILED',
      details: { fields: { email: 'Please enter your e-mail address.' } },
    });
  });

  test('who is signed in need not give one, and may give another', async () => {
    const { _id } = stock();
    expect((await ask({ productId: _id }, meera)).body.message).toContain(meera.email);
    expect((await ask({ productId: _id, email: 'sister@example.com' }, meera)).body.message).toContain(
      'sister@example.com',
    );
    expect(await alerts().find().sort({ email: 1 }).lean()).toMatchObject([
      { email: meera.email, name: 'Meera Nair' },
      { email: 'sister@example.com' },
    ]);
    expect((await alerts().findOne({ email: 'sister@example.com' }).lean())?.name).toBeUndefined();
  });

  test.each([
    ['a product that is not there', () => ({ productId: 'f'.repeat(24) }), 'PRODUCT_NOT_FOUND', 404],
    ['a size that is not made', () => ({ productId: stockBySize({ S: 0 })._id, size: 'XL' }), 'SIZE_UNKNOWN', 400],
    ['a size of something that has none', () => ({ productId: stock()._id, size: 'S' }), 'SIZE_UNKNOWN', 400],
    ['what can be bought', () => ({ productId: stock({ stock: 1 })._id }), 'IN_STOCK', 409],
    ['a size that can be bought', () => ({ productId: stockBySize({ S: 0, M: 2 })._id, size: 'M' }), 'IN_STOCK', 409],
    ['any size while one can be bought', () => ({ productId: stockBySize({ S: 0, M: 2 })._id }), 'IN_STOCK', 409],
  ])('for %s is refused', async (_what, wish, code, status) => {
    expect(await ask({ ...wish(), email: 'asha@example.com' })).toMatchObject({ status, body: { code } });
    expect(await alerts().countDocuments()).toBe(0);
  });

  test('for a size that is sold out is taken while others can be bought', async () => {
    expect(
      (await ask({ productId: stockBySize({ S: 0, M: 2 })._id, size: 'S', email: 'asha@example.com' })).body.message,
    ).toContain('as soon as size S can be bought again');
  });

  test('ten times at once is asking once', async () => {
    const { _id } = stock();
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => ask({ productId: _id, email: 'asha@example.com' })),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200));
    expect(await alerts().countDocuments()).toBe(1);
  });

  test('just as a piece comes back is answered with the good news, and nothing is left behind', async () => {
    const { _id } = stock();
    afterAnswer = () => void stock({ _id, stock: 1 });
    expect(await ask({ productId: _id, email: 'asha@example.com' })).toMatchObject({
      status: 409,
      body: { code: 'IN_STOCK' },
    });
    expect(await alerts().countDocuments()).toBe(0);
  });

  test('while the catalog says nothing is asking later', async () => {
    catalogIsThere = false;
    expect(await ask({ productId: 'f'.repeat(24), email: 'asha@example.com' })).toMatchObject({
      status: 503,
      body: { code: 'UNAVAILABLE' },
    });
  });

  test(`for more than ${MAX_WAITING} things is too much`, async () => {
    const waiting = Array.from({ length: MAX_WAITING }, () => ({
      productId: new Types.ObjectId().toHexString(),
      size: '',
      email: 'asha@example.com',
      askedAt: new Date(),
    }));
    await alerts().insertMany(waiting);
    expect((await ask({ productId: stock()._id, email: 'asha@example.com' })).body.code).toBe('RATE_LIMITED');
    expect((await ask({ productId: stock()._id, email: 'meena@example.com' })).status).toBe(200);
  });

  test('is forgotten after 180 days', async () => {
    expect(await alerts().collection.indexes()).toContainEqual(
      expect.objectContaining({ key: { askedAt: 1 }, expireAfterSeconds: 180 * 24 * 3600 }),
    );
  });
});

describe('the letter', () => {
  test.each([
    ['an admin sets the stock', (productId: string) => updated(productId)],
    [
      'a checkout lets its pieces go',
      (productId: string) => shop.publish('catalog.stock.released', { ...movement(productId), reason: 'expired' }),
    ],
    ['an order is cancelled', (productId: string) => shop.publish('catalog.stock.returned', movement(productId))],
  ])('goes out when %s', async (_what, tell) => {
    const { _id } = stock();
    await ask({ productId: _id }, meera);
    stock({ _id, stock: 2 });
    await tell(_id);
    await eventually(() => expect(lettersTo(meera.email)).toHaveLength(1));
  });

  test('is one, however often and at once the news comes; asking again brings another', async () => {
    const { _id } = stock();
    await ask({ productId: _id }, meera);
    stock({ _id, stock: 2 });
    await Promise.all([
      updated(_id),
      updated(_id),
      updated(_id),
      shop.publish('catalog.stock.returned', movement(_id)),
    ]);
    await eventually(() => expect(lettersTo(meera.email)).toHaveLength(1));
    await aWhile();
    expect(lettersTo(meera.email)).toHaveLength(1);
    expect(await alerts().countDocuments()).toBe(0);

    stock({ _id });
    await ask({ productId: _id }, meera);
    stock({ _id, stock: 1 });
    await updated(_id);
    await eventually(() => expect(lettersTo(meera.email)).toHaveLength(2));
    const [first, second] = lettersTo(meera.email).map((letter) => /Message-ID: (.+)/.exec(letter)?.[1]);
    expect(first).not.toBe(second);
  });

  test('goes to those whose size is there, and the others wait on', async () => {
    const { _id } = stockBySize({ S: 0, M: 0 });
    await ask({ productId: _id, size: 'S', email: 's@example.com' });
    await ask({ productId: _id, size: 'M', email: 'm@example.com' });
    await ask({ productId: _id, email: 'any@example.com' });
    stockBySize({ S: 0, M: 3 }, _id);
    await updated(_id);
    await eventually(() => expect(mail.letters).toHaveLength(2));
    await aWhile();
    expect([
      lettersTo('s@example.com').length,
      lettersTo('m@example.com').length,
      lettersTo('any@example.com').length,
    ]).toEqual([0, 1, 1]);
    expect(await alerts().find().lean()).toMatchObject([{ email: 's@example.com', size: 'S' }]);
  });

  test('does not go out for a product that is still sold out', async () => {
    const { _id } = stock();
    await ask({ productId: _id }, meera);
    await updated(_id);
    await aWhile();
    expect(mail.letters).toEqual([]);
    expect((await alerts().findOne().lean())?.claim).toBeUndefined();
  });

  test('is sent by somebody else when its sender died, once its time is over', async () => {
    const { _id } = stock();
    await ask({ productId: _id }, meera);
    stock({ _id, stock: 1 });
    await alerts().updateOne(
      { productId: _id },
      { $set: { claim: { until: new Date(Date.now() + 60_000), attempts: 1 } } },
    );
    await updated(_id);
    await round();
    await aWhile();
    expect(mail.letters).toEqual([]);
    await alerts().updateOne({ productId: _id }, { $set: { 'claim.until': new Date(Date.now() - 1) } });
    await Promise.all([round(), round(), updated(_id)]);
    await eventually(() => expect(lettersTo(meera.email)).toHaveLength(1));
    await aWhile();
    expect(lettersTo(meera.email)).toHaveLength(1);
  });

  test('that the mail server refuses is tried again later, and not for ever', async () => {
    const { _id } = stock();
    await ask({ productId: _id }, meera);
    stock({ _id, stock: 1 });
    mail.refusal = '451 try later';
    await updated(_id);
    const claim = async () => (await alerts().findOne({ productId: _id }).lean())?.claim;
    await eventually(async () => expect(await claim()).toMatchObject({ attempts: 1 }));
    const runOut = () => alerts().updateOne({ productId: _id }, { $set: { 'claim.until': new Date(Date.now() - 1) } });
    await runOut();
    await round();
    expect(await claim()).toMatchObject({ attempts: 2 });
    await alerts().updateOne({ productId: _id }, { $set: { 'claim.attempts': MAX_LETTER_ATTEMPTS - 1 } });
    await runOut();
    await round();
    expect(await alerts().countDocuments()).toBe(0);
  });

  test('that failed waits on when the piece is gone again', async () => {
    const { _id } = stock();
    await ask({ productId: _id }, meera);
    await alerts().updateOne({ productId: _id }, { $set: { claim: { until: new Date(Date.now() - 1), attempts: 3 } } });
    await round();
    expect((await alerts().findOne({ productId: _id }).lean())?.claim).toBeUndefined();
    stock({ _id, stock: 1 });
    await updated(_id);
    await eventually(() => expect(lettersTo(meera.email)).toHaveLength(1));
  });

  test('never comes for a product that has left the shop', async () => {
    const { _id } = stock();
    await ask({ productId: _id }, meera);
    products.delete(_id);
    await shop.publish('catalog.product.deleted', { productId: _id });
    await eventually(async () => expect(await alerts().countDocuments()).toBe(0));
    expect(mail.letters).toEqual([]);
  });

  test('says what is back, what it costs, where it is, and that it is the only one', () => {
    const { subject, text } = stockLetter(
      { size: 'M', name: 'Meera Nair' },
      { _id: 'a'.repeat(24), name: 'Paithani of Yeola', price: 124_500 },
      'http://localhost:3000',
    );
    expect(subject).toBe('Back at Rangavalli: Paithani of Yeola, size M');
    for (const words of [
      'Namaste Meera Nair,',
      'Paithani of Yeola, size M',
      '₹1,24,500\n',
      `http://localhost:3000/product/${'a'.repeat(24)}`,
      'This was the one letter about it.',
    ])
      expect(text).toContain(words);
    expect(stockLetter({ size: '' }, { _id: 'a'.repeat(24), name: 'Paithani', price: 99.5 }).text).toContain(
      '  Paithani\n  ₹99.50\n',
    );
  });
});

test.each([
  ['one stock for all sizes serves each', { stock: 1, sizes: ['S', 'M'] }, 'S', true],
  ['an empty count by size is none', { stock: 1, sizes: ['S'], sizeStock: [] }, 'S', true],
  ['a size that is no longer made is not there', { stock: 1, sizes: ['S'] }, 'M', false],
  [
    'counted sizes stand for themselves',
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
])('%s', (_what, product, size, expected) => {
  expect(canBeBought(product, size)).toBe(expected);
});
