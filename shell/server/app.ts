import { readdirSync, readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import fastifyStatic from '@fastify/static';
import { brand } from '@rangavalli/contracts/brand';
import type { RemoteName } from '@rangavalli/contracts/fragments';
import { matchPage } from '@rangavalli/contracts/page-matcher';
import { PAGE_ZONE_HEADER, zoneOf } from '@rangavalli/contracts/page-zone';
import { FILE_PATH } from '@rangavalli/contracts/reserved-paths';
import fastify, { type FastifyReply, type FastifyRequest } from 'fastify';
import { DESIGN_PATH, headOf, listPages } from '../src/pages/pages.js';
import { KeptFiles } from './kept-files.js';
import { type HostedReleases, type RegistryReader, sliceOf } from './releases/registry-reader.js';
import { type SelectedReleases, selectReleases, toRegistry } from './releases/visitor.js';
import { canonicalPath, canonicalUrl, splitUrl } from './page-url.js';
import { ApiClient, type ApiOptions } from './render/api-client.js';
import { PageFrame, type PartFiles, servedHead } from './render/page-frame.js';
import { loadPageModule } from './render/page-module.js';
import { RemoteBundles } from './render/remote-bundles.js';
import { type Assemble, RenderedPages } from './render/rendered-pages.js';
import { shopPages } from './shop-pages.js';
import { addSitemaps } from './sitemap.js';

const HASHED_NAME = /\.[0-9a-f]{10}\.[a-z0-9]+(\.(br|gz))?$/;
const LONG_POLL_MS = 25_000;
const HOUR = 'public, max-age=3600';
/** Longer URLs, unknown parameters included, are not those of links: the browser renders their pages. */
const MAX_RENDERED_URL_LENGTH = 512;

const icon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><path fill="#fbf7f0" d="M0 0h32v32H0z"/><path fill="#8c1c2e" d="M5 23.5 16 6l11 17.5z"/><path fill="#fbf7f0" d="m12.2 19.5 3.8-6 3.8 6z"/><path fill="#b98a2f" d="M5 25.5h22v1.6H5z"/></svg>`;

const manifest = {
  name: brand.name,
  short_name: brand.name,
  description: `${brand.tagline}.`,
  start_url: '/',
  scope: '/',
  display: 'standalone',
  lang: 'en-IN',
  background_color: '#fbf7f0',
  theme_color: brand.themeColour,
  icons: [{ src: '/icon.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any maskable' }],
} as const;

const unregisterScript = `self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil((async () => {
  await Promise.all((await caches.keys()).map((name) => caches.delete(name)));
  await self.registration.unregister();
})()));
`;

/** Shown on the admin's system page; the gateway compares `service` and `store` with what it expects. */
const processFacts = {
  service: 'shell',
  store: process.env['STORE_ID'],
  instance: `${hostname()}:${process.pid}`,
  startedAt: new Date(Date.now() - process.uptime() * 1_000).toISOString(),
};

interface ShellOptions {
  /** By default the origin of the request. */
  publicUrl?: string;
  api?: ApiOptions | undefined;
  pageCacheBytes?: number;
  rollbackWindowDays?: number;
  /** Share of page loads that report their speed. */
  webVitalsSample?: number;
  hasDesign?: boolean;
  version?: string;
  /** Hash of the program that runs. */
  build?: string | undefined;
  hasWorker?: boolean;
  pageModule?: string;
  /** Aborted before the server closes, so that the gateway sends requests to another process. */
  stopping?: AbortSignal;
  /** Release store whose files of other releases of the shell are served too. */
  releaseStore?: string | undefined;
}

/** Creates the shell's server. The gateway in front of it adds the security headers. */
export async function shellApp(client: string, registry: RegistryReader, options: ShellOptions = {}) {
  const { publicUrl, hasDesign = false, version, build, webVitalsSample = 0, hasWorker = true, pageModule } = options;
  const keptFiles = options.releaseStore === undefined ? undefined : new KeptFiles(options.releaseStore);
  const originOf = ({ headers }: FastifyRequest) => {
    if (publicUrl) return new URL(publicUrl).origin;
    const { 'x-forwarded-proto': protocol = 'http', 'x-forwarded-host': host = headers.host ?? '' } = headers;
    return `${protocol.toString()}://${host.toString()}`;
  };
  const api = options.api && new ApiClient(options.api);
  const { frame, assemble } = createFrame(client, { hasDesign, version, webVitalsSample });
  const module = pageModule === undefined ? undefined : loadPageModule(pageModule);
  const bundles = module && new RemoteBundles(registry.addresses, module.sharedModules);
  const rendered = module && bundles && new RenderedPages(module, api, bundles, assemble, options.pageCacheBytes);

  const releasesFor = (request: FastifyRequest, reply: FastifyReply, hosted: HostedReleases): SelectedReleases => {
    const { releases, cookies, isPersonal } = selectReleases(hosted, {
      cookie: request.headers.cookie,
      query: splitUrl(request.url).query,
      isSecure: originOf(request).startsWith('https:'),
      windowDays: options.rollbackWindowDays,
    });
    if (cookies.length > 0) reply.header('set-cookie', cookies);
    reply.header('vary', 'cookie').header('cache-control', isPersonal ? 'private, no-cache' : 'no-cache');
    return releases;
  };

  const app = fastify({ logger: false, forceCloseConnections: 'idle' });
  app.addHook('onClose', () => api?.close());
  app.get('/health/live', async () => ({ status: 'ok', ...processFacts, version, build }));
  // Long poll, as in `service-kit/src/health/health.controller.ts`.
  app.get('/health/stopping', async () => {
    const { stopping } = options;
    await sleep(LONG_POLL_MS, undefined, { ref: false, ...(stopping ? { signal: stopping } : {}) }).catch(
      () => undefined,
    );
    return { stopping: stopping?.aborted ?? false };
  });
  app.get('/health/ready', async () => ({ status: 'ok', remotes: Object.keys(await registry.current()) }));
  // For the gateway.
  app.get('/health/pages', async () => shopPages(await registry.current(), version));
  app.get('/registry.json', async (request, reply) =>
    reply.send(toRegistry(releasesFor(request, reply, await registry.refresh()))),
  );
  app.get('/manifest.webmanifest', async (_request, reply) =>
    reply.header('cache-control', HOUR).type('application/manifest+json').send(JSON.stringify(manifest)),
  );
  for (const path of ['/icon.svg', '/favicon.ico'])
    app.get(path, async (_request, reply) =>
      reply.header('cache-control', HOUR).type('image/svg+xml; charset=utf-8').send(icon),
    );
  if (!hasWorker)
    app.get('/sw.js', async (_request, reply) =>
      reply.header('cache-control', 'no-cache').type('text/javascript; charset=utf-8').send(unregisterScript),
    );
  addSitemaps(app, originOf, registry, bundles, api);

  await app.register(fastifyStatic, {
    root: client,
    wildcard: false,
    index: false,
    globIgnore: ['**/index.html*', ...(hasWorker ? [] : ['**/sw.js*'])],
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, path) => {
      reply.header('cache-control', HASHED_NAME.test(path) ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });

  app.setNotFoundHandler(async (request, reply) => {
    const { path: requestedPath, query } = splitUrl(request.url);
    const path = canonicalPath(requestedPath);
    const isPage = (request.method === 'GET' || request.method === 'HEAD') && !FILE_PATH.test(requestedPath);
    const kept = isPage ? undefined : keptFiles?.find(requestedPath);
    if (kept) return reply.sendFile(kept.name, kept.folder);
    if (!isPage)
      return reply.code(404).header('cache-control', 'no-store').type('text/plain; charset=utf-8').send('Not found');
    const releases = releasesFor(request, reply, await registry.current());
    const pages = listPages(releases);
    const found = matchPage(pages, path);
    const page = found?.path === DESIGN_PATH && !hasDesign ? undefined : found;
    reply.header(PAGE_ZONE_HEADER, zoneOf(page));
    const origin = originOf(request);
    const url = page && request.url.length <= MAX_RENDERED_URL_LENGTH ? canonicalUrl(path, query, page) : undefined;
    const response = page && url && (await rendered?.find({ url, path, page, pages, releases, origin }));
    if (response) {
      const headers = Object.entries(reply.getHeaders()).filter(([name]) => name !== 'vary');
      reply.hijack();
      const list = headers.flatMap(([name, value]) => [value].flat().flatMap((one) => [name, String(one)]));
      return response.send(request.headers, reply.raw, { headers: list });
    }
    const entry = page?.remote && releases[page.remote]?.entry;
    const remote = page?.remote && entry ? { slice: sliceOf(page.remote), entry } : undefined;
    reply.code(page ? 200 : 404).type('text/html; charset=utf-8');
    return reply.send(frame.empty(toRegistry(releases), servedHead(path, origin, headOf(page)), remote));
  });
  return app;
}

