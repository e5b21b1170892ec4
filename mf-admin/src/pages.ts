import type { PageDefinition } from '@rangavalli/contracts/pages';

export const pages: PageDefinition[] = [
  { path: '/admin/*', title: 'Admin', hidden: true, layout: 'panel', zone: 'admin' },
];
