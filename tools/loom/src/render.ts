import { createHash } from 'node:crypto';
import sharp from 'sharp';
import { weaveCloth, type Cloth, type ClothOrder } from './cloth.js';
import { develop } from './light/develop.js';
import { closeUp } from './pictures/close-up.js';
import type { Ground } from './pictures/ground.js';
import { scenes, type PictureKind } from './pictures/kinds.js';
import { Random } from './random.js';

/** Raised when a change of the loom changes its pictures: old files are then not used again. */
const LOOM_VERSION = 1;

export interface PictureOrder {
  kind: PictureKind;
  /** Most pictures show one cloth; posters several. */
  cloths: readonly [ClothOrder, ...ClothOrder[]];
  ground: Ground;
  seed: number;
  /** Pixels. */
  width: number;
  height: number;
}

/** Product pictures are portraits of 4:5. */
export const MASTER = { width: 864, height: 1080 } as const;

/** Name of the picture that an order gives: equal orders, equal names. */
export function nameOf(order: PictureOrder): string {
  return createHash('sha256')
    .update(JSON.stringify([LOOM_VERSION, order], sorted))
    .digest('hex')
    .slice(0, 24);
}

function sorted(_key: string, value: unknown): unknown {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Weaves, drapes and develops one picture; bytes of red, green, blue. The same order gives the same bytes. */
export async function drawPixels(
  order: PictureOrder,
  weave: (cloth: ClothOrder) => Promise<Cloth> = weaveCloth,
): Promise<Uint8Array> {
  const [first, ...rest] = await Promise.all(order.cloths.map((cloth) => weave(cloth)));
  const cloths: readonly [Cloth, ...Cloth[]] = [first as Cloth, ...rest];
  const random = new Random(order.seed);
  const { width, height } = order;
  if (order.kind === 'close-up') return closeUp(cloths[0], random, width, height);
  return develop(scenes[order.kind](cloths, random, order.ground, height / width), width, height);
}

/** The picture as a JPEG file, ready for upload. */
export async function drawPicture(order: PictureOrder, weave?: (cloth: ClothOrder) => Promise<Cloth>): Promise<Buffer> {
  const pixels = await drawPixels(order, weave);
  return sharp(pixels, { raw: { width: order.width, height: order.height, channels: 3 } })
    .jpeg({ quality: 88, chromaSubsampling: '4:4:4' })
    .toBuffer();
}
