import { rename, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import type { Image, ProductInput } from '@rangavalli/contracts/entities/product';
import { picturesOf } from '@rangavalli/loom/catalogue';
import { Loom } from '@rangavalli/loom/pool';
import type { Poster } from '@rangavalli/loom/posters';
import { hash } from '@rangavalli/loom/random';
import { inTurn } from './in-turn.js';
import type { OpeningProduct } from './products/product.js';
import { ShopApi } from './shop-api.js';
import type { Settings } from './settings.js';

export interface Goods {
  products: readonly OpeningProduct[];
  posters: readonly Poster[];
}

export interface Helpers {
  upload: (file: string, publicId: string) => Promise<Image>;
  say: (line: string) => void;
}

/** A name as part of an address: `Mini Tussar Kurta` → `mini-tussar-kurta`. */
export function slug(name: string): string {
  return name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}

/** What `POST /products/create` is asked for. The weave is a tag too, so that search finds it. */
export function asInput(
  { silhouette: _silhouette, cloth: _cloth, ...product }: OpeningProduct,
  images: Image[],
): ProductInput {
  return { ...product, tags: [...product.tags, ...(product.weave ? [product.weave] : [])], images };
}

/**
 * Weaves the pictures, uploads them, puts the products on the shelf and notes it in
 * `<DATA_DIR>/seeded.json`. May be stopped and started again: what is there is left as it is.
 */
export async function seed(settings: Settings, { products, posters }: Goods, { upload, say }: Helpers): Promise<void> {
  const started = Date.now();
  const api = new ShopApi(settings.apiUrl);
  await api.logIn(settings.admin);
  const there = await api.productNames();
  const missing = products.filter(({ name }) => !there.has(name));
  if (missing.length < products.length) say(`${products.length - missing.length} products are on the shelf already`);
  const loom = new Loom(join(settings.dataDir, 'loom'));
  // Two more than cores: while one uploads, the loom does not wait.
  const atOnce = availableParallelism() + 2;
  const total = missing.length + posters.length;
  let done = 0;
  let told = 0;
  const step = () => {
    done += 1;
    const share = Math.floor((done / total) * 20);
    if (share === told) return;
    told = share;
    say(
      `${'█'.repeat(share)}${'░'.repeat(20 - share)} ${done} of ${total} woven and uploaded, ${Math.round((Date.now() - started) / 1000)} s`,
    );
  };
  try {
    if (total > 0)
      say(`Weaving pictures for ${missing.length} products and ${posters.length} posters of the home page`);
    await inTurn(posters, atOnce, async ({ publicId, order }) => {
      const [file] = await loom.weave([order]);
      if (file) await upload(file.path, publicId);
      step();
    });
    await inTurn(missing, atOnce, async (product) => {
      const files = await loom.weave(
        picturesOf(product.name, product.silhouette, { ...product.cloth, seed: hash(product.name) }),
      );
      const images = await Promise.all(
        files.map(({ path }, k) => upload(path, `rangavalli/products/${slug(product.name)}-${k + 1}`)),
      );
      await api.create(asInput(product, images));
      step();
    });
  } finally {
    await loom.close();
  }
  const note = join(settings.dataDir, 'seeded.json');
  await writeFile(
    `${note}.part`,
    `${JSON.stringify({ at: new Date().toISOString(), products: products.length, posters: posters.length }, null, 2)}\n`,
  );
  await rename(`${note}.part`, note);
  say(`${products.length} products are on the shelf, ${Math.round((Date.now() - started) / 1000)} s`);
}
