import { createHash } from 'node:crypto';
import sharp from 'sharp';
import type { Asset } from './asset.js';
import { badRequest } from './errors.js';
import type { SourceFormat } from './formats.js';
import { openPicture, MAX_PIXELS } from './render.js';

const SOURCES: Record<string, SourceFormat> = {
  jpeg: 'jpg',
  png: 'png',
  webp: 'webp',
  gif: 'gif',
  heif: 'avif',
  svg: 'svg',
};

export type Picture = Pick<Asset, 'width' | 'height' | 'format' | 'has_alpha' | 'bytes' | 'etag'>;

/**
 * What a file is, by its content: neither its name nor its announced type is believed. It is decoded once,
 * small, so that a damaged file is refused now and not when a shopper asks for it.
 * @throws {CloudinaryError} 400 `Invalid image file`, or too many pixels
 */
export async function inspect(data: Buffer): Promise<Picture> {
  const metadata = await sharp(data, { limitInputPixels: false })
    .metadata()
    .catch(() => undefined);
  const format = SOURCES[metadata?.format ?? ''];
  if (!metadata || !format || (metadata.format === 'heif' && metadata.compression !== 'av1')) {
    throw badRequest('Invalid image file');
  }
  const { width, height } = metadata.autoOrient;
  if (width * height > MAX_PIXELS) {
    throw badRequest(
      `Maximum image size is ${MAX_PIXELS / 1e6} Megapixels. Requested ${(width * height) / 1e6} Megapixels`,
    );
  }
  await openPicture(data)
    .resize(16)
    .raw()
    .toBuffer()
    .catch(() => {
      throw badRequest('Invalid image file');
    });
  const etag = createHash('md5').update(data).digest('hex');
  return { width, height, format, has_alpha: metadata.hasAlpha ?? false, bytes: data.length, etag };
}
