import type { Weave } from '../cloth.js';
import { ajrakh } from './ajrakh.js';
import { banarasi } from './banarasi.js';
import { bandhani } from './bandhani.js';
import { chanderi } from './chanderi.js';
import { ikat } from './ikat.js';
import { kalamkari } from './kalamkari.js';
import { kanchipuram } from './kanchipuram.js';
import { mangalagiri } from './mangalagiri.js';
import { organza } from './organza.js';
import { paithani } from './paithani.js';
import { patola } from './patola.js';
import { tussar } from './tussar.js';

export type Family =
  | 'kanchipuram'
  | 'banarasi'
  | 'chanderi'
  | 'paithani'
  | 'kalamkari'
  | 'ikat'
  | 'patola'
  | 'organza'
  | 'tussar'
  | 'mangalagiri'
  | 'bandhani'
  | 'ajrakh';

/** The nine of the shop's Trending Collections come first, then the everyday cloths. */
export const weaves: Readonly<Record<Family, Weave>> = {
  kanchipuram,
  banarasi,
  chanderi,
  paithani,
  kalamkari,
  ikat,
  patola,
  organza,
  tussar,
  mangalagiri,
  bandhani,
  ajrakh,
};
