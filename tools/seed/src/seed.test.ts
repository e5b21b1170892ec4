import { v2 as cloudinary } from 'cloudinary';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readCatalogue } from './catalogue.js';
import { seed } from './seed.js';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Failure {
  path: string;
  status: number;
  code?: string;
  retryAfter?: string;
  /** The request takes effect and only its response is lost. */
  isApplied?: boolean;
}

class TestShop {
  readonly products: { name: string; images: { public_id: string; url: string }[] }[] = [];
  readonly uploads: { publicId: string; bytes: number }[] = [];
  readonly failures: Failure[] = [];
  readonly #server = createServer((request, response) => void this.#respond(request, response));

  async open(): Promise<string> {
    await once(this.#server.listen(0, '127.0.0.1'), 'listening');
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((closed) => this.#server.close(closed));
  }

  async #respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = Buffer.concat(await request.toArray());
    const path = request.url ?? '';
    const index = this.failures.findIndex((failure) => path.endsWith(failure.path));
    const [failure] = index < 0 ? [] : this.failures.splice(index, 1);
    const result: [number, unknown] =
      failure && !failure.isApplied ? [failure.status, {}] : this.#handle(path, body, request.headers.authorization);
    response
      .writeHead(failure?.status ?? result[0], {
        'content-type': 'application/json',
        ...(failure?.retryAfter ? { 'retry-after': failure.retryAfter } : {}),
      })
      .end(JSON.stringify(failure ? { code: failure.code, error: { message: 'busy' } } : result[1]));
  }

  #handle(path: string, body: Buffer, token: string | undefined): [number, unknown] {
    if (path.endsWith('/image/upload')) {
      const form = body.toString('latin1');
      const publicId = /name="public_id"\r\n\r\n([^\r]+)/.exec(form)?.[1] ?? '';
      if (!/name="signature"\r\n\r\n[0-9a-f]{40}/.test(form)) return [401, { error: { message: 'Invalid Signature' } }];
      this.uploads.push({ publicId, bytes: body.length });
      return [200, { public_id: publicId, secure_url: `http://127.0.0.1/demo/image/upload/v1/${publicId}.avif` }];
    }
    if (path === '/api/users/login') {
      const { password } = JSON.parse(body.toString()) as { password: string };
      return password === 'right' ? [200, { success: true, token: 'admin-token', user: {} }] : [401, {}];
    }
    if (path === '/api/products/getAll') return [200, { success: true, products: this.products }];
    if (path === '/api/products/create' && token === 'Bearer admin-token') {
      this.products.push(JSON.parse(body.toString()));
      return [201, { success: true }];
    }
    return [403, {}];
  }
}

describe('seed', () => {
  const shop = new TestShop();
  const lines: string[] = [];
  const catalogue = readCatalogue();
  const homePictures = catalogue.homePictures.filter(({ publicId }) => publicId.endsWith('promo-1'));
  let address: string;
  let dataDir: string;
  let upload: typeof import('./image-host.js').upload;
  const run = (count: number, password = 'right') =>
    seed(
      { apiUrl: `${address}/api`, dataDir, account: { email: 'admin@example.com', password } },
      { products: catalogue.products.slice(0, count), homePictures },
      upload,
      (line) => lines.push(line),
    );

  beforeAll(async () => {
    address = await shop.open();
    dataDir = mkdtempSync(join(tmpdir(), 'seed-'));
    process.env['CLOUDINARY_URL'] = `cloudinary://key:secret@demo?upload_prefix=${encodeURIComponent(address)}`;
    ({ upload } = await import('./image-host.js'));
    cloudinary.config(true);
  });
  afterAll(async () => {
    await shop.close();
    rmSync(dataDir, { recursive: true });
  });

  it('fails with a wrong password and writes no marker', async () => {
    await expect(run(3, 'wrong')).rejects.toThrow(/401/);
    expect(existsSync(join(dataDir, 'seeded.json'))).toBe(false);
  });

  it('creates each product once with its pictures, despite failures and lost responses', async () => {
    shop.failures.push(
      { path: '/users/login', status: 503 },
      { path: '/products/create', status: 429, retryAfter: '0' },
      { path: '/products/create', status: 502, isApplied: true },
      { path: '/image/upload', status: 500 },
    );
    await run(3);
    const expected = catalogue.products.slice(0, 3);
    expect(shop.products.map(({ name }) => name).sort()).toEqual(expected.map(({ input }) => input.name).sort());
    for (const { input, pictures } of expected) {
      const created = shop.products.find(({ name }) => name === input.name)!;
      expect(created.images.map(({ public_id }) => public_id)).toEqual(pictures.map(({ publicId }) => publicId));
    }
    expect(shop.uploads).toHaveLength(10);
    expect(shop.uploads.map(({ publicId }) => publicId)).toContain('rangavalli/home/promo-1');
    expect(Math.min(...shop.uploads.map(({ bytes }) => bytes))).toBeGreaterThan(5_000);
    const marker: unknown = JSON.parse(readFileSync(join(dataDir, 'seeded.json'), 'utf8'));
    expect(marker).toMatchObject({ products: 3, homePictures: 1 });
    expect(lines.at(-1)).toMatch(/^created 3 of 3 products/);
  });

  it('does nothing once everything was created', async () => {
    await run(4);
    expect(shop.products).toHaveLength(3);
    expect(lines.at(-1)).toMatch(/^skipped: .* created before/);
  });

  it('continues after an interruption with the products that are missing', async () => {
    rmSync(join(dataDir, 'seeded.json'));
    const uploadsBefore = shop.uploads.length;
    await run(4);
    expect(shop.products).toHaveLength(4);
    expect(shop.uploads.length - uploadsBefore).toBe(4);
  });

  it.each([
    ['/products/create', 403, 'SECOND_FACTOR_SETUP_REQUIRED'],
    ['/users/login', 401, 'SECOND_FACTOR_REQUIRED'],
  ])('skips the products where %s needs a second factor (%s %s)', async (path, status, code) => {
    rmSync(join(dataDir, 'seeded.json'), { force: true });
    shop.failures.push({ path, status, code });
    await run(5);
    expect(shop.products).toHaveLength(4);
    expect(lines.at(-1)).toMatch(/^skipped: the account needs a second factor/);
    expect(existsSync(join(dataDir, 'seeded.json'))).toBe(false);
  });

  it('adds nothing to a shop that has products of its own', async () => {
    rmSync(join(dataDir, 'seeded.json'), { force: true });
    shop.products.push({ name: 'A saree of this shop', images: [] });
    await run(5);
    shop.products.pop();
    expect(shop.products).toHaveLength(4);
    expect(lines.at(-1)).toBe('skipped: the shop has products of its own');
  });

  it('stops at an error that a retry does not cure', async () => {
    shop.failures.push({ path: '/image/upload', status: 400 });
    await expect(run(5)).rejects.toThrow(/400/);
  });
});
