import { accessories } from './accessories.js';
import { banarasi } from './banarasi.js';
import { customisedCombos, familyCombos } from './combos.js';
import { customised } from './customised.js';
import { lightHandlooms } from './handloom-light.js';
import { richHandlooms } from './handloom-rich.js';
import { kanchipuram } from './kanchipuram.js';
import { kidswear } from './kidswear.js';
import { westernPattu } from './paithani-patola.js';
import { pants } from './pants.js';
import type { OpeningProduct } from './product.js';

const shelves = [
  kanchipuram,
  lightHandlooms,
  customised,
  kidswear,
  accessories,
  banarasi,
  richHandlooms,
  familyCombos,
  customisedCombos,
  westernPattu,
  pants,
];

/** Deals the shelves out like cards, so that the page of all products shows a mixture. */
function dealt(piles: readonly (readonly OpeningProduct[])[]): OpeningProduct[] {
  const total = piles.reduce((sum, pile) => sum + pile.length, 0);
  return piles
    .flatMap((pile, p) => pile.map((product, k) => ({ product, at: ((k + 0.5) / pile.length) * total + p * 0.01 })))
    .sort((a, b) => a.at - b.at)
    .map(({ product }) => product);
}

/** The 120 products of a new shop, in the order in which they are put on the shelf. */
export const openingStock: readonly OpeningProduct[] = dealt(shelves);
