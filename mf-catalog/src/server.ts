import type { SitemapEntries } from '@rangavalli/contracts/pages';

export { default } from './routes.js';

/** Lists the product pages, the newest first. */
export const sitemapEntries: SitemapEntries = async (read, query) => {
  const { total, products } = await read('GET /products/getAll', { query });
  return {
    total,
    entries: products.map(({ _id, updatedAt }) => ({ path: `/product/${_id}`, lastModified: updatedAt })),
  };
};
