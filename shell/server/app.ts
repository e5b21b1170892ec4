import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { DESIGN_PATH, isKnownPath } from '../src/remote-paths.js';
import { icon, manifest } from './manifest.js';
import { pageWith, servedHead } from './page.js';
import { ProductList } from './products.js';
import type { KnownReleases, Registry, RegistryReader } from './registry.js';
import { robotsText, sitemap } from './sitemap.js';
import { chooseFor } from './visitor.js';
import { addWorker } from './worker.js';

const HASHED_NAME = /\.[0-9a-f]{10}\.[a-z0-9]+(\.(br|gz))?$/;
/** A path whose last part has an ending is a file: when it is missing, a page is no answer to it. */
const FILE_PATH = /\.[a-z0-9]{2,5}$/i;

/** Sitemap, robots, manifest and icon: kept by others for an hour. */
const HOUR = 'public, max-age=3600';

/** What the process tells of itself, for the screen of the whole store. */
const processFacts = { instance: `${hostname()}:${process.pid}`, startedAt: new Date(Date.now() - process.uptime() * 1_000).toISOString() };

interface ShellOptions {
  /** The storefront's own origin; that of the request where it is not told. */
  publicUrl?: string | undefined;
  /** The gateway's API, for the products' heads and the sitemap. */
  apiUrl?: string | undefined;
  /** Whether `/design` and the boundary switch are there. */
  design?: boolean;
  /** The release that it is of, for the page that shows which slice owns what. */
  version?: string | undefined;
  /** `false` takes the service worker back from every browser that has it. */
  worker?: boolean;
}

/**
 * The shell's server: its own files, the registry, what search engines ask for, and the page for every other
 * path. Security headers are the gateway's, through which all of this is reached.
 * @param client folder of the built page
 */
export async function shellApp(client: string, registry: RegistryReader, { publicUrl, apiUrl, design = false, version, worker = true }: ShellOptions = {}): Promise<FastifyInstance> {
  const built = readFileSync(join(client, 'index.html'), 'utf8');
  const told = [...(version ? [`<meta name="release" content="${version}">`] : []), ...(design ? ['<meta name="design" content="open">'] : [])];
  const html = built.replace('</head>', () => `${told.join('')}</head>`);
  const products = new ProductList(apiUrl);
  const originOf = ({ headers }: FastifyRequest): string =>
    publicUrl ? new URL(publicUrl).origin : `${headers['x-forwarded-proto'] ?? 'http'}://${headers['x-forwarded-host'] ?? headers.host}`;
  /** The registry of this visitor; the answer's headers keep it from others and in step with the next request. */
  const registryFor = (request: FastifyRequest, reply: FastifyReply, known: KnownReleases): Registry => {
    const { searchParams } = new URL(request.url, 'http://shell');
    const choice = chooseFor(known, { cookie: request.headers.cookie, query: searchParams, secure: originOf(request).startsWith('https:') });
    if (choice.cookies.length > 0) reply.header('set-cookie', choice.cookies);
    reply.header('vary', 'cookie').header('cache-control', choice.own ? 'private, no-cache' : 'no-cache');
    return choice.registry;
  };
  const app = fastify({ logger: false, forceCloseConnections: 'idle' });

  app.get('/health/live', async () => ({ status: 'ok', ...processFacts, ...(version ? { version } : {}) }));
  app.get('/health/ready', async () => ({ status: 'ok', remotes: Object.keys(await registry.current()) }));
  app.get('/registry.json', async (request, reply) => reply.send(registryFor(request, reply, await registry.fresh())));
  app.get('/robots.txt', async (request, reply) => reply.header('cache-control', HOUR).type('text/plain').send(robotsText(originOf(request))));
  app.get('/sitemap.xml', async (request, reply) => reply.header('cache-control', HOUR).type('application/xml').send(sitemap(originOf(request), await products.all())));
  app.get('/manifest.webmanifest', async (_request, reply) => reply.header('cache-control', HOUR).type('application/manifest+json').send(JSON.stringify(manifest)));
  addWorker(app, client, worker);
  for (const path of ['/icon.svg', '/favicon.ico']) {
    app.get(path, async (_request, reply) => reply.header('cache-control', HOUR).type('image/svg+xml').send(icon));
  }

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
    reply.code(isKnownPath(path) && (design || path !== DESIGN_PATH) ? 200 : 404);
    const [known, head] = await Promise.all([registry.current(), servedHead(path, originOf(request), products)]);
    return reply.type('text/html; charset=utf-8').send(pageWith(html, registryFor(request, reply, known), path, head));
  });
  return app;
}
