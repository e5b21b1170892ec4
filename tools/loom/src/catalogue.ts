import type { ClothOrder } from './cloth.js';
import type { Ground } from './pictures/ground.js';
import type { PictureKind } from './pictures/kinds.js';
import { Random, hash } from './random.js';
import { MASTER, type PictureOrder } from './render.js';

/** What a product is, to the one who draws it. */
export type Silhouette =
  | 'saree'
  | 'lehenga'
  | 'frock'
  | 'kurta'
  | 'pants'
  | 'palazzo'
  | 'potli'
  | 'jhumka'
  | 'bangles'
  | 'dupatta'
  | 'family-girl'
  | 'family-boy'
  | 'family-all'
  | 'mother-daughter'
  | 'combo';

const pictures: Readonly<Record<Silhouette, readonly (readonly [PictureKind, ...PictureKind[]])[]>> = {
  // Some sarees stand on the form, some hang from the rod: a shelf of one pose would be dull.
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
};

const calm: readonly Ground[] = ['lime', 'sand', 'rose', 'stone', 'sage'];

/** The pictures of one product, the best first. `name` seeds poses and ground: same name, same pictures. */
export function picturesOf(name: string, silhouette: Silhouette, cloth: ClothOrder): PictureOrder[] {
  const random = new Random(name);
  const ground = random.pick(calm);
  const set = random.pick(pictures[silhouette]);
  return set.map((kind, k) => ({
    kind,
    cloths: [cloth],
    ground,
    seed: hash(`${name} ${k}`),
    width: MASTER.width,
    height: MASTER.height,
  }));
}
