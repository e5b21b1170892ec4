import { publicPaths } from '../src/page-heads.js';
import { escapeHtml } from './head.js';
import type { KnownProduct } from './products.js';

/** Pages that are a visitor's own or change with every visit: no search engine should walk through them. */
const CLOSED = ['/admin', '/user', '/cart', '/checkout', '/payment-success', '/search', '/api'];

/** `robots.txt`: what is open, and where the sitemap lies. */
export const robotsText = (origin: string): string =>
  ['User-agent: *', ...CLOSED.map((path) => `Disallow: ${path}`), '', `Sitemap: ${origin}/sitemap.xml`, ''].join('\n');

/** `sitemap.xml`: every public page, and every product with the day of its last change (UTC). */
export function sitemap(origin: string, products: readonly KnownProduct[]): string {
  const pages = publicPaths.map((path) => `<url><loc>${escapeHtml(origin + path)}</loc></url>`);
  const shelf = products.map(({ _id, updatedAt }) => `<url><loc>${escapeHtml(`${origin}/product/${_id}`)}</loc><lastmod>${updatedAt.slice(0, 10)}</lastmod></url>`);
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${[...pages, ...shelf].join('\n')}\n</urlset>\n`;
}
