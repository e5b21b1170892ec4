import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Asset } from './asset.js';
import type { AssetStore } from './asset-store.js';
import type { Config } from './config.js';
import { namedIds, readDeliveryPath } from './delivery-path.js';
import { CloudinaryError, resourceNotFound } from './errors.js';
import { isMissing } from './files.js';
import { CONTENT_TYPES, negotiate, type OutputFormat, outputFormat } from './formats.js';
import type { Renderer } from './renderer.js';
import { readTransformation, type Transformation } from './transformation.js';

interface Parts {
  config: Config;
  store: AssetStore;
  renderer: Renderer;
}

interface DeliveryRoute {
  Params: { cloud: string; '*': string };
}

/** A year: the address of a version never means another picture. */
const IMMUTABLE = 'public, max-age=31536000, immutable';
const HOUR = 'public, max-age=3600';

/** `GET|HEAD /<cloud>/image/upload/[transformations/][v<version>/]<public_id>[.<ext>]` */
export function registerDelivery(app: FastifyInstance, parts: Parts): void {
  app.get<DeliveryRoute>('/:cloud/image/upload/*', async (request, reply) => {
    try {
      return await deliver(request, reply, parts);
    } catch (error) {
      // Overwritten between finding and reading it: the new version is there now.
      if (isMissing(error)) return await deliver(request, reply, parts);
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
  { config, store, renderer }: Parts,
): Promise<FastifyReply> {
  const { components, versioned, name } = readDeliveryPath(params['*']);
  const { asset, ending } = params.cloud === config.CLOUDINARY_CLOUD_NAME ? find(store, name) : {};
  if (!asset) throw resourceNotFound(name);

  const transformation = readTransformation(components);
  const format = chooseFormat(asset, transformation, ending, headers.accept);
  const untouched = components.length === 0 && format === asset.format;
  const etag = `"${untouched ? asset.etag : renderer.keyOf(asset, transformation, format)}"`;

  reply
    .header('cache-control', versioned ? IMMUTABLE : HOUR)
    .header('etag', etag)
    .header('x-content-type-options', 'nosniff');
  if (transformation.format === 'auto') reply.header('vary', 'Accept');
  if (headers['if-none-match']?.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag)) {
    return reply.status(304).send();
  }
  const data = untouched ? await store.original(asset) : await renderer.picture(asset, transformation, format);
  return reply.type(CONTENT_TYPES[format]).send(data);
}

function find(store: AssetStore, name: string): { asset?: Asset; ending?: string } {
  for (const { publicId, ending } of namedIds(name)) {
    const asset = store.find(publicId);
    if (asset) return { asset, ending };
  }
  return {};
}

/** `f_` first, then the address's ending, then the original's own format. */
function chooseFormat(
  asset: Asset,
  { format }: Transformation,
  ending: string | undefined,
  accept: string | undefined,
): OutputFormat {
  if (format === 'auto') return negotiate(accept, asset.has_alpha);
  return format ?? outputFormat(ending ?? asset.format) ?? 'png';
}
