import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { parse as parsePath } from 'node:path';
import { resourceResponse, uploadResponse } from './asset.js';
import type { AssetStore } from './asset-store.js';
import type { Config } from './config.js';
import { badRequest, resourceNotFound, unauthorized } from './errors.js';
import { equalSecrets, verifySignature } from './signatures.js';
import { readForm } from './upload-form.js';
import { inspectVideo } from './video.js';

const CONTENT_TYPES = { mp4: 'video/mp4', mov: 'video/mp4', webm: 'video/webm' } as const;
const IMMUTABLE = 'public, max-age=31536000, immutable';

interface Dependencies {
  config: Config;
  store: AssetStore;
}

/** Signed uploads of videos with a public id, their description, removal and delivery of the unchanged file. */
export function registerVideos(app: FastifyInstance, { config, store }: Dependencies): void {
  app.post('/v1_1/:cloud/video/upload', (request) => upload(request, { config, store }));
  app.post('/v1_1/:cloud/video/destroy', (request) => destroy(request, { config, store }));

  app.get<{ Params: { '*': string } }>('/v1_1/:cloud/resources/video/upload/*', async ({ headers, params }) => {
    const [, encoded = ''] = (headers.authorization ?? '').split(' ');
    const credentials = `${config.CLOUDINARY_API_KEY}:${config.CLOUDINARY_API_SECRET}`;
    if (!equalSecrets(Buffer.from(encoded, 'base64').toString(), credentials))
      throw unauthorized('Invalid credentials');
    const asset = store.find(params['*']);
    if (!asset) throw resourceNotFound(params['*']);
    return resourceResponse(asset, config, 'video');
  });

  app.get<{ Params: { '*': string } }>('/:cloud/video/upload/*', async ({ params, headers }, reply) => {
    const name = params['*'].replace(/^v\d+\//, '').replace(/\.\w{2,4}$/, '');
    const asset = store.find(name);
    if (!asset) throw resourceNotFound(name);
    reply
      .header('cache-control', IMMUTABLE)
      .header('accept-ranges', 'bytes')
      .header('x-content-type-options', 'nosniff');
    reply.type(CONTENT_TYPES[asset.format as keyof typeof CONTENT_TYPES]);
    return sendRange(reply, await store.original(asset), headers.range);
  });
}

/** Browsers request ranges of videos. */
function sendRange(reply: FastifyReply, data: Buffer, range: string | undefined): FastifyReply {
  const [, first = '', last = ''] = /^bytes=(\d+)-(\d*)$/.exec(range ?? '') ?? [];
  if (!first) return reply.send(data);
  const start = Number(first);
  const end = Math.min(last ? Number(last) : data.length - 1, data.length - 1);
  if (start > end) return reply.status(416).header('content-range', `bytes */${data.length}`).send();
  reply.status(206).header('content-range', `bytes ${start}-${end}/${data.length}`);
  return reply.send(data.subarray(start, end + 1));
}

async function upload(request: FastifyRequest, { config, store }: Dependencies) {
  const { fields, file } = await readForm(request);
  if (!('signature' in fields)) throw badRequest('Upload preset must be specified when using unsigned upload');
  verifySignature(fields, config);
  if (!file || file.data.length === 0) throw badRequest('Missing required parameter - file');
  const publicId = fields['public_id'];
  if (typeof publicId !== 'string' || !/^[\w-]+(?:\/[\w-]+)*$/.test(publicId))
    throw badRequest(`public_id (${String(publicId)}) is invalid`);
  const info = inspectVideo(file.data);
  const allowed = String(fields['allowed_formats'] ?? '');
  if (allowed && !allowed.split(',').includes(info.format))
    throw badRequest(`Video file format ${info.format} not allowed`);
  const fresh = {
    ...info,
    public_id: publicId,
    folder: publicId.split('/').slice(0, -1).join('/'),
    original_filename: parsePath(file.name || 'file').name,
    tags: [],
  };
  const stored = await store.put(file.data, fresh, fields['overwrite'] !== 'false');
  return { ...uploadResponse(stored.asset, config, 'video'), ...(stored.existing ? { existing: true } : {}) };
}

async function destroy(request: FastifyRequest, { config, store }: Dependencies) {
  const { fields } = await readForm(request);
  verifySignature(fields, config);
  return { result: (await store.remove(String(fields['public_id'] ?? ''))) ? 'ok' : 'not found' };
}
