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
import type { Family, Weave } from './weave.js';

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
