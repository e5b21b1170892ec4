import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readCatalogue } from './catalogue.js';
import { seed } from './seed.js';
import { TestShop } from './test-shop.js';

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
      { apiUrl: `${address}/api`, dataDir, admin: { email: 'admin@example.com', password } },
      { products: catalogue.products.slice(0, count), homePictures },
      upload,
      (line) => lines.push(line),
    );

  beforeAll(async () => {
    address = await shop.open();
    dataDir = mkdtempSync(join(tmpdir(), 'seed-'));
    // The SDK reads the variable when it is imported.
    process.env['CLOUDINARY_URL'] = `cloudinary://key:secret@demo?upload_prefix=${encodeURIComponent(address)}`;
    ({ upload } = await import('./image-host.js'));
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

  it('skips products that exist', async () => {
    const uploadsBefore = shop.uploads.length;
    await run(4);
    expect(shop.products).toHaveLength(4);
    expect(shop.uploads.length - uploadsBefore).toBe(4);
  });

  it('stops at an error that a retry does not cure', async () => {
    shop.failures.push({ path: '/image/upload', status: 400 });
    await expect(run(5)).rejects.toThrow(/400/);
  });
});
