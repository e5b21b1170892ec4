import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import fastifyStatic from '@fastify/static';
import fastify, { type FastifyInstance, type FastifyReply } from 'fastify';
import { Bucket, isBucket } from './bucket.js';
import { BucketMirror } from './bucket-mirror.js';
import { ReleaseFolder } from './hosted-releases.js';
import { hostedReleases, remotePath, type HostedReleases, type Release } from './release-file.js';

const HASHED_NAME = /\.[0-9a-f]{10}\.[a-z0-9]+(\.(br|gz))?$/;
const VERSION = /^\d+\.\d+\.\d+[0-9A-Za-z.+-]*$/;

/** `startedAt`: ISO 8601, UTC. The gateway compares `store` with its own. */
const processInfo = {
  store: process.env['STORE_ID'],
  instance: `${hostname()}:${process.pid}`,
  startedAt: new Date(Date.now() - process.uptime() * 1_000).toISOString(),
};

export const cacheControl = (file: string): string =>
  HASHED_NAME.test(file) ? 'public, max-age=31536000, immutable' : 'no-cache';

const setHeaders =
  (cache: (file: string) => string) =>
  (reply: FastifyReply, path: string): void => {
    reply.header('cache-control', cache(path));
    // Remotes may be served from a content delivery network.
    reply.header('access-control-allow-origin', '*');
    reply.header('x-content-type-options', 'nosniff');
  };

const sendManifest = (reply: FastifyReply, releases: HostedReleases): FastifyReply =>
  reply.header('cache-control', 'no-cache').header('access-control-allow-origin', '*').send(releases);

function createHost(): FastifyInstance {
  const app = fastify({ logger: false, forceCloseConnections: 'idle' });
  app.get('/health/live', async () => ({ status: 'ok', ...processInfo }));
  return app;
}

/** New releases appear without a restart. @param store the release store's folder */
async function releasesHost(store: string, slice: string): Promise<FastifyInstance> {
  const releases = new ReleaseFolder(join(store, slice));
  const app = createHost();
  app.get('/health/ready', async (_request, reply) => {
    const release = await releases.current().catch(() => undefined);
    const isReady = release !== undefined && existsSync(releases.filesOf(release.version));
    return reply.code(isReady ? 200 : 503).send({ status: isReady ? 'ok' : 'unavailable', version: release?.version });
  });
  await app.register(fastifyStatic, {
    root: join(store, slice),
    serve: false,
    preCompressed: true,
    cacheControl: false,
    setHeaders: setHeaders(() => 'public, max-age=31536000, immutable'),
  });
  app.get(`${remotePath(slice)}release.json`, async (_request, reply) => {
    const current = await releases.current();
    return current
      ? sendManifest(reply, current)
      : reply.code(404).send({ message: `${slice} has not been released yet.` });
  });
  app.get<{ Params: { version: string; '*': string } }>(`${remotePath(slice)}:version/*`, async (request, reply) => {
    const { version, '*': file } = request.params;
    if (!VERSION.test(version)) return reply.callNotFound();
    return reply.sendFile(file, releases.filesOf(version));
  });
  return app;
}

/** `basePath`: `/remotes/<slice>/` by default. */
export async function staticHost(folder: string, basePath?: string): Promise<FastifyInstance> {
  const files = join(folder, 'dist/client');
  const manifest = join(files, 'release.json');
  const release = existsSync(manifest) ? (JSON.parse(readFileSync(manifest, 'utf8')) as Release) : undefined;
  const prefix = basePath ?? (release ? remotePath(release.slice) : '/');
  const app = createHost();
  app.get('/health/ready', async (_request, reply) => {
    const isReady = release !== undefined && existsSync(manifest);
    return reply.code(isReady ? 200 : 503).send({ status: isReady ? 'ok' : 'unavailable', version: release?.version });
  });
  if (release)
    app.get(`${prefix}release.json`, (_request, reply) => sendManifest(reply, hostedReleases(release, [release])));
  await app.register(fastifyStatic, {
    root: files,
    prefix,
    preCompressed: true,
    cacheControl: false,
    setHeaders: setHeaders(cacheControl),
  });
  return app;
}

async function mirroredHost(location: string, slice: string): Promise<FastifyInstance> {
  const copy = mkdtempSync(join(tmpdir(), `${slice}-`));
  const mirror = new BucketMirror(new Bucket(location), slice, copy);
  await mirror.start();
  const app = await releasesHost(copy, slice);
  app.addHook('onClose', async () => {
    mirror.stop();
    rmSync(copy, { recursive: true, force: true });
  });
  return app;
}

/** `store`: a release store (folder or bucket); without it, the build is hosted. */
export async function hostOf(
  folder: string,
  { store, basePath }: { store?: string | undefined; basePath?: string | undefined },
): Promise<FastifyInstance> {
  if (!store) return staticHost(folder, basePath);
  return isBucket(store) ? mirroredHost(store, basename(folder)) : releasesHost(store, basename(folder));
}
