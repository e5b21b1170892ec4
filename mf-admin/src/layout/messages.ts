/** Texts of the admin area's frame. Spec: `noToken` (§8), `home` (§2). */
export const messages = {
  area: 'Admin',
  dashboard: 'Dashboard',
  products: 'Products',
  orders: 'Orders',
  customers: 'Customers',
  payments: 'Payments',
  audit: 'Audit log',
  system: 'System',
  home: 'Go to Home',
  adminsOnly: 'Only admins can open this area.',
  noToken: '⚠️ No token found. Please login again.',
  serverError: 'Server error',
  loading: (what: string) => `Loading ${what}`,
  missing: 'N/A',
  none: 'None',
};
