import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { posters } from '@rangavalli/loom/posters';
import { openingStock } from './products/opening-stock.js';
import { seed, slug } from './seed.js';
import { TestingShop } from './testing-shop.js';

describe('the seed', () => {
  const shop = new TestingShop();
  const said: string[] = [];
  let address: string;
  let dataDir: string;
  let upload: typeof import('./image-host.js').upload;
  const goods = {
    products: openingStock.slice(0, 3),
    posters: posters.filter(({ publicId }) => publicId.endsWith('promo-1')),
  };
  const run = (password = 'right', products = goods.products) =>
    seed(
      { apiUrl: `${address}/api`, dataDir, admin: { email: 'admin@example.com', password } },
      { ...goods, products },
      { upload, say: (line) => said.push(line) },
    );

  beforeAll(async () => {
    address = await shop.open();
    dataDir = mkdtempSync(join(tmpdir(), 'seed-'));
    // The SDK reads this when it is first imported.
    process.env['CLOUDINARY_URL'] = `cloudinary://key:secret@demo?upload_prefix=${encodeURIComponent(address)}`;
    ({ upload } = await import('./image-host.js'));
  });
  afterAll(async () => {
    await shop.close();
    rmSync(dataDir, { recursive: true });
  });

  it('is turned away with a wrong password, and notes nothing', async () => {
    await expect(run('wrong')).rejects.toThrow(/401/);
    expect(existsSync(join(dataDir, 'seeded.json'))).toBe(false);
  });

  it('puts the products on the shelf with their pictures, through refusals and lost answers', async () => {
    shop.refusals.push(
      { path: '/users/login', status: 503 },
      { path: '/products/create', status: 429, retryAfter: '0' },
      { path: '/products/create', status: 502, afterwards: true },
      { path: '/image/upload', status: 500 },
    );
    await run();
    expect(shop.products.map(({ name }) => name).sort()).toEqual(goods.products.map(({ name }) => name).sort());
    for (const product of shop.products) {
      const images = product['images'] as { public_id: string; url: string }[];
      expect(images.map(({ public_id }) => public_id)).toEqual(
        [1, 2, 3].map((k) => `rangavalli/products/${slug(product['name'] as string)}-${k}`),
      );
    }
    expect(shop.uploads).toHaveLength(10);
    expect(shop.uploads.map(({ publicId }) => publicId)).toContain('rangavalli/home/promo-1');
    expect(Math.min(...shop.uploads.map(({ bytes }) => bytes))).toBeGreaterThan(20_000);
    expect(JSON.parse(readFileSync(join(dataDir, 'seeded.json'), 'utf8'))).toMatchObject({ products: 3, posters: 1 });
    expect(said.some((line) => line.includes('4 of 4 woven and uploaded'))).toBe(true);
  }, 60_000);

  it('leaves what is there and adds what is missing', async () => {
    const before = shop.uploads.length;
    await run('right', openingStock.slice(0, 4));
    expect(shop.products).toHaveLength(4);
    expect(shop.uploads.length - before).toBe(4);
  }, 60_000);

  it('stops at a refusal that waiting does not cure', async () => {
    shop.refusals.push({ path: '/image/upload', status: 400 });
    await expect(run('right', openingStock.slice(0, 5))).rejects.toThrow(/400/);
  }, 60_000);
});
