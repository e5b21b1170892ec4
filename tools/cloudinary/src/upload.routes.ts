import type { FastifyInstance, FastifyRequest } from 'fastify';
import { parse as parsePath } from 'node:path';
import { uploadAnswer } from './asset.js';
import type { AssetStore } from './asset-store.js';
import type { Config } from './config.js';
import { badRequest, unauthorized } from './errors.js';
import { publicIdFromFilename, publicIdOf } from './public-id.js';
import type { Renderer } from './renderer.js';
import { type Fields, verifySignature } from './signatures.js';
import { readForm } from './upload-form.js';

interface Parts {
  config: Config;
  store: AssetStore;
  renderer: Renderer;
}

/** The Upload API: uploads, signed or by an unsigned preset, and signed removals. */
export function registerUpload(app: FastifyInstance, parts: Parts): void {
  const { config } = parts;
  app.addHook<{ Params: { cloud: string } }>('onRequest', async ({ params }) => {
    if (params.cloud !== config.CLOUDINARY_CLOUD_NAME) throw unauthorized(`Invalid cloud_name ${params.cloud}`);
  });

  for (const path of ['/v1_1/:cloud/image/upload', '/v1_1/:cloud/auto/upload', '/v1_1/:cloud/upload']) {
    app.post(path, (request) => upload(request, parts));
  }
  app.post('/v1_1/:cloud/image/destroy', (request) => destroy(request, parts));
}

async function upload(request: FastifyRequest, { config, store, renderer }: Parts): Promise<Record<string, unknown>> {
  const { fields, file } = await readForm(request);
  const signed = authorize(fields, config);
  if (!file || file.data.length === 0) throw badRequest('Missing required parameter - file');
  const filename = parsePath(text(fields, 'filename_override') || file.name || 'file').name;
  const folder = text(fields, 'folder') || text(fields, 'asset_folder');
  const public_id = publicIdOf(folder, text(fields, 'public_id') || nameAfterFile(fields, filename));
  const fresh = {
    ...(await renderer.inspect(file.data)),
    public_id,
    folder: public_id.split('/').slice(0, -1).join('/'),
    original_filename: filename,
    tags: tagsOf(fields['tags']),
  };
  // Anyone may upload by a preset, so nobody may replace a picture by one.
  const overwrite = signed && !isFalse(fields['overwrite']);
  const { asset, existing } = await store.put(file.data, fresh, overwrite);
  return {
    ...uploadAnswer(asset, config),
    ...(existing ? { existing } : {}),
    ...(signed ? { api_key: config.CLOUDINARY_API_KEY } : {}),
  };
}

async function destroy(request: FastifyRequest, { config, store }: Parts): Promise<{ result: string }> {
  const { fields } = await readForm(request);
  verifySignature(fields, config);
  const publicId = text(fields, 'public_id');
  if (!publicId) throw badRequest('Missing required parameter - public_id');
  return { result: (await store.remove(publicId)) ? 'ok' : 'not found' };
}

/** @returns whether the upload is signed; one that is not needs an unsigned preset */
function authorize(fields: Fields, config: Config): boolean {
  const preset = text(fields, 'upload_preset');
  const signed = 'signature' in fields;
  if (signed) verifySignature(fields, config);
  else if (!preset) throw badRequest('Upload preset must be specified when using unsigned upload');
  if (preset && !config.UPLOAD_PRESETS.has(preset)) throw badRequest('Upload preset not found');
  if (!signed && 'overwrite' in fields)
    throw badRequest('Overwrite parameter is not allowed when using unsigned upload');
  return signed;
}

function nameAfterFile(fields: Fields, filename: string): string {
  return isTrue(fields['use_filename']) ? publicIdFromFilename(filename, !isFalse(fields['unique_filename'])) : '';
}

function text(fields: Fields, name: string): string {
  const value = fields[name];
  return typeof value === 'string' ? value : '';
}

function tagsOf(tags: string | string[] | undefined): string[] {
  const list = Array.isArray(tags) ? tags : (tags ?? '').split(',');
  return list.map((tag) => tag.trim()).filter(Boolean);
}

const isTrue = (value: unknown): boolean => value === '1' || value === 'true';
const isFalse = (value: unknown): boolean => value === '0' || value === 'false';
