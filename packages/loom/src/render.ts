import sharp, { type Sharp } from 'sharp';
import { weaveCloth, type Cloth } from './cloth.js';
import { renderScene } from './light/render-scene.js';
import { closeUp } from './pictures/close-up.js';
import type { Ground } from './pictures/ground.js';
import { scenes, type PictureKind } from './pictures/kinds.js';
import { Random } from './random.js';
import type { ClothSpec } from './weaves/weave.js';

export interface PictureSpec {
  kind: PictureKind;
  cloths: readonly [ClothSpec, ...ClothSpec[]];
  ground: Ground;
  seed: number;
  /** Pixels. */
  width: number;
  height: number;
}

/** Renders a picture; the same spec gives the same pixels. `weave` may return cached cloths. */
export async function renderPicture(
  { kind, cloths: specs, ground, seed, width, height }: PictureSpec,
  weave: (cloth: ClothSpec) => Promise<Cloth> = weaveCloth,
): Promise<Sharp> {
  const [first, ...rest] = await Promise.all(specs.map(weave));
  const random = new Random(seed);
  const pixels =
    kind === 'close-up'
      ? await closeUp(first, random, width, height)
      : renderScene(scenes[kind]([first, ...rest], random, ground, height / width), width, height);
  return sharp(pixels, { raw: { width, height, channels: 3 } });
}

const MAX_MASTER_BYTES = 120_000;

/** Encodes a picture as an AVIF master, at a lower quality where the usual one exceeds `MAX_MASTER_BYTES`. */
export async function encodeMaster(picture: Sharp): Promise<Buffer> {
  for (let quality = 54; ; quality -= 6) {
    const master = await picture.clone().avif({ quality, effort: 4, chromaSubsampling: '4:2:0' }).toBuffer();
    if (master.length <= MAX_MASTER_BYTES || quality <= 30) return master;
  }
}
