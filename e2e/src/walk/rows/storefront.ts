import { brand } from '@rangavalli/contracts/brand';
import { expectMissing, MISSING_ID, row, type Row, type Scene } from '../row.js';
import { createWalkProduct, seededProduct } from '../scenes.js';

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

/** A collection page: all have the same screen, so that only the controls of /all are clicked. */
const collection = (path: string, heading: string): Row =>
  row(path, [heading, 'Shop Now', 'In Stock', '₹'], path, path === '/all' ? {} : { sameAs: '/all' });
const onProduct = (open?: Scene['open']) => async () => ({ path: `/product/${(await seededProduct())._id}`, open });

export const storefrontRows: readonly Row[] = [
  row(
    '/',
    [
      `Reg. No. ${brand.registrationNumber}`,
      brand.phone,
      brand.email,
      'Timeless Style',
      'Trending Wear Collection',
      'Our Saree Collection',
      'Turn Up The Volume',
      /festive sarees/i,
      /new arrivals/i,
      /cotton, silk blend and handloom sarees/i,
      /customised designer sarees/i,
      'Shop Now',
      'Explore',
      'View',
      'Browse',
      ...footer,
    ],
    '/',
    { frame: true },
  ),
  collection('/customised-sarees', 'Customised Sarees'),
  collection('/handloom-saree', 'Handloom Sarees'),
  collection('/pattu-saree', 'Pattu Sarees'),
  collection('/family-combo', 'Customised Family Combos'),
  collection('/accessaries', 'Accessories'),
  collection('/kidswear', 'Kidswear'),
  collection('/pant', 'Pants'),
  collection('/all', 'All Products'),
  row(
    '/all, filtered',
    ['All Products', 'In Stock', 'Clear all'],
    '/all?inStock=true&minPrice=500&maxPrice=100000&sort=price-asc',
  ),
  row('/all, no matches', ['No products found.'], '/all?minPrice=9000000'),
  row(
    '/all, mobile filters',
    ['Filters', 'Availability'],
    () => ({
      path: '/all',
      open: (page) =>
        page
          .getByRole('main')
          .getByRole('button', { name: /^Filters/ })
          .click(),
    }),
    { notAt: [1440] },
  ),
  row('/search', ['Search']),
  row('/search, results', ['Search', '₹'], '/search?q=silk', {
    unclicked: 'the same list as /all, and the same form as /search',
  }),
  row('/search, no results', [/No products found/], '/search?q=zzzzqq'),
  row('/product/:id', ['Add to Cart', 'Shop Now', 'Description', 'Size', 'Quantity', '₹'], onProduct()),
  row('/product/:id, sold out', ['Out of Stock', 'Add to Cart'], async () => ({
    path: `/product/${(await createWalkProduct({ stock: 0 }))._id}`,
  })),
  row('/product/:id, missing', ['This product is no longer available.'], `/product/${MISSING_ID}`, {
    expected: [...(expectMissing('getOne').expected ?? []), /404.*\/product\//],
  }),
  row(
    '/product/:id, size chart',
    ['Size chart'],
    onProduct(async (page) => {
      await page.getByRole('button', { name: 'Size chart' }).click();
      await page.getByRole('dialog').waitFor();
    }),
  ),
  row(
    '/product/:id, zoom',
    ['Previous', 'Next'],
    onProduct((page) => page.getByTitle('Look closer').first().click()),
  ),
  row('/tnc', ['Terms and Conditions', 'Hyderabad', /laws of India/, /declined/i]),
  row('/refund', [
    'Cancellation and Refund',
    /immediately after ordering/,
    /shipping has started/,
    /perishable/i,
    /within 7 days of receipt/,
    /3–5 business days/,
    'Aug 16, 2025',
  ]),
  row('/shipping', ['Shipping Delivery', /0–7 days/, /domestic/, /international/, /email/, brand.phone, brand.email]),
  row('/privacy', [
    'Privacy Policy',
    /name and job title/,
    /demographic/i,
    /survey/,
    /secur/i,
    /cookies/i,
    /third parties/,
    'Controlling your personal information',
  ]),
  row('/contact', [brand.legalName, 'Hyderabad', brand.phone, brand.email]),
  row('/about', ['About Us']),
  row('/trending', ['Trending Collections', ...weaves]),
  row('/stock-alert/confirm, no token', ['Confirm your alert', 'This link is incomplete.', 'Browse Products']),
  row('/stock-alert/confirm', ['Confirm your alert', 'Yes, email me'], '/stock-alert/confirm#token=not-a-token', {
    unclicked: 'its only button shows the error of an invalid link',
  }),
  row('/stock-alert/cancel', ['Cancel your alert', 'Cancel alert'], '/stock-alert/cancel#token=not-a-token', {
    unclicked: 'its only button shows the error of an invalid link',
  }),
  row('/nowhere', ['Page not found', 'Go to Home'], '/nowhere', { expected: [/404.*\/nowhere/] }),
  row('/design', ['Design'], '/design', {
    skipped: {
      Size: 'a sample of a field',
      Category: 'a sample of a field',
      State: 'a sample of a field',
      'Email me a code': 'a sample of a form, without a customer',
    },
  }),
  row('/about, search', [/suggestions/], () => ({
    path: '/about',
    open: async (page) => {
      await page.getByRole('banner').getByRole('button', { name: 'Search' }).click();
      await page.getByRole('combobox', { name: 'Search the shop' }).fill('silk');
      await page.getByRole('option').first().waitFor();
    },
  })),
  row(
    '/about, mobile menu',
    ['Login', 'Signup', 'Pattu Sarees'],
    () => ({ path: '/about', open: (page) => page.getByRole('button', { name: 'Open menu' }).click() }),
    { notAt: [1440] },
  ),
];
