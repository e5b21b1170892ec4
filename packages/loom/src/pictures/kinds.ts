import type { Cloth } from '../cloth.js';
import type { Scene } from '../light/scene.js';
import type { Random } from '../random.js';
import { banglePile, jhumkaPair, onCloth, potliPair, potliUpright } from './accessories.js';
import { comboTable, comboWorn, familyFolded, familyRail, motherAndChild } from './combos.js';
import { childLehenga, dupatta, folded, lehengaSet, onHanger, pantsFlat } from './garments.js';
import type { Ground } from './ground.js';
import { posterScenes } from './posters.js';
import { drape, flatLay, worn } from './sarees.js';

type Compose = (cloths: readonly [Cloth, ...Cloth[]], random: Random, ground: Ground, aspect: number) => Scene;

const one =
  <Rest extends unknown[]>(
    compose: (cloth: Cloth, random: Random, ground: Ground, ...rest: Rest) => Scene,
    ...rest: Rest
  ): Compose =>
  ([cloth], random, ground) =>
    compose(cloth, random, ground, ...rest);

/** Composers of all pictures except the `close-up` of the weave, which has no scene. */
export const scenes = {
  drape: one(drape),
  worn: one(worn),
  'flat-lay': one(flatLay),
  folded: one(folded),
  'child-lehenga': one(childLehenga),
  'lehenga-set': one(lehengaSet),
  'kurta-hanger': one(onHanger, false),
  'frock-hanger': one(onHanger, true),
  'pants-straight': one(pantsFlat, false),
  'pants-gathered': one(pantsFlat, true),
  dupatta: one(dupatta),
  potli: one(potliUpright, false),
  'potli-near': one(potliUpright, true),
  'potli-pair': one(potliPair),
  jhumka: one(jhumkaPair, false),
  'jhumka-near': one(jhumkaPair, true),
  'jhumka-on-cloth': one(onCloth, 'jhumka'),
  bangles: one(banglePile, false),
  'bangles-near': one(banglePile, true),
  'bangles-on-cloth': one(onCloth, 'bangles'),
  'family-frock': one(familyRail, 'frock'),
  'family-kurta': one(familyRail, 'kurta'),
  'family-both': one(familyRail, 'both'),
  'mother-and-child': one(motherAndChild),
  'family-folded': one(familyFolded),
  'combo-table': one(comboTable),
  'combo-worn': one(comboWorn),
  ...posterScenes,
} as const satisfies Record<string, Compose>;

export type PictureKind = keyof typeof scenes | 'close-up';
