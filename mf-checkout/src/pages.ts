import type { PageDefinition } from '@rangavalli/contracts/pages';

export const pages: PageDefinition[] = [
  { path: '/cart', title: 'Cart', hidden: true },
  { path: '/checkout', title: 'Checkout', hidden: true, zone: 'checkout' },
  {
    path: '/offers',
    title: 'Offers',
    description: 'Coupons and offers on sarees, family combos and kidswear that run now.',
    sitemap: true,
  },
  { path: '/payment-success', title: 'Your order', hidden: true, zone: 'checkout' },
];
