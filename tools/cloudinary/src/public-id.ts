import { randomBytes } from 'node:crypto';
import { badRequest } from './errors.js';

const MAX_LENGTH = 255;
/** Characters that Cloudinary refuses, and control characters. */
// eslint-disable-next-line no-control-regex
const FORBIDDEN = /[?&#\\%<>+\u0000-\u001f\u007f]/;

/**
 * The public id of an upload: `<folder>/<public_id>`, the last part random where none is asked for.
 * @throws {CloudinaryError} 400 for an id with forbidden characters, empty parts, or parts that climb (`..`)
 */
export function publicIdOf(folder: string, publicId: string): string {
  const base = folder.replace(/^\/+|\/+$/g, '');
  const id = [base, publicId || randomBytes(10).toString('hex')].filter(Boolean).join('/');
  const parts = id.split('/');
  const climbs = parts.some((part) => part === '' || part === '.' || part === '..' || part !== part.trim());
  if (climbs || FORBIDDEN.test(id) || id.length > MAX_LENGTH) throw badRequest(`public_id (${id}) is invalid`);
  return id;
}

/** A public id after the file's own name, for `use_filename`; made unique unless told not to. */
export function publicIdFromFilename(filename: string, unique: boolean): string {
  const base = filename.replace(/[^\p{L}\p{N}._-]+/gu, '_').replace(/^\.+/, '') || 'file';
  return unique ? `${base}_${randomBytes(3).toString('hex')}` : base;
}