function createFrame(
  client: string,
  { hasDesign, version, webVitalsSample }: { hasDesign: boolean; version?: string; webVitalsSample: number },
): { frame: PageFrame; assemble: Assemble } {
  const files = readdirSync(client);
  const fileOf = (name: string, extension = '.js'): string | undefined =>
    files.filter((file) => file.startsWith(`${name}.`) && file.endsWith(extension)).map((file) => `/${file}`)[0];
  const readStyles = (path: string) => readFileSync(join(client, basename(path)), 'utf8');
  const metaTags = [
    ...(version ? [`<meta name="release" content="${version}">`] : []),
    ...(hasDesign ? ['<meta name="design" content="open">'] : []),
    `<meta name="web-vitals-sample" content="${webVitalsSample}">`,
  ].join('');
  const [federation, homeScript, homeStyle] = [fileOf('federation'), fileOf('home'), fileOf('home', '.css')];
  const frame = new PageFrame(
    readFileSync(join(client, 'index.html'), 'utf8').replace('</head>', () => `${metaTags}</head>`),
    { readStyles, start: fileOf('start'), federation, fonts: fileOf('fonts', '.css') },
  );
  const home: PartFiles = {
    slice: 'shell',
    css: homeStyle ? readStyles(homeStyle) : '',
    scripts: homeScript ? [homeScript] : [],
    styles: homeStyle ? [homeStyle] : [],
  };
  const assemble: Assemble = ({ path, page, releases, origin }, rendering, bundles) => {
    const filesOf = (id: string): PartFiles[] => {
      const [remote, part = ''] = id.split('/') as [RemoteName, string?];
      const release = releases[remote];
      const { scripts, styles } =
        (part === 'routes' ? release?.rendering : release?.rendering?.fragments?.[part]) ?? {};
      if (!release || !scripts || !styles) return [];
      const beside = (name: string) => release.entry.replace(/[^/]*$/, name);
      return [
        {
          slice: sliceOf(remote),
          css: bundles[remote]?.styles[part] ?? '',
          entry: release.entry,
          scripts: scripts.map(beside),
          styles: styles.map(beside),
        },
      ];
    };
    const head = servedHead(path, origin, page, rendering.head);
    return {
      html: frame.filled(
        toRegistry(releases),
        head,
        rendering,
        page.remote ? rendering.parts.flatMap(filesOf) : [home],
      ),
      status: rendering.head.missing ? 404 : 200,
    };
  };
  return { frame, assemble };
}
