import sharp, { type Sharp } from 'sharp';
import { badRequest } from './errors.js';
import type { OutputFormat } from './formats.js';
import type { Step, Transformation } from './transformation.js';

/** Pixels of a picture that is taken or made. */
export const MAX_PIXELS = 25_000_000;

// The renderer takes two pictures at a time, which keeps two cores busy; threads within one would only compete.
sharp.concurrency(1);
sharp.cache(false);

/** Opens a picture upright, as its camera was held. */
export function openPicture(data: Buffer): Sharp {
  return sharp(data, { autoOrient: true, limitInputPixels: MAX_PIXELS, failOn: 'error' });
}

interface Size {
  width: number;
  height: number;
}

/**
 * Makes a picture by a transformation.
 * @param size pixels of the original
 * @throws {CloudinaryError} 400 where the result would be too large
 */
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
      // A pipeline resizes once, so a chain passes its pixels on.
      const { data, info } = await picture.raw().toBuffer({ resolveWithObject: true });
      const { width, height, channels } = info;
      picture = sharp(data, { raw: { width, height, channels } });
      current = { width, height };
    }
    picture = change(picture, current, step);
  }
  return encode(picture, format, quality).toBuffer();
}

function change(picture: Sharp, current: Size, step: Step): Sharp {
  let changed = step.width || step.height ? resize(picture, current, step) : picture;
  // Cloudinary's strength is about twenty times the Gaussian's sigma in pixels.
  if (step.blur) changed = changed.blur(Math.max(0.3, step.blur / 20));
  if (step.sharpen) changed = changed.sharpen();
  if (step.grayscale) changed = changed.grayscale();
  if (step.background)
    changed = changed.flatten(step.background === 'transparent' ? false : { background: step.background });
  return changed;
}

function resize(picture: Sharp, current: Size, step: Step): Sharp {
  const { width, height, crop, gravity = 'centre', background } = step;
  refuseHuge(current, step);
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
        // Sharp knows `attention` only for cropping.
        position: gravity === 'attention' ? 'centre' : gravity,
        background: background ?? { r: 255, g: 255, b: 255, alpha: 0 },
        withoutEnlargement: crop === 'lpad',
      });
    case 'fit':
    case 'limit':
    case 'mfit':
      return picture.resize({ width, height, fit: 'inside', withoutEnlargement: crop === 'limit' });
    default:
      // A bare `w_1440`, as a srcset asks, never blows up a small picture: only `c_scale` asks for that.
      // `fill` keeps a side that is not told as it was, so it is only for both.
      return picture.resize({
        width,
        height,
        fit: width && height ? 'fill' : 'inside',
        withoutEnlargement: crop === undefined,
      });
  }
}

/** One side given, the other follows: from a long thin picture it can follow very far. */
function refuseHuge({ width, height }: Size, step: Step): void {
  const made = {
    width: step.width ?? ((step.height ?? height) * width) / height,
    height: step.height ?? ((step.width ?? width) * height) / width,
  };
  if (made.width * made.height > MAX_PIXELS || Math.max(made.width, made.height) > 16_383) {
    throw badRequest('Resulting image is too large');
  }
}

/** `q_auto` by format: of about the same look, each on its encoder's own scale. */
const USUAL: Record<OutputFormat, number> = { avif: 50, webp: 76, jpg: 80, png: 100, gif: 100 };
const SHIFT: Record<string, number> = { 'auto:best': 12, 'auto:eco': -10, 'auto:low': -20 };

function encode(picture: Sharp, format: OutputFormat, asked: NonNullable<Transformation['quality']>): Sharp {
  // AVIF looks at 50 as JPEG does at 80, so a number is brought to its scale.
  const told = typeof asked === 'number' ? Math.max(1, Math.round(asked * (format === 'avif' ? 0.65 : 1))) : undefined;
  const quality = told ?? USUAL[format] + (SHIFT[asked] ?? 0);
  switch (format) {
    case 'avif':
      // A shopper waits for the first of each: a 640 px wide picture takes 80 ms at effort 0, 200 at 1, 330 at 2,
      // on one busy core, and 2 is only an eighth smaller.
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
