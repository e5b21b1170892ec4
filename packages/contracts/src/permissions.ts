// No zod: runs in browsers.

/** Least privileged last. */
export const staffRoles = ['owner', 'manager', 'catalogue', 'fulfilment', 'support', 'accountant'] as const;
export type StaffRole = (typeof staffRoles)[number];

/** `user` is a customer. */
export const roles = [...staffRoles, 'user'] as const;
export type Role = (typeof roles)[number];

export const permissions = [
  'products.write',
  'uploads.write',
  'orders.read',
  'orders.write',
  'holds.read',
  'holds.write',
  'delivery.write',
  'offers.write',
  'payments.read',
  'payments.settings',
  'refunds.write',
  'refunds.approve',
  'cash.write',
  'customers.read',
  'customers.write',
  'exports.read',
  'staff.read',
  'staff.write',
  'operations.read',
  'operations.write',
  'audit.read',
  'reports.read',
  'shop.read',
  'shop.write',
] as const;
export type Permission = (typeof permissions)[number];

/** Who may make a call. `customer`: anyone with an account, staff included. */
export type Access = 'public' | 'customer' | Permission;

const granted: Record<Role, readonly Permission[]> = {
  owner: permissions,
  manager: permissions.filter((permission) => !['staff.write', 'payments.settings', 'shop.write'].includes(permission)),
  catalogue: ['products.write', 'uploads.write', 'holds.read', 'shop.read'],
  fulfilment: ['orders.read', 'orders.write', 'holds.read', 'holds.write', 'delivery.write', 'shop.read'],
  support: [
    'orders.read',
    'orders.write',
    'holds.read',
    'payments.read',
    'refunds.write',
    'customers.read',
    'customers.write',
    'shop.read',
  ],
  accountant: [
    'orders.read',
    'payments.read',
    'refunds.write',
    'refunds.approve',
    'cash.write',
    'exports.read',
    'audit.read',
    'reports.read',
    'shop.read',
  ],
  user: [],
};

export const permissionsOf = (role: Role): readonly Permission[] => granted[role];

export const hasPermission = (role: Role, permission: Permission): boolean => granted[role].includes(permission);

export const isStaff = (role: Role): role is StaffRole => role !== 'user';

/** A second factor is mandatory for these roles. */
export const rolesWithSecondFactor: readonly Role[] = ['owner', 'manager'];

/** Denies by default. @param role undefined for a guest */
export function isAllowed(access: Access, role: Role | undefined): boolean {
  if (access === 'public') return true;
  if (role === undefined) return false;
  return access === 'customer' || hasPermission(role, access);
}
