import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { v2 as cloudinary } from 'cloudinary';
import { admin, buildHold, type CatalogUnderTest, startCatalog } from '../testing/start-catalog.js';
import { RemovedImages } from './removed-images.js';

const account = { api_key: 'key', api_secret: 'secret', signature_algorithm: 'sha256' };

/** Cloudinary's call to destroy a picture. */
class FakeImageHost {
  readonly destroyed: string[] = [];
  isDown = false;
  /** Requests while it was down. */
  missed = 0;
  private readonly server: Server;

  constructor() {
    this.server = createServer((request, response) => {
      void readBody(request).then((body) => {
        const { signature, api_key: key, ...signed } = Object.fromEntries(new URLSearchParams(body));
        const isSigned = key === 'key' && signature === cloudinary.utils.sign_request(signed, account).signature;
        const isDestroy = request.method === 'POST' && request.url === '/v1_1/rangavalli/image/destroy';
        if (this.isDown) this.missed += 1;
        if (this.isDown || !isSigned || !isDestroy) return response.writeHead(this.isDown ? 503 : 401).end('{}');
        this.destroyed.push(signed['public_id'] ?? '');
        return response.end(JSON.stringify({ result: 'ok' }));
      });
    });
  }

  async start(): Promise<string> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    await new Promise((resolve) => this.server.close(resolve));
  }
}

async function readBody(request: IncomingMessage): Promise<string> {
  let body = '';
  for await (const chunk of request) body += String(chunk);
  return body;
}

const picture = (name: string) => ({
  public_id: `rangavalli/products/${name}`,
  url: `http://localhost:8080/media/rangavalli/image/upload/v1/rangavalli/products/${name}.webp`,
});

describe('pictures that were removed from a product', () => {
  const host = new FakeImageHost();
  let catalog: CatalogUnderTest;
  beforeAll(async () => {
    catalog = await startCatalog({
      CLOUDINARY_URL: `cloudinary://key:secret@rangavalli?upload_prefix=${await host.start()}`,
    });
  });
  afterAll(async () => {
    await catalog.stop();
    await host.stop();
  });
  beforeEach(() => {
    host.isDown = false;
    host.missed = 0;
    host.destroyed.length = 0;
  });

  const update = (id: string, body: object) =>
    catalog.call('PUT /products/update/{id}', { params: { id }, body }, admin);
  const removedOf = async (id: string) => (await catalog.products.findById(id).lean())?.removedImages ?? [];
  const sweep = () => catalog.app.get(RemovedImages).sweep();

  it('are destroyed at the image host, once, and the others stay', async () => {
    const { _id } = await catalog.create({ images: [picture('a1'), picture('a2'), picture('a3')] });
    const { body } = await update(_id, { images: [picture('a2'), picture('a4')] });
    expect(body.product.images).toEqual([picture('a2'), picture('a4')]);
    expect(body.product).not.toHaveProperty('removedImages');
    await sweep();
    expect(await removedOf(_id)).toEqual([]);
    expect(host.destroyed.toSorted()).toEqual(['rangavalli/products/a1', 'rangavalli/products/a3']);
    await update(_id, { price: 10 });
    await sweep();
    expect(host.destroyed).toHaveLength(2);
  });

  it('are destroyed later when the image host is down', async () => {
    host.isDown = true;
    const { _id } = await catalog.create({ images: [picture('b1')] });
    expect((await update(_id, { images: [] })).status).toBe(200);
    await sweep();
    expect(await removedOf(_id)).toEqual(['rangavalli/products/b1']);
    host.isDown = false;
    await sweep();
    expect([await removedOf(_id), host.destroyed]).toEqual([[], ['rangavalli/products/b1']]);
  });

  it('are bounded while the image host is down: pictures can be edited again later', async () => {
    host.isDown = true;
    const { _id } = await catalog.create({ images: [picture('e1')] });
    const removedImages = Array.from({ length: 500 }, (_, number) => `rangavalli/products/gone-${number}`);
    await catalog.products.updateOne({ _id }, { $set: { removedImages } });
    expect(await update(_id, { images: [] })).toMatchObject({ status: 503, body: { code: 'UNAVAILABLE' } });
    expect((await update(_id, { price: 10 })).status).toBe(200);
    expect(await removedOf(_id)).toHaveLength(500);
    await catalog.products.updateOne({ _id }, { $set: { removedImages: [] } });
    host.isDown = false;
    expect((await update(_id, { images: [] })).status).toBe(200);
    await sweep();
    expect(await removedOf(_id)).toEqual([]);
  });

  it('are looked up in other products many at a time, more than one batch of products in one run', async () => {
    const { _id: shown } = await catalog.create({ images: [picture('shared')] });
    const { _id: _one, ...example } = await catalog.products.findById(shown).orFail().lean();
    const names = Array.from({ length: 120 }, (_, number) => `many-${number}`);
    await catalog.products.insertMany(
      names.map((name) => ({
        ...example,
        images: [],
        outbox: [],
        removedImages: [picture(name).public_id, picture('shared').public_id],
      })),
    );
    const searches = await catalog.searchesOf('products', sweep);
    expect(host.destroyed.toSorted()).toEqual(names.map((name) => picture(name).public_id).toSorted());
    expect(await catalog.products.countDocuments({ 'removedImages.0': { $exists: true } })).toBe(0);
    // 240 pictures of 120 products: three lookups, two batches.
    expect(searches).toHaveLength(5);
    await catalog.products.deleteMany({});
  });

  it('stay when they were added again before they could be destroyed', async () => {
    host.isDown = true;
    const { _id } = await catalog.create({ images: [picture('c1')] });
    await update(_id, { images: [] });
    await sweep();
    expect(host.missed).toBe(1);
    await update(_id, { images: [picture('c1')] });
    host.isDown = false;
    await sweep();
    expect([await removedOf(_id), host.destroyed]).toEqual([[], []]);
  });

  it('stay when another product shows them, or the product is deleted', async () => {
    const { _id } = await catalog.create({ images: [picture('d1')] });
    await catalog.create({ images: [picture('d1'), picture('d2')] });
    await update(_id, { images: [picture('d3')] });
    await sweep();
    expect(await removedOf(_id)).toEqual([]);
    await catalog.call('DELETE /products/delete/{id}', { params: { id: _id } }, admin);
    await sweep();
    expect(host.destroyed).toEqual([]);
  });

  it('stay for the orders of a product that was sold, also when its sales are archived', async () => {
    const { _id } = await catalog.create({ images: [picture('f1')] });
    const sold = buildHold([_id, 1]);
    const image = picture('f1').url;
    expect(await catalog.request('rpc.catalog.stock.hold', sold)).toMatchObject({ lines: [{ image }] });
    await catalog.request('rpc.catalog.stock.commit', sold);
    for (const next of ['f2', 'f3']) {
      await update(_id, { images: [picture(next)] });
      await sweep();
      expect([await removedOf(_id), host.destroyed]).toEqual([[], []]);
      await catalog.archiver.archiveEnded(new Date(Date.now() + 60_000));
      expect((await catalog.products.findById(_id).lean())?.holds).toEqual([]);
    }
  });

  it('stay when they do not belong to products', async () => {
    const banner = {
      public_id: 'rangavalli/home/hero',
      url: 'http://localhost:8080/media/rangavalli/image/upload/v1/rangavalli/home/hero.webp',
    };
    const { _id } = await catalog.create({ images: [banner] });
    await update(_id, { images: [] });
    await sweep();
    expect(await removedOf(_id)).toEqual([]);
    expect(host.destroyed).toEqual([]);
  });
});
