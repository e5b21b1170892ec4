import { readdirSync, readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { basename, join } from 'node:path';
import { remotes } from '@rangavalli/contracts/fragments';
import fastifyStatic from '@fastify/static';
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { DESIGN_PATH, isKnownPath, remoteOfPath } from '../src/remote-paths.js';
import { icon, manifest } from './manifest.js';
import { type PartFiles, PageFrame, servedHead } from './page.js';
import { productHead } from './products.js';
import type { KnownReleases, Registry, RegistryReader } from './registry.js';
import { ApiReads } from './render/api-reads.js';
import type { KeptPage } from './render/kept-pages.js';
import { readPageModule } from './render/page-module.js';
import { type Assemble, RenderedPages } from './render/rendered-pages.js';
import { addSitemaps, robotsText } from './sitemap.js';
import { chooseFor } from './visitor.js';
import { addWorker } from './worker.js';

const HASHED_NAME = /\.[0-9a-f]{10}\.[a-z0-9]+(\.(br|gz))?$/;
/** A path whose last part has an ending is a file: when it is missing, a page is no answer to it. */
const FILE_PATH = /\.[a-z0-9]{2,5}$/i;

/** Sitemap, robots, manifest and icon: kept by others for an hour. */
const HOUR = 'public, max-age=3600';

/** What the process tells of itself, for the screen of the whole store. */
const processFacts = {
  instance: `${hostname()}:${process.pid}`,
  startedAt: new Date(Date.now() - process.uptime() * 1_000).toISOString(),
};

interface ShellOptions {
  /** The storefront's own origin; that of the request where it is not told. */
  publicUrl?: string | undefined;
  /** The gateway's API, for the pages' data, the products' heads and the sitemap. */
  apiUrl?: string | undefined;
  /** Whether `/design` and the boundary switch are there. */
  design?: boolean;
  /** The release that it is of, for the page that shows which slice owns what. */
  version?: string | undefined;
  /** `false` takes the service worker back from every browser that has it. */
  worker?: boolean;
  /** The built page for the server; without it browsers draw all pages themselves. */
  pageModule?: string | undefined;
}

/**
 * The shell's server: its own files, the registry, what search engines ask for, and the page for every other
 * path. Security headers are the gateway's, through which all of this is reached.
 * @param client folder of the built page
 */
export async function shellApp(
  client: string,
  registry: RegistryReader,
  { publicUrl, apiUrl, design = false, version, worker = true, pageModule }: ShellOptions = {},
): Promise<FastifyInstance> {
  const built = readFileSync(join(client, 'index.html'), 'utf8');
  const told = [
    ...(version ? [`<meta name="release" content="${version}">`] : []),
    ...(design ? ['<meta name="design" content="open">'] : []),
  ];
  const files = readdirSync(client);
  /** Path of a built file by its name, without hash. */
  const fileOf = (name: string, ending = '.js'): string | undefined =>
    files.filter((file) => file.startsWith(`${name}.`) && file.endsWith(ending)).map((file) => `/${file}`)[0];
  const styleOf = (path: string): string => readFileSync(join(client, basename(path)), 'utf8');
  const [federation, homeScript, homeStyle] = [fileOf('federation'), fileOf('home'), fileOf('home', '.css')];
  const frame = new PageFrame(
    built.replace('</head>', () => `${told.join('')}</head>`),
    { styleOf, start: fileOf('start'), federation, fonts: fileOf('fonts', '.css') },
  );
  const home: PartFiles = {
    slice: 'shell',
    css: homeStyle ? styleOf(homeStyle) : '',
    scripts: homeScript ? [homeScript] : [],
    styles: homeStyle ? [homeStyle] : [],
  };
  const assemble: Assemble = ({ registry: chosen, known, path, origin }, rendering, part) => {
    const remote = remoteOfPath(path);
    const release = remote && chosen.remotes[remote];
    const page = release && known[remote]?.pages[release.version];
    const beside = (name: string): string => (release?.entry ?? '').replace(/[^/]*$/, name);
    const its =
      part && page
        ? {
            slice: remotes[remote].slice,
            css: part.styles,
            scripts: [...(federation ? [federation] : []), release.entry, ...page.scripts.map(beside)],
            styles: page.styles.map(beside),
          }
        : undefined;
    return {
      html: frame.filled(chosen, servedHead(path, origin, rendering.head), rendering, remote ? its : home),
      status: rendering.head.missing ? 404 : 200,
    };
  };
  const reads = apiUrl ? new ApiReads(apiUrl) : undefined;
  const module = pageModule === undefined ? undefined : readPageModule(pageModule);
  const rendered = module && new RenderedPages(module, reads, registry.addresses, assemble);
  const originOf = ({ headers }: FastifyRequest): string =>
    publicUrl
      ? new URL(publicUrl).origin
      : `${headers['x-forwarded-proto'] ?? 'http'}://${headers['x-forwarded-host'] ?? headers.host}`;
  /** The registry of this visitor; the answer's headers keep it from others and in step with the next request. */
  const registryFor = (request: FastifyRequest, reply: FastifyReply, known: KnownReleases): Registry => {
    const { searchParams } = new URL(request.url, 'http://shell');
    const choice = chooseFor(known, {
      cookie: request.headers.cookie,
      query: searchParams,
      secure: originOf(request).startsWith('https:'),
    });
    if (choice.cookies.length > 0) reply.header('set-cookie', choice.cookies);
    reply.header('vary', 'cookie').header('cache-control', choice.own ? 'private, no-cache' : 'no-cache');
    return choice.registry;
  };
  const app = fastify({ logger: false, forceCloseConnections: 'idle' });
  app.addHook('onClose', () => reads?.close());

  app.get('/health/live', async () => ({ status: 'ok', ...processFacts, ...(version ? { version } : {}) }));
  app.get('/health/ready', async () => ({ status: 'ok', remotes: Object.keys(await registry.current()) }));
  app.get('/registry.json', async (request, reply) => reply.send(registryFor(request, reply, await registry.fresh())));
  app.get('/robots.txt', async (request, reply) =>
    reply
      .header('cache-control', HOUR)
      .type('text/plain')
      .send(robotsText(originOf(request))),
  );
  app.get('/manifest.webmanifest', async (_request, reply) =>
    reply.header('cache-control', HOUR).type('application/manifest+json').send(JSON.stringify(manifest)),
  );
  addWorker(app, client, worker);
  for (const path of ['/icon.svg', '/favicon.ico']) {
    app.get(path, async (_request, reply) => reply.header('cache-control', HOUR).type('image/svg+xml').send(icon));
  }
  addSitemaps(app, originOf, reads);

  await app.register(fastifyStatic, {
    root: client,
    wildcard: false,
    index: false,
    globIgnore: ['**/index.html*', '**/sw.js*'],
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, path) => {
      reply.header('cache-control', HASHED_NAME.test(path) ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });

  app.setNotFoundHandler(async (request, reply) => {
    const path = new URL(request.url, 'http://shell').pathname;
    const isPage = (request.method === 'GET' || request.method === 'HEAD') && !FILE_PATH.test(path);
    if (!isPage) return reply.code(404).header('cache-control', 'no-store').type('text/plain').send('Not found');
    const isKnown = isKnownPath(path) && (design || path !== DESIGN_PATH);
    const known = await registry.current();
    const own = registryFor(request, reply, known);
    const origin = originOf(request);
    reply.type('text/html; charset=utf-8');
    const page = isKnown
      ? await rendered?.find({ address: request.url, path, registry: own, known, origin })
      : undefined;
    if (page) return sendPage(request, reply, page);
    const head = await productHead(path, reads);
    return reply
      .code(isKnown && !head.missing ? 200 : 404)
      .send(frame.empty(own, path, servedHead(path, origin, head)));
  });
  return app;
}

/** Answers with a kept page: compressed where that is understood, and with nothing where the browser has it already. */
function sendPage({ headers }: FastifyRequest, reply: FastifyReply, page: KeptPage): FastifyReply {
  const { status, html, etag } = page;
  reply.header('etag', etag).header('vary', 'cookie, accept-encoding');
  if (headers['if-none-match'] === etag && status === 200) return reply.code(304).send();
  reply.code(status);
  const form = (['br', 'gzip'] as const).find((name) => String(headers['accept-encoding'] ?? '').includes(name));
  return form ? reply.header('content-encoding', form).send(page[form]) : reply.send(html);
}
