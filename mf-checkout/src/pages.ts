import type { PageDefinition } from '@rangavalli/contracts/pages';

export const pages: PageDefinition[] = [
  { path: '/cart', title: 'Cart', hidden: true },
  { path: '/checkout', title: 'Checkout', hidden: true, zone: 'checkout' },
  { path: '/payment-success', title: 'Your order', hidden: true, zone: 'checkout' },
];
