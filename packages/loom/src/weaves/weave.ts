import type { Dye, Zari } from '../palette.js';
import type { Random } from '../random.js';

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

export interface ClothSpec {
  family: Family;
  ground: Dye;
  border: Dye;
  pallu?: Dye;
  accent: Dye;
  second?: Dye;
  zari: Zari;
  /** Index of the family's layout. */
  motif?: number;
  seed: number;
}

export type Ink = 'ground' | 'border' | 'pallu' | 'accent' | 'second' | 'line' | 'zari' | 'light' | 'none';
export type Inks = Readonly<Record<Ink, string>>;

export interface Drawing {
  width: number;
  height: number;
  draw(inks: Inks, random: Random): string;
}

/** How threads reflect light, from 0 to 1. */
export interface Fabric {
  sheen: number;
  /** Exponent of the sheen: high for satin, low for matte cotton. */
  sharpness: number;
  slub: number;
  sheer: number;
  grain: number;
}

export interface Weave {
  fabric: Fabric;
  /** Repeats; its width divides 36 cm. */
  field: (spec: ClothSpec) => Drawing;
  /** Top at the field, bottom at the selvedge. */
  border: (spec: ClothSpec) => Drawing;
  /** 60 cm long: left at the body, right at the fringe. */
  pallu: (spec: ClothSpec) => Drawing['draw'];
  upperBorder?: (spec: ClothSpec) => Drawing;
}
