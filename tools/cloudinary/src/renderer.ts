import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pLimit from 'p-limit';
import sharp from 'sharp';
import type { Asset } from './asset.js';
import { type AssetStore, isMissing, writeAtomically } from './asset-store.js';
import { badRequest } from './errors.js';
import type { OutputFormat } from './formats.js';
import { MAX_PIXELS, openPicture, render } from './render.js';
import type { Transformation } from './transformation.js';

const SOURCE_FORMATS = { jpeg: 'jpg', png: 'png', webp: 'webp', gif: 'gif', heif: 'avif', svg: 'svg' } as const;

type PictureInfo = Pick<Asset, 'width' | 'height' | 'format' | 'has_alpha' | 'bytes' | 'etag'>;

export class Renderer {
  readonly #limit = pLimit(2);
  readonly #inFlight = new Map<string, Promise<Buffer>>();

  constructor(private readonly store: AssetStore) {}

  /** Cache key and ETag: everything that affects the pixels. */
  keyOf({ version_id }: Asset, { steps, quality }: Transformation, format: OutputFormat): string {
    return createHash('sha1')
      .update(JSON.stringify([version_id, steps, quality ?? 'auto', format]))
      .digest('hex');
  }

  /** Concurrent calls share one render. @throws {CloudinaryError} 400 for a result that is too large */
  async picture(asset: Asset, transformation: Transformation, format: OutputFormat): Promise<Buffer> {
    const key = this.keyOf(asset, transformation, format);
    const path = join(this.store.derivedFolder(asset), `${key}.${format}`);
    const cached = await readFile(path).catch((error: unknown) => {
      if (isMissing(error)) return undefined;
      throw error;
    });
    if (cached) return cached;
    const inFlight =
      this.#inFlight.get(key) ??
      this.#limit(async () => {
        const picture = await render(await this.store.original(asset), asset, transformation, format);
        await writeAtomically(path, picture);
        return picture;
      }).finally(() => this.#inFlight.delete(key));
    this.#inFlight.set(key, inFlight);
    return inFlight;
  }

  /** Reads a file's content, not its name. @throws {CloudinaryError} 400 for damaged files and too many pixels */
  inspect(data: Buffer): Promise<PictureInfo> {
    return this.#limit(async () => {
      const metadata = await sharp(data, { limitInputPixels: false })
        .metadata()
        .catch(() => undefined);
      const format = SOURCE_FORMATS[metadata?.format as keyof typeof SOURCE_FORMATS];
      if (!metadata || !format || (metadata.format === 'heif' && metadata.compression !== 'av1')) {
        throw badRequest('Invalid image file');
      }
      const { width, height } = metadata.autoOrient;
      const megapixels = (width * height) / 1e6;
      if (width * height > MAX_PIXELS) {
        throw badRequest(`Maximum image size is ${MAX_PIXELS / 1e6} Megapixels. Requested ${megapixels} Megapixels`);
      }
      if (!(format === 'avif' ? hasCompleteBoxes(data) : await isDecodable(data)))
        throw badRequest('Invalid image file');
      const etag = createHash('md5').update(data).digest('hex');
      return { width, height, format, has_alpha: metadata.hasAlpha ?? false, bytes: data.length, etag };
    });
  }
}

const isDecodable = (data: Buffer): Promise<boolean> =>
  openPicture(data)
    .resize(16)
    .raw()
    .toBuffer()
    .then(
      () => true,
      () => false,
    );

/** A truncated AVIF file fails this. Decoding each would add 13 s of CPU to seeding (JPEG: 1 s, at reduced size). */
function hasCompleteBoxes(data: Buffer): boolean {
  let offset = 0;
  while (offset + 8 <= data.length) {
    const size = data.readUInt32BE(offset);
    if (size === 0) return true;
    if (size < 8) return false;
    offset += size;
  }
  return offset === data.length;
}
