import { randomBytes } from 'node:crypto';
import { parse as parsePath } from 'node:path';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { uploadResponse } from './asset.js';
import type { AssetStore } from './asset-store.js';
import type { Config } from './config.js';
import { badRequest, unauthorized } from './errors.js';
import type { Renderer } from './renderer.js';
import { type Fields, verifySignature } from './signatures.js';
import { readForm } from './upload-form.js';

interface Dependencies {
  config: Config;
  store: AssetStore;
  renderer: Renderer;
}

const MAX_PUBLIC_ID_LENGTH = 255;
// eslint-disable-next-line no-control-regex
const FORBIDDEN_CHARACTERS = /[?&#\\%<>+\u0000-\u001f\u007f]/;

export function registerUpload(app: FastifyInstance, dependencies: Dependencies): void {
  const { config } = dependencies;
  app.addHook<{ Params: { cloud: string } }>('onRequest', async ({ params }) => {
    if (params.cloud !== config.CLOUDINARY_CLOUD_NAME) throw unauthorized(`Invalid cloud_name ${params.cloud}`);
  });

  for (const path of ['/v1_1/:cloud/image/upload', '/v1_1/:cloud/auto/upload', '/v1_1/:cloud/upload']) {
    app.post(path, (request) => upload(request, dependencies));
  }
  app.post('/v1_1/:cloud/image/destroy', (request) => destroy(request, dependencies));
}

async function upload(
  request: FastifyRequest,
  { config, store, renderer }: Dependencies,
): Promise<Record<string, unknown>> {
  const { fields, file } = await readForm(request);
  authorize(fields, config);
  if (!file || file.data.length === 0) throw badRequest('Missing required parameter - file');
  const filename = parsePath(text(fields, 'filename_override') || file.name || 'file').name;
  const folder = text(fields, 'folder') || text(fields, 'asset_folder');
  const public_id = buildPublicId(folder, text(fields, 'public_id') || nameFromFile(fields, filename));
  const picture = await renderer.inspect(file.data);
  const allowedFormats = readList(fields['allowed_formats']);
  if (allowedFormats.length > 0 && !allowedFormats.includes(picture.format))
    throw badRequest(`Image file format ${picture.format} not allowed`);
  const asset = {
    ...picture,
    public_id,
    folder: public_id.split('/').slice(0, -1).join('/'),
    original_filename: filename,
    tags: readList(fields['tags']),
  };
  const stored = await store.put(file.data, asset, !isFalse(fields['overwrite']));
  return {
    ...uploadResponse(stored.asset, config),
    ...(stored.existing ? { existing: true } : {}),
    api_key: config.CLOUDINARY_API_KEY,
  };
}

async function destroy(request: FastifyRequest, { config, store }: Dependencies): Promise<{ result: string }> {
  const { fields } = await readForm(request);
  verifySignature(fields, config);
  const publicId = text(fields, 'public_id');
  if (!publicId) throw badRequest('Missing required parameter - public_id');
  return { result: (await store.remove(publicId)) ? 'ok' : 'not found' };
}

/**
 * The account has no upload presets, so every upload needs a signature.
 * @throws {CloudinaryError} as Cloudinary's errors for a missing preset or a wrong signature
 */
function authorize(fields: Fields, config: Config): void {
  const preset = text(fields, 'upload_preset');
  if (preset) throw badRequest('Upload preset not found');
  if (!('signature' in fields)) throw badRequest('Upload preset must be specified when using unsigned upload');
  verifySignature(fields, config);
}

/** Returns `<folder>/<public_id>`, with a random last part by default. @throws {CloudinaryError} 400 for a bad id */
function buildPublicId(folder: string, publicId: string): string {
  const base = folder.replace(/^\/+|\/+$/g, '');
  const id = [base, publicId || randomBytes(10).toString('hex')].filter(Boolean).join('/');
  const hasBadPart = id.split('/').some((part) => ['', '.', '..'].includes(part) || part !== part.trim());
  if (hasBadPart || FORBIDDEN_CHARACTERS.test(id) || id.length > MAX_PUBLIC_ID_LENGTH)
    throw badRequest(`public_id (${id}) is invalid`);
  return id;
}

function nameFromFile(fields: Fields, filename: string): string {
  if (!isTrue(fields['use_filename'])) return '';
  const base = filename.replace(/[^\p{L}\p{N}._-]+/gu, '_').replace(/^\.+/, '') || 'file';
  return isFalse(fields['unique_filename']) ? base : `${base}_${randomBytes(3).toString('hex')}`;
}

function text(fields: Fields, name: string): string {
  const value = fields[name];
  return typeof value === 'string' ? value : '';
}

function readList(value: string | string[] = ''): string[] {
  const list = Array.isArray(value) ? value : value.split(',');
  return list.map((item) => item.trim()).filter(Boolean);
}

const isTrue = (value: unknown): boolean => value === '1' || value === 'true';
const isFalse = (value: unknown): boolean => value === '0' || value === 'false';
