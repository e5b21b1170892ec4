import { Readable } from 'node:stream';
import type { RemoteName } from '@rangavalli/contracts/fragments';
import type { SitemapEntries, SitemapEntry } from '@rangavalli/contracts/pages';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { listPages } from '../src/pages/pages.js';
import { type RegistryReader, sliceOf } from './releases/registry-reader.js';
import type { ApiClient } from './render/api-client.js';
import { escapeHtml } from './render/page-frame.js';
import type { RemoteBundles } from './render/remote-bundles.js';

const CACHE_CONTROL = 'public, max-age=3600';
const XML_HEADERS = { 'cache-control': CACHE_CONTROL, 'content-type': 'application/xml; charset=utf-8' };
/** Search engines read up to 50,000. */
const FILE_SIZE = 10_000;
const PAGE_SIZE = 100;

const XML = '<?xml version="1.0" encoding="UTF-8"?>\n';
const NAMESPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';

type Listing = Awaited<ReturnType<SitemapEntries>>;
type ListEntries = (page: number, limit: number) => Promise<Listing>;

const urlTag = (origin: string, { path, lastModified }: SitemapEntry) => {
  const modified = lastModified ? `<lastmod>${lastModified.slice(0, 10)}</lastmod>` : '';
  return `<url><loc>${escapeHtml(origin + path)}</loc>${modified}</url>\n`;
};

/**
 * At most one page of entries is in memory.
 * @param file from 1
 */
async function* sitemapFile(list: ListEntries, origin: string, file: number, first: Listing): AsyncGenerator<string> {
  const pages = FILE_SIZE / PAGE_SIZE;
  yield `${XML}<urlset ${NAMESPACE}>\n`;
  let listing = first;
  for (let page = (file - 1) * pages + 1; ; page++) {
    yield listing.entries.map((entry) => urlTag(origin, entry)).join('');
    if (page === file * pages || page * PAGE_SIZE >= listing.total) break;
    listing = await list(page + 1, PAGE_SIZE);
  }
  yield '</urlset>\n';
}

/** Lists the pages with `sitemap: true` and the entries that the remotes' server bundles list. */
export function addSitemaps(
  app: FastifyInstance,
  originOf: (request: FastifyRequest) => string,
  registry: RegistryReader,
  bundles: RemoteBundles | undefined,
  api: ApiClient | undefined,
) {
  /** @throws when the remote's bundle cannot be loaded */
  const listerOf = async (remote: RemoteName): Promise<ListEntries | undefined> => {
    const release = (await registry.current())[remote];
    if (!release?.rendering || !bundles || !api) return undefined;
    const { sitemapEntries } = await bundles.load(remote, release, release.rendering);
    return sitemapEntries && ((page, limit) => sitemapEntries(api.read, { page, limit }));
  };

  app.get('/robots.txt', async (request, reply) => {
    const pages = listPages(await registry.current());
    const disallowed = pages.filter(({ hidden }) => hidden).map(({ path }) => path.replace(/\/(?:\*|:.*)$/, ''));
    const lines = ['User-agent: *', ...['/api', ...disallowed].map((path) => `Disallow: ${path}`), ''];
    reply.header('cache-control', CACHE_CONTROL).type('text/plain; charset=utf-8');
    return reply.send([...lines, `Sitemap: ${originOf(request)}/sitemap.xml`, ''].join('\n'));
  });

  app.get('/sitemap.xml', async (request, reply) => {
    const origin = originOf(request);
    const remotes = Object.keys(await registry.current()) as RemoteName[];
    const files = await Promise.allSettled(
      remotes.map(async (remote) => {
        const total = (await (await listerOf(remote))?.(1, 1))?.total ?? 0;
        return Array.from({ length: Math.ceil(total / FILE_SIZE) }, (_, index) => `${sliceOf(remote)}-${index + 1}`);
      }),
    );
    const names = ['pages', ...files.flatMap((file) => (file.status === 'fulfilled' ? file.value : []))];
    const isComplete = files.every(({ status }) => status === 'fulfilled');
    const tags = names.map((name) => `<sitemap><loc>${escapeHtml(`${origin}/sitemap-${name}.xml`)}</loc></sitemap>\n`);
    reply.headers(isComplete ? XML_HEADERS : { ...XML_HEADERS, 'cache-control': 'no-store' });
    return reply.send(`${XML}<sitemapindex ${NAMESPACE}>\n${tags.join('')}</sitemapindex>\n`);
  });

  app.get('/sitemap-pages.xml', async (request, reply) => {
    const pages = listPages(await registry.current()).filter(({ sitemap }) => sitemap);
    const tags = pages.map(({ path }) => urlTag(originOf(request), { path })).join('');
    return reply.headers(XML_HEADERS).send(`${XML}<urlset ${NAMESPACE}>\n${tags}</urlset>\n`);
  });

  app.get<{ Params: { name: string } }>('/sitemap-:name.xml', async (request, reply) => {
    const [, slice = '', number] = /^([a-z-]+)-([1-9]\d{0,3})$/.exec(request.params.name) ?? [];
    const file = Number(number);
    const list = await listerOf(slice.replaceAll('-', '_') as RemoteName).catch(() => undefined);
    const first = await list?.(((file - 1) * FILE_SIZE) / PAGE_SIZE + 1, PAGE_SIZE).catch(() => undefined);
    if (!list || !first) {
      reply.code(list ? 503 : 404).header('cache-control', 'no-store');
      return reply.type('text/plain; charset=utf-8').send('Not found');
    }
    return reply.headers(XML_HEADERS).send(Readable.from(sitemapFile(list, originOf(request), file, first)));
  });
}
