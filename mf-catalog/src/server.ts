import type { SitemapEntries } from '@rangavalli/contracts/pages';
import { Listing } from './listing/Listing.js';
import { ProductPage } from './product/ProductPage.js';
import { pageFacts } from './product/structured-data/page-facts.js';
import { provideStructuredData } from './product/structured-data/slot.js';
import { structuredData } from './product/structured-data/structured-data.js';

provideStructuredData((product) => {
  const facts = pageFacts(product);
  return (origin) => structuredData(product, facts, origin);
});

export { default } from './routes.js';
export const fragments = { Product: ProductPage, Listing };

/** Lists the product pages, the newest first. */
export const sitemapEntries: SitemapEntries = async (read, query) => {
  const { total, products } = await read('GET /products/getAll', { query });
  return {
    total,
    entries: products.map(({ _id, updatedAt }) => ({ path: `/product/${_id}`, lastModified: updatedAt })),
  };
};
