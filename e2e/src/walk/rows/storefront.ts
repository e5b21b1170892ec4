import { brand } from '@rangavalli/contracts/brand';
import { aPiece, seeded } from '../scenes.js';
import type { Row } from '../table.js';

const at = (path: string) => () => ({ path });
const NOBODY = '0'.repeat(24);
const weaves = [
  'Kanchipuram Pattu',
  'Banarasi Silk',
  'Chanderi Cotton',
  'Paithani Weaves',
  'Kalamkari Prints',
  'Ikat Elegance',
  'Patola Splendor',
  'Organza Drapes',
  'Tussar Classics',
];
const footer = [
  'Home',
  'Customised Sarees',
  'Handloom Sarees',
  'Pattu Sarees',
  'Contact Us',
  'About Us',
  'Terms and Conditions',
  'Cancellation and Refund',
  'Privacy Policy',
  'Shipping Delivery',
  ...weaves,
  'Web Mail',
  brand.infoEmail,
  'Hyderabad, Telangana 500092',
  `© ${new Date().getFullYear()}`,
  'Developed by',
  'Visitors: 8,799',
];

/** A collection page: the same screen for each, so that its controls are tried on one of them. */
const collection = (path: string, heading: string, ...more: string[]): Row => ({
  name: path,
  route: path,
  scene: at(path),
  texts: [heading, 'Shop Now', 'In Stock', '₹', ...more],
  ...(path === '/all' ? {} : { unclicked: 'the same screen as /all, where its controls are tried' }),
});
const policy = (path: string, ...texts: (string | RegExp)[]): Row => ({
  name: path,
  route: path,
  scene: at(path),
  texts,
});
const onProduct = async () => ({ path: `/product/${(await seeded())._id}` });

export const storefrontRows: readonly Row[] = [
  {
    name: 'home',
    route: '/',
    scene: at('/'),
    frame: true,
    texts: [
      `Reg. No. ${brand.registrationNumber}`,
      brand.phone,
      brand.email,
      'Timeless Style',
      'Trending Wear Collection',
      'Our Saree Collection',
      'Turn Up The Volume',
      /up to 50% off/i,
      /new arrivals/i,
      /cotton, silk blend and handloom sarees/i,
      /customised designer sarees/i,
      'Shop Now',
      'Explore',
      'View',
      'Browse',
      ...footer,
    ],
  },
  collection('/customised-sarees', 'Customised Sarees'),
  collection('/handloom-saree', 'Handloom Sarees'),
  collection('/pattu-saree', 'Pattu Sarees'),
  collection('/family-combo', 'Customised Family Combos'),
  collection('/accessaries', 'Accessories'),
  collection('/kidswear', 'Kidswear'),
  collection('/pant', 'Pants'),
  collection('/all', 'All Products'),
  {
    name: '/all, narrowed',
    route: '/all',
    texts: ['All Products', 'In Stock', 'Clear all'],
    scene: at('/all?inStock=true&minPrice=500&maxPrice=100000&sort=price-asc'),
  },
  { name: '/all, nothing passes', route: '/all', scene: at('/all?minPrice=9000000'), texts: ['No products found.'] },
  {
    name: '/all, filters of small screens',
    route: '/all',
    texts: ['Filters', 'Availability'],
    notAt: [1440],
    scene: () => ({
      path: '/all',
      open: (page) =>
        page
          .getByRole('main')
          .getByRole('button', { name: /^Filters/ })
          .click(),
    }),
  },
  { name: '/search', route: '/search', scene: at('/search'), texts: ['Search'] },
  {
    name: '/search, found',
    route: '/search',
    scene: at('/search?q=silk'),
    texts: ['Search', '₹'],
    unclicked: 'the same list as /all, and the same form as /search',
  },
  { name: '/search, nothing found', route: '/search', scene: at('/search?q=zzzzqq'), texts: [/No products found/] },
  {
    name: 'product',
    route: '/product/:id',
    scene: onProduct,
    texts: ['Add to Cart', 'Shop Now', 'Description', 'Size', 'Quantity', '₹'],
  },
  {
    name: 'product, sold out',
    route: '/product/:id',
    texts: ['Out of Stock', 'Add to Cart'],
    scene: async () => ({ path: `/product/${(await aPiece({ stock: 0 }))._id}` }),
  },
  {
    name: 'product that is gone',
    route: '/product/:id',
    scene: at(`/product/${NOBODY}`),
    texts: ['This product is no longer available.'],
    expected: [/404.*getOne/, /getOne.*404/, /404.*\/product\//],
  },
  {
    name: 'product, size chart',
    route: '/product/:id',
    texts: ['Size chart'],
    scene: async () => ({
      ...(await onProduct()),
      open: (page) => page.getByRole('button', { name: 'Size chart' }).click(),
    }),
  },
  {
    name: 'product, zoom',
    route: '/product/:id',
    texts: ['Previous', 'Next'],
    scene: async () => ({ ...(await onProduct()), open: (page) => page.getByTitle('Look closer').first().click() }),
  },
  policy('/tnc', 'Terms and Conditions', 'Hyderabad', /laws of India/, /declined/i),
  policy(
    '/refund',
    'Cancellation and Refund',
    /immediately after ordering/,
    /shipping has started/,
    /perishable/i,
    /within 7 days of receipt/,
    /3–5 business days/,
    'Aug 16, 2025',
  ),
  policy('/shipping', 'Shipping Delivery', /0–7 days/, /domestic/, /international/, /email/, brand.phone, brand.email),
  policy(
    '/privacy',
    'Privacy Policy',
    /name and job title/,
    /demographic/i,
    /survey/,
    /secur/i,
    /cookies/i,
    /third parties/,
    'Controlling your personal information',
  ),
  policy('/contact', brand.legalName, 'Hyderabad', brand.phone, brand.email),
  policy('/about', 'About Us'),
  policy('/trending', 'Trending Collections', ...weaves),
  {
    name: 'a path that nobody has',
    route: '/nowhere',
    scene: at('/nowhere'),
    texts: ['Page not found', 'Go to Home'],
    expected: [/404.*\/nowhere/],
  },
  {
    name: '/design',
    route: '/design',
    scene: at('/design'),
    texts: ['Design'],
    passedOver: { Size: 'a sample of a field', Category: 'a sample of a field' },
  },
  {
    name: 'search overlay',
    route: '/about',
    texts: [/suggestions/],
    scene: () => ({
      path: '/about',
      open: async (page) => {
        await page.getByRole('banner').getByRole('button', { name: 'Search' }).click();
        await page.getByRole('combobox', { name: 'Search the shop' }).fill('silk');
        await page.getByRole('option').first().waitFor();
      },
    }),
  },
  {
    name: 'menu of small screens',
    route: '/about',
    texts: ['Login', 'Signup', 'Pattu Sarees'],
    notAt: [1440],
    scene: () => ({ path: '/about', open: (page) => page.getByRole('button', { name: 'Open menu' }).click() }),
  },
];
