import type { PageDefinition } from '@rangavalli/contracts/pages';

const page = (path: string, title: string, description?: string): PageDefinition => ({
  path,
  title,
  ...(description ? { description } : {}),
  hidden: true,
  zone: 'access',
});

export const pages: PageDefinition[] = [
  page('/login', 'Login', 'Log in to see your orders, addresses and wishlist.'),
  page('/register', 'Register', 'Create an account to track your orders and save your addresses.'),
  page('/forgot-password', 'Forgot your password?'),
  page('/reset-password', 'Set a new password'),
  page('/confirm-email', 'Confirm your email address'),
  page('/undo-email-change', 'Keep your old email address'),
  page('/accept-invitation', 'Join the staff'),
  page('/complaint', 'Make a complaint', 'Write what went wrong; you get a number at once.'),
  page('/track/*', 'Track your parcel'),
  page('/complaint/*', 'Your complaint'),
  { ...page('/user/*', 'Your account'), layout: 'panel', zone: 'account' },
];
