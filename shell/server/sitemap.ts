import { Readable } from 'node:stream';
import { product } from '@rangavalli/contracts/entities/product';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { publicPaths } from '../src/page-heads.js';
import { escapeHtml } from './head.js';
import type { ApiReads } from './render/api-reads.js';

/** Pages that are a visitor's own or change with every visit: no search engine should walk through them. */
const CLOSED = ['/admin', '/user', '/cart', '/checkout', '/payment-success', '/search', '/api'];

/** Kept by others for an hour. */
const HOUR = 'public, max-age=3600';
/** Products of one part; search engines take up to 50,000 addresses. */
const PART = 10_000;
/** Products of one answer of the API. */
const PAGE = 100;
const DEADLINE_MS = 5_000;

const list = z.object({ total: z.int(), products: z.array(product.pick({ _id: true, updatedAt: true })) });
type Listed = z.infer<typeof list>;

const XML = '<?xml version="1.0" encoding="UTF-8"?>\n';
const NAMESPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';

/** `robots.txt`: what is open, and where the sitemap lies. */
export const robotsText = (origin: string): string =>
  ['User-agent: *', ...CLOSED.map((path) => `Disallow: ${path}`), '', `Sitemap: ${origin}/sitemap.xml`, ''].join('\n');

async function read(reads: ApiReads, page: number, limit: number): Promise<Listed> {
  return list.parse(await reads.ask('GET /products/getAll', { query: { limit, page } }, DEADLINE_MS));
}

/** A part of the products, page by page as they come: each with the day of its last change (UTC). */
async function* products(reads: ApiReads, origin: string, part: number, first: Listed): AsyncGenerator<string> {
  const pages = PART / PAGE;
  yield `${XML}<urlset ${NAMESPACE}>\n`;
  let at = first;
  for (let page = (part - 1) * pages + 1; ; page++) {
    yield at.products
      .map(
        ({ _id, updatedAt }) =>
          `<url><loc>${escapeHtml(`${origin}/product/${_id}`)}</loc><lastmod>${updatedAt.slice(0, 10)}</lastmod></url>\n`,
      )
      .join('');
    if (page === part * pages || page * PAGE >= at.total) break;
    at = await read(reads, page + 1, PAGE);
  }
  yield '</urlset>\n';
}

/**
 * `/sitemap.xml` names its parts: the public pages, and the products by the ten thousand. However many products there are, no more
 * than one answer of the API is in memory at a time.
 */
export function addSitemaps(
  app: FastifyInstance,
  originOf: (request: FastifyRequest) => string,
  reads: ApiReads | undefined,
): void {
  app.get('/sitemap.xml', async (request, reply) => {
    const origin = originOf(request);
    // While the catalog is down the pages are there all the same.
    const total = reads
      ? await read(reads, 1, 1).then(
          (answer) => answer.total,
          () => undefined,
        )
      : 0;
    const parts = Array.from({ length: Math.ceil((total ?? 0) / PART) }, (_none, index) => `products-${index + 1}`);
    const lines = ['pages', ...parts].map(
      (part) => `<sitemap><loc>${escapeHtml(`${origin}/sitemap-${part}.xml`)}</loc></sitemap>\n`,
    );
    return reply
      .header('cache-control', total === undefined ? 'no-store' : HOUR)
      .type('application/xml')
      .send(`${XML}<sitemapindex ${NAMESPACE}>\n${lines.join('')}</sitemapindex>\n`);
  });
  app.get('/sitemap-pages.xml', async (request, reply) => {
    const origin = originOf(request);
    const lines = publicPaths.map((path) => `<url><loc>${escapeHtml(origin + path)}</loc></url>\n`);
    return reply
      .header('cache-control', HOUR)
      .type('application/xml')
      .send(`${XML}<urlset ${NAMESPACE}>\n${lines.join('')}</urlset>\n`);
  });
  app.get<{ Params: { part: string } }>('/sitemap-products-:part.xml', async (request, reply) => {
    const part = /^[1-9]\d{0,3}$/.test(request.params.part) ? Number(request.params.part) : undefined;
    const first =
      reads && part ? await read(reads, ((part - 1) * PART) / PAGE + 1, PAGE).catch(() => undefined) : undefined;
    if (!reads || !part || !first)
      return reply
        .code(part && reads ? 503 : 404)
        .header('cache-control', 'no-store')
        .type('text/plain')
        .send('Not there');
    return reply
      .header('cache-control', HOUR)
      .type('application/xml')
      .send(Readable.from(products(reads, originOf(request), part, first)));
  });
}
