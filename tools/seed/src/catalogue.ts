import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { productInput, type ProductInput } from '@rangavalli/contracts/entities/product';
import { z } from 'zod';

const DEMO = fileURLToPath(new URL('../../../demo/', import.meta.url));
const PICTURES_PER_PRODUCT = 3;

export interface PictureFile {
  file: string;
  publicId: string;
}

interface DemoProduct {
  input: Omit<ProductInput, 'images'>;
  pictures: PictureFile[];
}

export interface DemoCatalogue {
  products: DemoProduct[];
  homePictures: PictureFile[];
}

/** `picture` is what the loom renders the product from. */
const demoProduct = productInput
  .safeExtend({ id: z.string().regex(/^[a-z0-9-]+$/), picture: z.looseObject({}) })
  .strict();

/** Throws a TypeError that names the file and field of the first wrong product. */
export function readCatalogue(folder = DEMO): DemoCatalogue {
  const collections = readdirSync(join(folder, 'catalogue')).filter((file) => file.endsWith('.json'));
  const products = interleave(collections.sort().map((file) => readCollection(folder, file)));
  const homePictures = readdirSync(join(folder, 'pictures/home'))
    .filter((file) => file.endsWith('.avif'))
    .sort()
    .map((file) => ({
      file: join(folder, 'pictures/home', file),
      publicId: `rangavalli/home/${file.slice(0, -'.avif'.length)}`,
    }));
  return { products, homePictures };
}

function readCollection(folder: string, file: string): DemoProduct[] {
  const read = z.array(demoProduct).safeParse(JSON.parse(readFileSync(join(folder, 'catalogue', file), 'utf8')));
  if (!read.success) throw new TypeError(`demo/catalogue/${file}: ${z.prettifyError(read.error)}`);
  return read.data.map(({ id, picture: _picture, images: _images, ...input }) => ({
    // The weave is a tag too, so that search finds it.
    input: { ...input, tags: [...input.tags, ...(input.weave ? [input.weave] : [])] },
    pictures: Array.from({ length: PICTURES_PER_PRODUCT }, (_, k) => ({
      file: join(folder, 'pictures/products', `${id}-${k + 1}.avif`),
      publicId: `rangavalli/products/${id}-${k + 1}`,
    })),
  }));
}

/** Spreads each collection evenly, so that the page of all products shows a mixture. */
function interleave<T>(collections: readonly T[][]): T[] {
  return collections
    .flatMap((items, c) => items.map((item, k) => ({ item, position: (k + 0.5) / items.length + c * 1e-4 })))
    .sort((a, b) => a.position - b.position)
    .map(({ item }) => item);
}
