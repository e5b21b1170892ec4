import { type CallKey, calls, getCall } from './calls.js';
import { hasPermission, isAllowed, permissions, permissionsOf, type Role, roles, staffRoles } from './permissions.js';

const keys = Object.keys(calls) as CallKey[];
const allowed = (role: Role) => keys.filter((key) => isAllowed(getCall(key).access, role));

describe('roles', () => {
  test('of staff have exactly these permissions', () => {
    const table = Object.fromEntries(
      permissions.map((permission) => [permission, staffRoles.filter((role) => hasPermission(role, permission))]),
    );
    expect(table).toEqual({
      'products.write': ['owner', 'manager', 'catalogue'],
      'uploads.write': ['owner', 'manager', 'catalogue'],
      'orders.read': ['owner', 'manager', 'fulfilment', 'support', 'accountant'],
      'orders.write': ['owner', 'manager', 'fulfilment', 'support'],
      'holds.read': ['owner', 'manager', 'catalogue', 'fulfilment', 'support'],
      'holds.write': ['owner', 'manager', 'fulfilment'],
      'offers.write': ['owner', 'manager'],
      'payments.read': ['owner', 'manager', 'support', 'accountant'],
      'payments.settings': ['owner'],
      'refunds.write': ['owner', 'manager', 'support', 'accountant'],
      'refunds.approve': ['owner', 'manager', 'accountant'],
      'cash.write': ['owner', 'manager', 'accountant'],
      'customers.read': ['owner', 'manager', 'support'],
      'customers.write': ['owner', 'manager', 'support'],
      'delivery.write': ['owner', 'manager', 'fulfilment'],
      'exports.read': ['owner', 'manager', 'accountant'],
      'staff.read': ['owner', 'manager'],
      'staff.write': ['owner'],
      'operations.read': ['owner', 'manager'],
      'operations.write': ['owner', 'manager'],
      'audit.read': ['owner', 'manager', 'accountant'],
      'reports.read': ['owner', 'manager', 'accountant'],
      'shop.read': ['owner', 'manager', 'catalogue', 'fulfilment', 'support', 'accountant'],
      'shop.write': ['owner'],
    });
  });

  test('of customers have none', () => {
    expect(permissionsOf('user')).toEqual([]);
    expect(allowed('user').filter((key) => !['public', 'customer'].includes(getCall(key).access))).toEqual([]);
  });

  test('without the permission are refused, and guests are refused everything but public calls', () => {
    for (const key of keys) {
      const { access } = getCall(key);
      expect([key, isAllowed(access, undefined)]).toEqual([key, access === 'public']);
      for (const role of roles)
        expect([key, role, isAllowed(access, role)]).toEqual([
          key,
          role,
          access === 'public' || access === 'customer' || permissionsOf(role).some((given) => given === access),
        ]);
    }
  });
});

describe('calls', () => {
  test('use every permission, and no other access', () => {
    const used = new Set(keys.map((key) => getCall(key).access));
    for (const permission of permissions) expect([permission, used.has(permission)]).toEqual([permission, true]);
    expect([...used].filter((access) => ![...permissions, 'public', 'customer'].includes(access))).toEqual([]);
  });

  test('that change rights, money or settings, or export personal data, need a step-up', () => {
    const elevated = keys.filter((key) => getCall(key).stepUp).toSorted();
    expect(elevated).toEqual([
      'DELETE /users/admin/{id}/second-factor',
      'DELETE /users/passkeys/{id}',
      'DELETE /users/second-factor/totp',
      'DELETE /users/sessions',
      'DELETE /users/sessions/{id}',
      'GET /users/account/export',
      'GET /users/account/export/pdf',
      'GET /users/admin/{id}/export',
      'POST /credit/customers/{userId}',
      'POST /gift-cards',
      'POST /gift-cards/{id}/withdraw',
      'POST /payments/admin/{orderId}/refund',
      'POST /payments/approvals/{id}/approve',
      'POST /payments/approvals/{id}/reject',
      'POST /users/account/deletion',
      'POST /users/admin/invitations',
      'POST /users/passkeys',
      'POST /users/passkeys/options',
      'POST /users/second-factor/recovery-codes',
      'POST /users/second-factor/totp',
      'POST /users/second-factor/totp/confirm',
      'PUT /payments/cod/settings',
      'PUT /payments/settings',
      'PUT /shop/settings',
      'PUT /users/admin/{id}/role',
      'PUT /users/email',
    ]);
    for (const key of elevated) {
      expect([key, getCall(key).access]).not.toEqual([key, 'public']);
      expect(getCall(key).errors).not.toContain('STEP_UP_REQUIRED');
    }
  });

  test('that guests may abuse for email or guessing need a challenge', () => {
    expect(keys.filter((key) => getCall(key).challenge).toSorted()).toEqual([
      'POST /complaints',
      'POST /delivery/waitlist',
      'POST /stock-alerts',
      'POST /users/login',
      'POST /users/otp',
      'POST /users/password/forgot',
      'POST /users/register',
    ]);
  });
});
