import type { Category, SareeType } from '@rangavalli/contracts/entities/product';
import type { Scope } from '../filters/choices.js';

/** A collection page as data: its path, its texts and which products belong to it (specification §2). */
export interface Collection {
  path: string;
  heading: string;
  blurb: string;
  loadingText: string;
  emptyText: string;
  scope: Scope;
}

const saree = (type: SareeType): Scope => ({ category: ['saree'], sareeType: [type] });
const category = (...names: Category[]): Scope => ({ category: names });

export const collections: readonly Collection[] = [
  {
    path: '/customised-sarees',
    heading: 'Customised Sarees',
    blurb: 'Your colours, your border, your occasion: sarees finished by hand to the way you want to wear them.',
    loadingText: 'Loading customised sarees…',
    emptyText: 'No customised sarees found.',
    scope: saree('customised'),
  },
  {
    path: '/handloom-saree',
    heading: 'Handloom Sarees',
    blurb: 'Woven on wooden looms, one throw of the shuttle at a time. No two are quite alike.',
    loadingText: 'Loading handloom sarees…',
    emptyText: 'No handloom sarees found.',
    scope: saree('handloom'),
  },
  {
    path: '/pattu-saree',
    heading: 'Pattu Sarees',
    blurb: 'Pure silk with temple borders and zari that catches the lamp light. For weddings, and for ever after.',
    loadingText: 'Loading pattu sarees…',
    emptyText: 'No pattu sarees found.',
    scope: saree('pattu'),
  },
  {
    path: '/family-combo',
    heading: 'Customised Family Combos',
    blurb: 'One cloth, a whole family: sarees, kurtas and frocks cut to match for the day you dress together.',
    loadingText: 'Loading family combos…',
    emptyText: 'No family combos found.',
    scope: category('family combo', 'customised combo'),
  },
  {
    // The path is spelt as the specification documents it.
    path: '/accessaries',
    heading: 'Accessories',
    blurb: 'Blouse pieces, potlis, dupattas and borders: the small things that finish the drape.',
    loadingText: 'Loading accessories…',
    emptyText: 'No accessories found.',
    scope: category('accessories'),
  },
  {
    path: '/all',
    heading: 'All Products',
    blurb: 'Everything on our shelves, the newest first.',
    loadingText: 'Loading products…',
    emptyText: 'No products found.',
    scope: {},
  },
  {
    path: '/pant',
    heading: 'Pants',
    blurb: 'Straight, palazzo and cigarette cuts in cotton and silk blends, made to go with every kurta.',
    loadingText: 'Loading pants…',
    emptyText: 'No pants found.',
    scope: category('pant'),
  },
  {
    path: '/kidswear',
    heading: 'Kidswear',
    blurb: 'Pattu pavadai, dhoti sets and soft cottons: festive enough for photographs, easy enough to run in.',
    loadingText: 'Loading kidswear…',
    emptyText: 'No kidswear found.',
    scope: category('kidswear'),
  },
];
