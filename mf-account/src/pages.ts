import type { PageDefinition } from '@rangavalli/contracts/pages';

export const pages: PageDefinition[] = [
  { path: '/login', title: 'Login', description: 'Log in to see your orders, addresses and wishlist.', hidden: true },
  {
    path: '/register',
    title: 'Register',
    description: 'Create an account to track your orders and save your addresses.',
    hidden: true,
  },
  { path: '/forgot-password', title: 'Forgot your password?', hidden: true },
  { path: '/reset-password', title: 'Set a new password', hidden: true },
  { path: '/user/*', title: 'Your account', hidden: true, layout: 'panel' },
];
