import { Controller, Module } from '@nestjs/common';
import { MessagePattern, Payload } from '@nestjs/microservices';
import type { CommandReply, CommandRequest } from '@rangavalli/contracts/commands';
import { serviceConfig } from '@rangavalli/service-kit/config';
import { buildIdentity } from '@rangavalli/service-kit/testing/test-identity';
import { eventually, startTestService, type TestService } from '@rangavalli/service-kit/testing/test-service';
import { Types } from 'mongoose';
import { startMediaHost, type MediaHost } from '../testing/media-host.js';
import { QUESTION } from '../questions/question.schema.js';
import { admin, type CatalogUnderTest, startCatalog } from '../testing/start-catalog.js';
import { REVIEW } from './review.schema.js';

const delivered = new Types.ObjectId().toHexString();

/** Replies in place of the order service: one order was delivered to everybody. */
@Controller()
class Purchases {
  @MessagePattern('rpc.order.purchase.get')
  get(@Payload() { order }: CommandRequest<'rpc.order.purchase.get'>): CommandReply<'rpc.order.purchase.get'> {
    return { orderId: order, isDelivered: order.startsWith(delivered.slice(0, 12)) };
  }
}
@Module({ controllers: [Purchases] })
class PurchasesModule {}

describe('reviews', () => {
  let catalog: CatalogUnderTest;
  let orders: TestService;
  let host: MediaHost;
  beforeAll(async () => {
    host = await startMediaHost();
    catalog = await startCatalog({ CLOUDINARY_URL: `cloudinary://key:secret@rangavalli?upload_prefix=${host.url}` });
    orders = await startTestService(
      { name: 'order', config: serviceConfig, module: PurchasesModule },
      catalog.natsServer.url,
    );
  });
  afterAll(async () => {
    await orders.stop();
    await catalog.stop();
    await host.stop();
  });

  let count = 0;
  /** An order that was delivered. */
  const newOrder = () => delivered.slice(0, 12) + String((count += 1)).padStart(12, '0');
  const customer = (name = 'Meena Rao') => buildIdentity({ id: new Types.ObjectId().toHexString(), name });
  const write = (productId: string, stars: number, text = 'Lovely border.', as = customer(), orderId = newOrder()) =>
    catalog.call('POST /reviews', { body: { orderId, productId, stars, text } }, as);
  const list = async (productId: string) => (await catalog.call('GET /reviews', { query: { productId } })).body;
  const ratingOf = async (id: string) =>
    (await catalog.call('GET /products/getOne/{id}', { params: { id } })).body.product.rating;

  it('are exported for their customer in pages, as questions are', async () => {
    const { _id: productId } = await catalog.create();
    const as = customer();
    const text = 'Lovely border. Call 98480 10407.';
    await write(productId, 4, text, as);
    await catalog.call('POST /questions', { body: { productId, text: 'Does the colour run?' } }, as);
    await write(productId, 5);
    for (const name of [REVIEW, QUESTION]) {
      const model = catalog.products.db.model(name);
      const found = await model.findOne({ userId: as.id }).lean<Record<string, unknown>>();
      const { slot: _slot, textKey: _textKey, ...stored } = found ?? {};
      const order = () => (name === REVIEW ? { orderId: newOrder() } : {});
      await model.insertMany(Array.from({ length: 50 }, () => ({ ...stored, _id: new Types.ObjectId(), ...order() })));
    }
    const exportOf = (list: 'reviews' | 'questions', cursor?: string) =>
      catalog.request('rpc.catalog.customer.export', { userId: as.id, list, ...(cursor ? { cursor } : {}) });
    const reviews = await exportOf('reviews');
    const lastReviews = await exportOf('reviews', reviews.nextCursor);
    expect([reviews.reviews.length, reviews.questions, lastReviews.nextCursor]).toEqual([50, [], undefined]);
    expect(lastReviews.reviews).toMatchObject([{ productId, stars: 4, text, state: 'waiting' }]);
    const questions = await exportOf('questions');
    const lastQuestions = await exportOf('questions', questions.nextCursor);
    expect([questions.questions.length, questions.reviews, lastQuestions.nextCursor]).toEqual([50, [], undefined]);
    expect(lastQuestions.questions).toMatchObject([{ productId, text: 'Does the colour run?', state: 'waiting' }]);
  });

  it('appear at once with the name shortened, and make the rating of the product', async () => {
    const { _id: id } = await catalog.create();
    expect((await write(id, 5)).body).toMatchObject({ success: true, review: { stars: 5, state: 'published' } });
    await write(id, 4, '', customer('Ezhilarasi'));
    await write(id, 4);
    expect((await list(id)).reviews.map(({ author, stars, text }) => [author, stars, text])).toEqual([
      ['Meena R.', 4, 'Lovely border.'],
      ['Ezhilarasi', 4, ''],
      ['Meena R.', 5, 'Lovely border.'],
    ]);
    // 13 stars of 3 reviews.
    await eventually(async () => expect(await ratingOf(id)).toEqual({ average: 4.3, count: 3 }));
  });

  it('need a delivered purchase, and exist once for each', async () => {
    const { _id: id } = await catalog.create();
    expect((await write(id, 5, '', customer(), 'f'.repeat(24))).body).toMatchObject({ code: 'REVIEW_NOT_ALLOWED' });
    const [as, orderId] = [customer(), newOrder()];
    const both = await Promise.all([write(id, 3, 'Fine.', as, orderId), write(id, 3, 'Fine.', as, orderId)]);
    expect(new Set(both.map(({ body }) => body.review.id)).size).toBe(1);
    expect((await write(id, 5, 'Changed.', as, orderId)).body).toMatchObject({ code: 'REVIEW_EXISTS' });
    expect((await write(id, 6)).status).toBe(400);
    expect((await list(id)).reviews).toHaveLength(1);
  });

  it('with links or phone numbers wait for staff, who publish, hide and reply', async () => {
    const { _id: id } = await catalog.create();
    for (const text of ['See https://cheap.example', 'Call 98765 43210'])
      expect((await write(id, 1, text)).body.review.state).toBe('waiting');
    await write(id, 5);
    await eventually(async () => expect(await ratingOf(id)).toEqual({ average: 5, count: 1 }));
    const waiting = await catalog.call('GET /reviews/admin', { query: { state: 'waiting' } }, admin);
    const [first] = waiting.body.reviews.filter(({ productId }) => productId === id);
    const moderate = (state: 'published' | 'hidden', reply?: string) =>
      catalog.call('POST /reviews/{id}/moderation', { params: { id: first?.id ?? '' }, body: { state, reply } }, admin);
    await moderate('published', 'Thank you.');
    expect((await moderate('published', 'Thank you.')).body.message).toBe('The review is published.');
    await eventually(async () => expect(await ratingOf(id)).toEqual({ average: 3, count: 2 }));
    expect((await list(id)).reviews.map(({ reply }) => reply?.text)).toEqual([undefined, 'Thank you.']);
    await moderate('hidden');
    await eventually(async () => expect(await ratingOf(id)).toEqual({ average: 5, count: 1 }));
    expect((await catalog.call('GET /reviews/admin', {}, customer())).status).toBe(403);
  });

  it.each([
    '(040) 2345 6789',
    '98480.10407',
    '98480/10407',
    '+91 (98480) 10407',
    '98480–10407',
    '౯౮౪౮౦౧౦౪౦౭',
    '९८४८० १०४०७',
    'meena@example.com',
  ])('wait with %s', async (text) => {
    const { _id: id } = await catalog.create();
    expect((await write(id, 4, `Lovely. ${text}`)).body.review.state).toBe('waiting');
  });

  it.each([
    '5.5 metres, bought 2 in 2026 for ₹12,500. Washed at 30° since.',
    'Ordered on 02-11-2026, arrived 5/11/2026, of the collection 2025–2026.',
  ])('are published at once with lengths, amounts and dates: %s', async (text) => {
    const { _id: id } = await catalog.create();
    expect((await write(id, 4, text)).body.review.state).toBe('published');
  });

  it('show distribution and fit, by stars and by how helpful they are', async () => {
    const { _id: productId } = await catalog.create({ sizes: ['S', 'M'], stock: 3 });
    const post = (stars: number, fit: 'small' | 'true') =>
      catalog.call('POST /reviews', { body: { orderId: newOrder(), productId, stars, fit, text: '' } }, customer());
    await post(5, 'true');
    const four = await post(4, 'small');
    await post(5, 'small');
    const helpful = { params: { id: four.body.review.id } };
    await catalog.call('POST /reviews/{id}/helpful', helpful, customer());
    await eventually(async () =>
      expect((await list(productId)).summary).toEqual({
        stars: [0, 0, 0, 1, 2],
        fit: { small: 2, true: 1, large: 0 },
        photos: [],
      }),
    );
    const starsOf = async (query: object) =>
      (await catalog.call('GET /reviews', { query: { productId, ...query } })).body.reviews.map(({ stars }) => stars);
    expect([await starsOf({ sort: 'helpful' }), await starsOf({ stars: '5' })]).toEqual([
      [4, 5, 5],
      [5, 5],
    ]);
    const { body } = await catalog.call('GET /products/getAll', { query: { id: productId, minRating: '4' } });
    expect([body.total, body.facets?.rating]).toEqual([1, [{ min: 4, count: 1 }]]);
    const rated5 = await catalog.call('GET /products/getAll', { query: { id: productId, minRating: '5' } });
    expect(rated5.body.total).toBe(0);
    const saree = await catalog.create();
    const wrong = { orderId: newOrder(), productId: saree._id, stars: 5, fit: 'true' as const, text: '' };
    expect((await catalog.call('POST /reviews', { body: wrong }, customer())).body).toMatchObject({
      code: 'VALIDATION_FAILED',
      details: { fields: { fit: 'This product has no sizes.' } },
    });
  });

  it('with photos wait, show only uploads of their purchase, and take them along when they are withdrawn', async () => {
    const { _id: productId } = await catalog.create();
    const [as, orderId] = [customer(), newOrder()];
    const sign = async (kind: 'photo' | 'video', slot = 0, order = orderId) => {
      const body = { orderId: order, productId, kind, slot };
      return (await catalog.call('POST /reviews/media/signature', { body }, as)).body.upload.fields['public_id'] ?? '';
    };
    const [photo, video, foreign] = [await sign('photo'), await sign('video'), await sign('photo', 0, newOrder())];
    host.files.set(`image/${photo}`, { format: 'jpg', version: 12, bytes: 2_000_000 });
    host.files.set(`video/${video}`, { format: 'mov', version: 13, bytes: 9_000_000, duration: 20 });
    host.files.set(`image/${foreign}`, { format: 'jpg', version: 14, bytes: 2_000_000 });
    const post = (photos: string[]) =>
      catalog.call(
        'POST /reviews',
        { body: { orderId, productId, stars: 5, text: 'See the fall.', photos, video, isIncentivised: true } },
        as,
      );
    expect((await post([photo, foreign])).body.code).toBe('VALIDATION_FAILED');
    host.files.set(`image/${photo}`, { format: 'jpg', version: 12, bytes: 20_000_000 });
    expect((await post([photo])).body.code).toBe('VALIDATION_FAILED');
    host.files.set(`image/${photo}`, { format: 'jpg', version: 12, bytes: 2_000_000 });
    const { review } = (await post([photo])).body;
    expect(review).toMatchObject({ state: 'waiting', isIncentivised: true });
    expect([review.photos?.[0]?.url, review.video?.url]).toEqual([
      `http://localhost:8080/media/rangavalli/image/upload/v12/${photo}.jpg`,
      `http://localhost:8080/media/rangavalli/video/upload/v13/${video}.mp4`,
    ]);
    const again = { orderId, productId, kind: 'photo' as const, slot: 1 };
    expect((await catalog.call('POST /reviews/media/signature', { body: again }, as)).body.code).toBe('REVIEW_EXISTS');
    const params = { id: review.id };
    await catalog.call('POST /reviews/{id}/moderation', { params, body: { state: 'published' } }, admin);
    await eventually(async () => expect((await list(productId)).summary?.photos).toHaveLength(1));
    expect((await catalog.call('DELETE /reviews/{id}', { params }, customer())).status).toBe(404);
    await catalog.call('DELETE /reviews/{id}', { params }, as);
    await eventually(() => expect(host.destroyed.toSorted()).toEqual([`image/${photo}`, `video/${video}`].toSorted()));
    expect((await catalog.call('DELETE /reviews/{id}', { params }, as)).status).toBe(200);
    expect((await list(productId)).reviews).toEqual([]);
    const own = await catalog.call('GET /reviews/own', { query: { orderId } }, as);
    expect(own.body.reviews).toMatchObject([{ state: 'withdrawn', text: '' }]);
    const moderated = await catalog.call(
      'POST /reviews/{id}/moderation',
      { params, body: { state: 'published' } },
      admin,
    );
    expect(moderated.body.code).toBe('REVIEW_WITHDRAWN');
    expect((await post([])).body.code).toBe('REVIEW_EXISTS');
  });

  it('of a popular product are listed the most helpful first, and those with photos are read alone', async () => {
    const { _id: productId } = await catalog.create();
    const reviews = catalog.products.db.model(REVIEW);
    await reviews.insertMany(
      Array.from({ length: 30 }, (_none, number) => ({
        productId,
        productName: 'Saree',
        orderId: newOrder(),
        userId: String(number),
        author: 'Meena R.',
        stars: 5,
        state: 'published',
        at: new Date(),
        text: String(number),
        helpful: Array.from({ length: number % 3 }, (_nobody, reader) => String(reader)),
        helpfulCount: number % 3,
        ...(number % 10 === 0 ? { photos: [{ public_id: `p${number}`, path: `image/upload/v1/p${number}.jpg` }] } : {}),
      })),
    );
    await catalog.products.updateOne(
      { _id: productId },
      { reviewCounts: { stars: [0, 0, 0, 0, 30], fit: { small: 0, true: 0, large: 0 } } },
    );
    const found: { text: string; helpful: number }[] = [];
    const searches = await catalog.searchesOf('reviews', async () => {
      const { summary } = await list(productId);
      expect(summary?.photos.map(({ public_id }) => public_id)).toEqual(['p20', 'p10', 'p0']);
      for (let cursor: string | undefined, page = 1; page === 1 || cursor; page += 1) {
        const query = { productId, sort: 'helpful' as const, ...(cursor ? { cursor } : {}) };
        const { body } = await catalog.call('GET /reviews', { query });
        found.push(...body.reviews);
        cursor = body.nextCursor;
      }
    });
    const numbers = Array.from({ length: 30 }, (_none, number) => 29 - number);
    expect(found.map(({ text, helpful }) => [text, helpful])).toEqual(
      numbers.toSorted((a, b) => (b % 3) - (a % 3)).map((number) => [String(number), number % 3]),
    );
    expect(new Set(searches.map(({ hint }) => hint))).toEqual(new Set(['of_product', 'with_photos', 'most_helpful']));
  });

  it('are helpful once per customer, and lose the name of a deleted account', async () => {
    const { _id: id } = await catalog.create();
    const author = customer();
    const { body } = await write(id, 5, 'Good.', author);
    const params = { id: body.review.id };
    const reader = customer();
    for (const as of [reader, reader, customer()]) await catalog.call('POST /reviews/{id}/helpful', { params }, as);
    await catalog.publish('user.deleted', {
      userId: author.id,
      email: 'meena@example.com',
      deletedAt: new Date().toISOString(),
    });
    await eventually(async () =>
      expect((await list(id)).reviews).toMatchObject([{ author: 'A customer', helpful: 2, text: 'Good.' }]),
    );
  });
});
