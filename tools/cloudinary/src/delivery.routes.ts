import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Asset } from './asset.js';
import { type AssetStore, isMissing } from './asset-store.js';
import type { Config } from './config.js';
import { badRequest, CloudinaryError, resourceNotFound } from './errors.js';
import { CONTENT_TYPES, negotiate, type OutputFormat, outputFormat } from './formats.js';
import type { Renderer } from './renderer.js';
import { looksLikeComponent, readTransformation, type Transformation } from './transformation.js';

interface Dependencies {
  config: Config;
  store: AssetStore;
  renderer: Renderer;
}

interface DeliveryRoute {
  Params: { cloud: string; '*': string };
}

/** A year: the URL of a version always returns the same picture. */
const IMMUTABLE = 'public, max-age=31536000, immutable';
const HOUR = 'public, max-age=3600';

/** `GET|HEAD /<cloud>/image/upload/[transformations/][v<version>/]<public_id>[.<ext>]` */
export function registerDelivery(app: FastifyInstance, dependencies: Dependencies): void {
  app.get<DeliveryRoute>('/:cloud/image/upload/*', async (request, reply) => {
    try {
      return await deliver(request, reply, dependencies);
    } catch (error) {
      // The asset was overwritten between lookup and read; the new version exists now.
      if (isMissing(error)) return await deliver(request, reply, dependencies);
      if (error instanceof CloudinaryError)
        reply.header('x-cld-error', encodeURI(error.message).replaceAll('%20', ' '));
      reply.header('cache-control', 'no-store');
      throw error;
    }
  });
}

async function deliver(
  { params, headers }: FastifyRequest<DeliveryRoute>,
  reply: FastifyReply,
  { config, store, renderer }: Dependencies,
): Promise<FastifyReply> {
  const { components, versioned, name } = splitPath(params['*']);
  const { asset, extension } = params.cloud === config.CLOUDINARY_CLOUD_NAME ? findAsset(store, name) : {};
  if (!asset) throw resourceNotFound(name);

  const transformation = readTransformation(components);
  const format = chooseFormat(asset, transformation, extension, headers.accept);
  const isOriginal = components.length === 0 && format === asset.format;
  const etag = `"${isOriginal ? asset.etag : renderer.keyOf(asset, transformation, format)}"`;

  reply
    .header('cache-control', versioned ? IMMUTABLE : HOUR)
    .header('etag', etag)
    .header('x-content-type-options', 'nosniff');
  if (transformation.format === 'auto') reply.header('vary', 'Accept');
  if (headers['if-none-match']?.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag)) {
    return reply.status(304).send();
  }
  const data = isOriginal ? await store.original(asset) : await renderer.picture(asset, transformation, format);
  return reply.type(CONTENT_TYPES[format]).send(data);
}

/** Splits a path at its version; without one, leading segments count as components while they read as such. */
function splitPath(path: string): { components: string[]; versioned: boolean; name: string } {
  const segments = path.split('/');
  const firstOther = segments.findIndex((segment) => !looksLikeComponent(segment));
  const nameStart = firstOther < 0 ? segments.length - 1 : firstOther;
  const version = segments.findIndex((segment) => /^v\d+$/.test(segment));
  // Deep in the path, a segment like `v2` is a folder of the public id.
  const versioned =
    version >= 0 &&
    version < segments.length - 1 &&
    segments.slice(0, version).every((segment) => /[a-z]_/.test(segment));
  const name = segments.slice(versioned ? version + 1 : nameStart).join('/');
  if (!name) throw badRequest('Missing required parameter - public_id');
  return { components: segments.slice(0, versioned ? version : nameStart), versioned, name };
}

/** Tries the name without its extension first: `a.jpg` can be a public id too. */
function findAsset(store: AssetStore, name: string): { asset?: Asset; extension?: string } {
  const dot = name.lastIndexOf('.');
  const extension = name.slice(dot + 1);
  const asset = dot > 0 && outputFormat(extension) ? store.find(name.slice(0, dot)) : undefined;
  return asset ? { asset, extension } : { asset: store.find(name) };
}

function chooseFormat(
  asset: Asset,
  { format }: Transformation,
  extension: string | undefined,
  accept: string | undefined,
): OutputFormat {
  if (format === 'auto') return negotiate(accept, asset.has_alpha);
  return format ?? outputFormat(extension ?? asset.format) ?? 'png';
}
