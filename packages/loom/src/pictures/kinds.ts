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
  (compose: (cloth: Cloth, random: Random, ground: Ground) => Scene): Compose =>
  ([cloth], random, ground) =>
    compose(cloth, random, ground);

/** Composers of all pictures except the `close-up` of the weave, which has no scene. */
export const scenes = {
  drape: one(drape),
  worn: one(worn),
  'flat-lay': one(flatLay),
  folded: one(folded),
  'child-lehenga': one(childLehenga),
  'lehenga-set': one(lehengaSet),
  'kurta-hanger': one((cloth, random, ground) => onHanger(cloth, random, ground, false)),
  'frock-hanger': one((cloth, random, ground) => onHanger(cloth, random, ground, true)),
  'pants-straight': one((cloth, random, ground) => pantsFlat(cloth, random, ground, false)),
  'pants-gathered': one((cloth, random, ground) => pantsFlat(cloth, random, ground, true)),
  dupatta: one(dupatta),
  potli: one(potliUpright),
  'potli-near': one((cloth, random, ground) => potliUpright(cloth, random, ground, true)),
  'potli-pair': one(potliPair),
  jhumka: one(jhumkaPair),
  'jhumka-near': one((cloth, random, ground) => jhumkaPair(cloth, random, ground, true)),
  'jhumka-on-cloth': one((cloth, random, ground) => onCloth(cloth, random, ground, 'jhumka')),
  bangles: one(banglePile),
  'bangles-near': one((cloth, random, ground) => banglePile(cloth, random, ground, true)),
  'bangles-on-cloth': one((cloth, random, ground) => onCloth(cloth, random, ground, 'bangles')),
  'family-frock': one((cloth, random, ground) => familyRail(cloth, random, ground, 'frock')),
  'family-kurta': one((cloth, random, ground) => familyRail(cloth, random, ground, 'kurta')),
  'family-both': one((cloth, random, ground) => familyRail(cloth, random, ground, 'both')),
  'mother-and-child': one(motherAndChild),
  'family-folded': one(familyFolded),
  'combo-table': one(comboTable),
  'combo-worn': one(comboWorn),
  ...posterScenes,
} as const satisfies Record<string, Compose>;

export type PictureKind = keyof typeof scenes | 'close-up';
