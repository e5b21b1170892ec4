import type { Ground } from './pictures/ground.js';
import type { PictureKind } from './pictures/kinds.js';
import { Random, hash } from './random.js';
import type { PictureSpec } from './render.js';
import type { ClothSpec } from './weaves/weave.js';

const pictures = {
  saree: [
    ['worn', 'flat-lay', 'close-up'],
    ['drape', 'flat-lay', 'close-up'],
  ],
  lehenga: [['child-lehenga', 'folded', 'close-up']],
  frock: [['frock-hanger', 'folded', 'close-up']],
  kurta: [['kurta-hanger', 'folded', 'close-up']],
  pants: [['pants-straight', 'folded', 'close-up']],
  palazzo: [['pants-gathered', 'folded', 'close-up']],
  potli: [['potli', 'potli-pair', 'potli-near']],
  jhumka: [['jhumka', 'jhumka-on-cloth', 'jhumka-near']],
  bangles: [['bangles', 'bangles-on-cloth', 'bangles-near']],
  dupatta: [['dupatta', 'folded', 'close-up']],
  'family-girl': [['family-frock', 'family-folded', 'close-up']],
  'family-boy': [['family-kurta', 'family-folded', 'close-up']],
  'family-all': [['family-both', 'family-folded', 'close-up']],
  'mother-daughter': [['mother-and-child', 'family-folded', 'close-up']],
  combo: [
    ['combo-table', 'combo-worn', 'close-up'],
    ['combo-worn', 'combo-table', 'close-up'],
  ],
} as const satisfies Record<string, readonly (readonly PictureKind[])[]>;

export type Silhouette = keyof typeof pictures;
export const silhouettes = Object.keys(pictures) as Silhouette[];

const grounds: readonly Ground[] = ['lime', 'sand', 'rose', 'stone', 'sage'];

export function productPictures(name: string, silhouette: Silhouette, cloth: ClothSpec): PictureSpec[] {
  const random = new Random(name);
  const ground = random.pick(grounds);
  const kinds: readonly PictureKind[] = random.pick<readonly PictureKind[]>(pictures[silhouette]);
  return kinds.map((kind, k) => ({
    kind,
    cloths: [cloth],
    ground,
    seed: hash(`${name} ${k}`),
    width: 864,
    height: 1080,
  }));
}
