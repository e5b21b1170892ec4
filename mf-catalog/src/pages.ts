import type { PageDefinition } from '@rangavalli/contracts/pages';

const listQuery = [
  'weave',
  'colour',
  'fabric',
  'occasion',
  'size',
  'tag',
  'minPrice',
  'maxPrice',
  'inStock',
  'minRating',
  'arrivesBefore',
  'pincode',
  'sort',
  'page',
];

const collection = (
  path: string,
  order: number,
  label: string,
  title: string,
  description: string,
): PageDefinition => ({
  path,
  title,
  description,
  prerender: true,
  menu: { label, order },
  sitemap: true,
  query: listQuery,
});

export const pages: PageDefinition[] = [
  collection(
    '/customised-sarees',
    10,
    'Customised Sarees',
    'Customised Sarees',
    'Sarees made for you: choose the colours, the border and the blouse, and we weave and stitch to match.',
  ),
  collection(
    '/handloom-saree',
    20,
    'Handloom Sarees',
    'Handloom Sarees',
    'Handloom sarees from the weaving towns of the Deccan and beyond, soft from the first wear.',
  ),
  collection(
    '/pattu-saree',
    30,
    'Pattu Sarees',
    'Pattu Sarees',
    'Pattu sarees in pure silk with contrast borders, temple motifs and real zari.',
  ),
  collection(
    '/family-combo',
    40,
    'Family Combos',
    'Customised Family Combos',
    'Matching outfits for the whole family, from the bride’s pattu to the smallest pavadai.',
  ),
  // The path is spelt as in the specification (§2).
  collection(
    '/accessaries',
    50,
    'Accessories',
    'Accessories',
    'Bags, jewellery and trimmings made to match our sarees.',
  ),
  collection(
    '/kidswear',
    60,
    'Kidswear',
    'Kidswear',
    'Pavadai sets and more for children, in comfortable cotton and silk.',
  ),
  collection('/pant', 70, 'Pants', 'Pants', 'Pants in handloom cotton and silk blends, to go with every kurta.'),
  collection('/all', 80, 'All Products', 'All Products', 'Every saree, combo and accessory of the shop in one place.'),
  { path: '/product/:id', title: 'Product', prerender: true },
  { path: '/search', title: 'Search', hidden: true, prerender: true, query: ['q', ...listQuery] },
  { path: '/stock-alert/confirm', title: 'Confirm your alert', hidden: true, zone: 'access' },
  { path: '/stock-alert/cancel', title: 'Cancel your alert', hidden: true, zone: 'access' },
];
