import type { Category, SareeType } from '@rangavalli/contracts/entities/product';
import type { Scope } from '../filters/filters.js';

/** A collection page: its path, texts and products (specification §2). */
export interface Collection {
  path: string;
  heading: string;
  blurb: string;
  /** Names the products in "Loading …" and "No … found." */
  products: string;
  scope: Scope;
}

const bySareeType = (type: SareeType): Scope => ({ category: ['saree'], sareeType: [type] });
const byCategory = (...names: Category[]): Scope => ({ category: names });

export const collections: readonly Collection[] = [
  {
    path: '/customised-sarees',
    heading: 'Customised Sarees',
    blurb: 'Your colours, your border, your occasion: sarees finished by hand to the way you want to wear them.',
    products: 'customised sarees',
    scope: bySareeType('customised'),
  },
  {
    path: '/handloom-saree',
    heading: 'Handloom Sarees',
    blurb: 'Woven on wooden looms, one throw of the shuttle at a time. No two are quite alike.',
    products: 'handloom sarees',
    scope: bySareeType('handloom'),
  },
  {
    path: '/pattu-saree',
    heading: 'Pattu Sarees',
    blurb: 'Pure silk with temple borders and zari that catches the lamp light. For weddings, and for ever after.',
    products: 'pattu sarees',
    scope: bySareeType('pattu'),
  },
  {
    path: '/family-combo',
    heading: 'Customised Family Combos',
    blurb: 'One cloth, a whole family: sarees, kurtas and frocks cut to match for the day you dress together.',
    products: 'family combos',
    scope: byCategory('family combo', 'customised combo'),
  },
  {
    // Spelt as in the specification.
    path: '/accessaries',
    heading: 'Accessories',
    blurb: 'Blouse pieces, potlis, dupattas and borders: the small things that finish the drape.',
    products: 'accessories',
    scope: byCategory('accessories'),
  },
  {
    path: '/all',
    heading: 'All Products',
    blurb: 'All our products, newest first.',
    products: 'products',
    scope: {},
  },
  {
    path: '/pant',
    heading: 'Pants',
    blurb: 'Straight, palazzo and cigarette cuts in cotton and silk blends, made to go with every kurta.',
    products: 'pants',
    scope: byCategory('pant'),
  },
  {
    path: '/kidswear',
    heading: 'Kidswear',
    blurb: 'Pattu pavadai, dhoti sets and soft cottons: festive enough for photographs, easy enough to run in.',
    products: 'kidswear',
    scope: byCategory('kidswear'),
  },
];
