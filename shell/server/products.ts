import { product } from '@rangavalli/contracts/entities/product';
import { z } from 'zod';
import type { PageHead } from './render/page-module.js';
import type { ApiReads } from './render/api-reads.js';

const known = z.object({ product: product.pick({ name: true, description: true, images: true }) });
const PRODUCT_PATH = /^\/product\/([^/]+)\/?$/;
const ID = /^[0-9a-f]{24}$/;
/** A page that somebody waits for waits no longer than this, ms; it goes out with a plain head. */
const PATIENCE_MS = 300;

/**
 * What a product's page says of itself where the server did not render it: its name and picture, or that there is no such product.
 * Empty for other pages, and where nobody could be asked.
 */
export async function productHead(path: string, reads: ApiReads | undefined): Promise<Partial<PageHead>> {
  const id = PRODUCT_PATH.exec(path)?.[1];
  if (id === undefined) return {};
  if (!ID.test(id)) return { missing: true, hidden: true };
  if (!reads) return {};
  try {
    const answer = await reads.ask('GET /products/getOne/{id}', { params: { id } }, PATIENCE_MS);
    if (answer === undefined) return {};
    if (answer === null) return { missing: true, hidden: true };
    const { name, description, images } = known.parse(answer).product;
    return { title: name, description, type: 'product', ...(images[0] ? { image: images[0].url } : {}) };
  } catch {
    return {}; // the catalog is down, or the gateway not there yet
  }
}
