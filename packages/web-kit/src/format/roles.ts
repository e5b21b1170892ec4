import type { Role } from '@rangavalli/contracts/permissions';

/** Names of the roles as people read them. */
export const roleNames: Record<Role, string> = {
  owner: 'Owner',
  manager: 'Manager',
  catalogue: 'Catalogue',
  fulfilment: 'Orders and dispatch',
  support: 'Customer support',
  accountant: 'Accountant',
  user: 'Customer',
};
