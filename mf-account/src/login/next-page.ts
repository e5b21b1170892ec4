import type { Role } from '@rangavalli/contracts/entities/user';

/** Only a path of this shop: an address from outside in `?next=` would be an open redirect. */
const isOwnPath = (path: string): boolean => /^\/(?![/\\])/.test(path);

/** Where a login leads: back to where a customer came from, else to the own area (specification §4). */
export const nextPage = (role: Role, next: string | null): string => {
  if (role === 'admin') return '/admin/dashboard';
  return next && isOwnPath(next) ? next : '/user/dashboard';
};
