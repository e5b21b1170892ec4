import { badRequest } from './errors.js';
import { outputFormat } from './formats.js';
import { looksLikeComponent } from './transformation.js';

export interface DeliveryPath {
  components: string[];
  versioned: boolean;
  /** The public id, with the ending where there is one. */
  name: string;
}

/**
 * Splits `[transformations/][v<version>/]<public_id>[.<ext>]`. What stands before a version is a
 * transformation; without a version, leading parts are as long as they read as components.
 * @throws {CloudinaryError} 400 without a public id
 */
export function readDeliveryPath(path: string): DeliveryPath {
  const segments = path.split('/');
  const lead = segments.findIndex((segment) => !looksLikeComponent(segment));
  const first = lead < 0 ? segments.length - 1 : lead;
  const version = segments.findIndex((segment) => /^v\d+$/.test(segment));
  // A folder named like a version may also lie deep within a public id: only near the front is it one.
  const versioned =
    version >= 0 &&
    version < segments.length - 1 &&
    segments.slice(0, version).every((segment) => /[a-z]_/.test(segment));
  const name = segments.slice(versioned ? version + 1 : first).join('/');
  if (!name) throw badRequest('Missing required parameter - public_id');
  return { components: segments.slice(0, versioned ? version : first), versioned, name };
}

/** The public ids that a name may mean: without its ending, where that is a picture's, or as it is. */
export function namedIds(name: string): { publicId: string; ending?: string }[] {
  const dot = name.lastIndexOf('.');
  const ending = name.slice(dot + 1);
  if (dot <= 0 || !outputFormat(ending)) return [{ publicId: name }];
  return [{ publicId: name.slice(0, dot), ending }, { publicId: name }];
}
