import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import fastifyStatic from '@fastify/static';
import fastify, { type FastifyInstance, type FastifyReply } from 'fastify';
import { Bucket, isBucket } from './bucket.js';
import { BucketMirror } from './bucket-mirror.js';
import { ReleaseFolder } from './hosted-releases.js';
import { processFacts } from './process-facts.js';
import { remotePath, type Release } from './release-file.js';

const HASHED_NAME = /\.[0-9a-f]{10}\.[a-z0-9]+(\.(br|gz))?$/;
const VERSION = /^\d+\.\d+\.\d+[0-9A-Za-z.+-]*$/;

/** `cache-control` of a file: for ever when its name carries its hash, else asked for again each time. */
export const cacheControl = (file: string): string =>
  HASHED_NAME.test(file) ? 'public, max-age=31536000, immutable' : 'no-cache';

const headers =
  (cache: (file: string) => string) =>
  (reply: FastifyReply, path: string): void => {
    reply.header('cache-control', cache(path));
    // A remote may lie on another origin than the page (a content delivery network).
    reply.header('access-control-allow-origin', '*');
    reply.header('x-content-type-options', 'nosniff');
  };

function host(): FastifyInstance {
  const app = fastify({ logger: false, forceCloseConnections: 'idle' });
  app.get('/health/live', async () => ({ status: 'ok', ...processFacts }));
  return app;
}

/**
 * The static host of one remote's releases: the files of each under `/remotes/<slice>/<version>/`, for ever, and at
 * `/remotes/<slice>/release.json` which of them is live. A release is seen without a restart.
 * @param store the release store's folder
 */
export async function releasesHost(store: string, slice: string): Promise<FastifyInstance> {
  const releases = new ReleaseFolder(join(store, slice));
  const app = host();
  app.get('/health/ready', async (_request, reply) => {
    const release = await releases.current().catch(() => undefined);
    const ready = release !== undefined && existsSync(releases.filesOf(release.version));
    return reply.code(ready ? 200 : 503).send({ status: ready ? 'ok' : 'unavailable', version: release?.version });
  });
  await app.register(fastifyStatic, {
    root: join(store, slice),
    serve: false,
    preCompressed: true,
    cacheControl: false,
    setHeaders: headers(() => 'public, max-age=31536000, immutable'),
  });
  app.get(`${remotePath(slice)}release.json`, async (_request, reply) => {
    const release = await releases.current();
    if (!release) return reply.code(404).send({ message: `${slice} was never released.` });
    return reply.header('cache-control', 'no-cache').header('access-control-allow-origin', '*').send(release);
  });
  app.get<{ Params: { version: string; '*': string } }>(`${remotePath(slice)}:version/*`, async (request, reply) => {
    const { version, '*': file } = request.params;
    if (!VERSION.test(version)) return reply.callNotFound();
    return reply.sendFile(file, releases.filesOf(version));
  });
  return app;
}

/**
 * The static host of one build that was never put into a release store (an image of its own): its files under `basePath`.
 * @param folder the workspace's folder, already built
 * @param basePath where its files lie; `/remotes/<slice>/` unless told
 */
export async function staticHost(folder: string, basePath?: string): Promise<FastifyInstance> {
  const files = join(folder, 'dist/client');
  const releaseFile = join(files, 'release.json');
  const release = existsSync(releaseFile) ? (JSON.parse(readFileSync(releaseFile, 'utf8')) as Release) : undefined;
  const app = host();
  app.get('/health/ready', async (_request, reply) => {
    // Read each time: somebody may have taken the files away.
    const ready = release !== undefined && existsSync(releaseFile);
    return reply.code(ready ? 200 : 503).send({ status: ready ? 'ok' : 'unavailable', version: release?.version });
  });
  await app.register(fastifyStatic, {
    root: files,
    prefix: basePath ?? (release ? remotePath(release.slice) : '/'),
    preCompressed: true,
    cacheControl: false,
    setHeaders: headers(cacheControl),
  });
  return app;
}

/** The releases host of a slice whose release store is a bucket: it serves a copy that it keeps. */
async function mirroredHost(place: string, slice: string): Promise<FastifyInstance> {
  const copy = mkdtempSync(join(tmpdir(), `${slice}-`));
  const mirror = new BucketMirror(new Bucket(place), slice, copy);
  await mirror.begin();
  const app = await releasesHost(copy, slice);
  app.addHook('onClose', async () => {
    mirror.end();
    rmSync(copy, { recursive: true, force: true });
  });
  return app;
}

/** The host of the remote in `folder`: of its releases where there is a release store (a folder or a bucket), else of what is built there. */
export async function hostOf(
  folder: string,
  { store, basePath }: { store?: string | undefined; basePath?: string | undefined },
): Promise<FastifyInstance> {
  if (!store) return staticHost(folder, basePath);
  return isBucket(store) ? mirroredHost(store, basename(folder)) : releasesHost(store, basename(folder));
}
