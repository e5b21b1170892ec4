import type { Product, SareeType } from '@rangavalli/contracts/entities/product';

/** A collection page as data: its path, its texts and which products belong to it (specification §2). */
export interface Collection {
  path: string;
  heading: string;
  blurb: string;
  loadingText: string;
  emptyText: string;
  includes: (product: Product) => boolean;
}

const saree = (type: SareeType) => (product: Product) => product.category === 'saree' && product.sareeType === type;
const category = (...names: Product['category'][]) => (product: Product) => names.includes(product.category);

export const collections: readonly Collection[] = [
  {
    path: '/customised-sarees',
    heading: 'Customised Sarees',
    blurb: 'Your colours, your border, your occasion: sarees finished by hand to the way you want to wear them.',
    loadingText: 'Loading customised sarees…',
    emptyText: 'No customised sarees found.',
    includes: saree('customised'),
  },
  {
    path: '/handloom-saree',
    heading: 'Handloom Sarees',
    blurb: 'Woven on wooden looms, one throw of the shuttle at a time. No two are quite alike.',
    loadingText: 'Loading handloom sarees…',
    emptyText: 'No handloom sarees found.',
    includes: saree('handloom'),
  },
  {
    path: '/pattu-saree',
    heading: 'Pattu Sarees',
    blurb: 'Pure silk with temple borders and zari that catches the lamp light. For weddings, and for ever after.',
    loadingText: 'Loading pattu sarees…',
    emptyText: 'No pattu sarees found.',
    includes: saree('pattu'),
  },
  {
    path: '/family-combo',
    heading: 'Customised Family Combos',
    blurb: 'One cloth, a whole family: sarees, kurtas and frocks cut to match for the day you dress together.',
    loadingText: 'Loading family combos…',
    emptyText: 'No family combos found.',
    includes: category('family combo', 'customised combo'),
  },
  {
    // The path is spelt as the specification documents it.
    path: '/accessaries',
    heading: 'Accessories',
    blurb: 'Blouse pieces, potlis, dupattas and borders: the small things that finish the drape.',
    loadingText: 'Loading accessories…',
    emptyText: 'No accessories found.',
    includes: category('accessories'),
  },
  {
    path: '/all',
    heading: 'All Products',
    blurb: 'Everything on our shelves, the newest first.',
    loadingText: 'Loading products…',
    emptyText: 'No products found.',
    includes: () => true,
  },
  {
    path: '/pant',
    heading: 'Pants',
    blurb: 'Straight, palazzo and cigarette cuts in cotton and silk blends, made to go with every kurta.',
    loadingText: 'Loading pants…',
    emptyText: 'No pants found.',
    includes: category('pant'),
  },
  {
    path: '/kidswear',
    heading: 'Kidswear',
    blurb: 'Pattu pavadai, dhoti sets and soft cottons: festive enough for photographs, easy enough to run in.',
    loadingText: 'Loading kidswear…',
    emptyText: 'No kidswear found.',
    includes: category('kidswear'),
  },
];
