import sharp, { type Sharp } from 'sharp';
import { badRequest } from './errors.js';
import type { OutputFormat } from './formats.js';
import type { Step, Transformation } from './transformation.js';

export const MAX_PIXELS = 25_000_000;

// `Renderer` runs two at a time; more threads within one would only compete.
sharp.concurrency(1);
sharp.cache(false);

export function openPicture(data: Buffer): Sharp {
  return sharp(data, { autoOrient: true, limitInputPixels: MAX_PIXELS, failOn: 'error' });
}

interface Size {
  width: number;
  height: number;
}

/** Applies a transformation; `size` is the original's. @throws {CloudinaryError} 400 for a result that is too large */
export async function render(
  original: Buffer,
  size: Size,
  { steps, quality = 'auto' }: Pick<Transformation, 'steps' | 'quality'>,
  format: OutputFormat,
): Promise<Buffer> {
  let picture = openPicture(original);
  let current = size;
  for (const [index, step] of steps.entries()) {
    if (index > 0) {
      const { data, info } = await picture.raw().toBuffer({ resolveWithObject: true });
      const { width, height, channels } = info;
      picture = sharp(data, { raw: { width, height, channels } });
      current = { width, height };
    }
    picture = applyStep(picture, current, step);
  }
  return encode(picture, format, quality).toBuffer();
}

function applyStep(picture: Sharp, current: Size, step: Step): Sharp {
  let result = step.width || step.height ? resize(picture, current, step) : picture;
  // Cloudinary's strength is about 20 times the sigma in pixels.
  if (step.blur) result = result.blur(Math.max(0.3, step.blur / 20));
  if (step.sharpen) result = result.sharpen();
  if (step.grayscale) result = result.grayscale();
  if (step.background)
    result = result.flatten(step.background === 'transparent' ? false : { background: step.background });
  return result;
}

function resize(picture: Sharp, current: Size, step: Step): Sharp {
  const { width, height, crop, gravity = 'centre', background } = step;
  checkResultSize(current, step);
  switch (crop) {
    case 'fill':
    case 'thumb':
    case 'lfill':
      return picture.resize({ width, height, fit: 'cover', position: gravity, withoutEnlargement: crop === 'lfill' });
    case 'pad':
    case 'lpad':
      return picture.resize({
        width,
        height,
        fit: 'contain',
        // sharp supports `attention` only when cropping.
        position: gravity === 'attention' ? 'centre' : gravity,
        background: background ?? { r: 255, g: 255, b: 255, alpha: 0 },
        withoutEnlargement: crop === 'lpad',
      });
    case 'fit':
    case 'limit':
    case 'mfit':
      return picture.resize({ width, height, fit: 'inside', withoutEnlargement: crop === 'limit' });
    default:
      // Only an explicit `c_scale` enlarges. `fill` keeps a side that is not given, so it needs both.
      return picture.resize({
        width,
        height,
        fit: width && height ? 'fill' : 'inside',
        withoutEnlargement: crop === undefined,
      });
  }
}

function checkResultSize({ width, height }: Size, step: Step): void {
  const result = {
    width: step.width ?? ((step.height ?? height) * width) / height,
    height: step.height ?? ((step.width ?? width) * height) / width,
  };
  if (result.width * result.height > MAX_PIXELS || Math.max(result.width, result.height) > 16_383) {
    throw badRequest('Resulting image is too large');
  }
}

/** `q_auto`: about the same visual quality on each encoder's scale. */
const AUTO_QUALITY: Record<OutputFormat, number> = { avif: 50, webp: 76, jpg: 80, png: 100, gif: 100 };
const AUTO_SHIFT: Record<string, number> = { 'auto:best': 12, 'auto:eco': -10, 'auto:low': -20 };

function encode(picture: Sharp, format: OutputFormat, requested: NonNullable<Transformation['quality']>): Sharp {
  // AVIF at 50 looks like JPEG at 80.
  const quality =
    typeof requested === 'number'
      ? Math.max(1, Math.round(requested * (format === 'avif' ? 0.65 : 1)))
      : AUTO_QUALITY[format] + (AUTO_SHIFT[requested] ?? 0);
  switch (format) {
    case 'avif':
      // 640 px wide: 80 ms at effort 0, 330 ms at effort 2, which is only an eighth smaller.
      return picture.avif({ quality, effort: 0, chromaSubsampling: '4:2:0' });
    case 'webp':
      return picture.webp({ quality, effort: 2 });
    case 'jpg':
      return picture.flatten({ background: 'white' }).jpeg({ quality, progressive: true });
    case 'png':
      return picture.png({ compressionLevel: 6 });
    case 'gif':
      return picture.gif({ effort: 3 });
  }
}
