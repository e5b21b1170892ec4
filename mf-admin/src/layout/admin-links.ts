import { hasPermission, type Permission, type Role } from '@rangavalli/contracts/permissions';
import type { AreaLink } from '@rangavalli/web-kit/ui/Area';
import { messages } from './messages.js';

interface AdminLink extends AreaLink {
  /** Without it the page is hidden and not shown. */
  permission: Permission;
}

/** The pages of the admin area, in the order of the sidebar. */
const links: readonly AdminLink[] = [
  { to: '/admin/dashboard', label: messages.dashboard, icon: 'home', permission: 'orders.read' },
  { to: '/admin/products', label: messages.products, icon: 'box', permission: 'products.write' },
  { to: '/admin/reviews', label: messages.reviews, icon: 'list', permission: 'products.write' },
  { to: '/admin/questions', label: messages.questions, icon: 'list', permission: 'products.write' },
  { to: '/admin/search', label: messages.search, icon: 'search', permission: 'products.write' },
  { to: '/admin/orders', label: messages.orders, icon: 'cart', permission: 'orders.read' },
  { to: '/admin/dispatch', label: messages.dispatch, icon: 'box', permission: 'orders.write' },
  { to: '/admin/phone-orders/new', label: messages.phoneOrder, icon: 'cart', permission: 'orders.write' },
  { to: '/admin/returns', label: messages.returns, icon: 'box', permission: 'orders.read' },
  { to: '/admin/holds', label: messages.holds, icon: 'clock', permission: 'holds.read' },
  { to: '/admin/delivery', label: messages.delivery, icon: 'pin', permission: 'delivery.write' },
  { to: '/admin/offers', label: messages.offers, icon: 'card', permission: 'offers.write' },
  { to: '/admin/customers', label: messages.customers, icon: 'user', permission: 'customers.read' },
  { to: '/admin/complaints', label: messages.complaints, icon: 'list', permission: 'customers.read' },
  { to: '/admin/notifications', label: messages.notifications, icon: 'list', permission: 'customers.read' },
  { to: '/admin/payments', label: messages.payments, icon: 'card', permission: 'payments.read' },
  { to: '/admin/cash', label: messages.cash, icon: 'card', permission: 'payments.read' },
  { to: '/admin/gift-cards', label: messages.giftCards, icon: 'card', permission: 'payments.read' },
  { to: '/admin/invoices', label: messages.invoices, icon: 'list', permission: 'reports.read' },
  { to: '/admin/shop', label: messages.shop, icon: 'pin', permission: 'shop.read' },
  { to: '/admin/staff', label: messages.staff, icon: 'users', permission: 'staff.read' },
  { to: '/admin/audit', label: messages.audit, icon: 'list', permission: 'audit.read' },
  { to: '/admin/system', label: messages.system, icon: 'pulse', permission: 'operations.read' },
];

export const linksOf = (role: Role): readonly AdminLink[] =>
  links.filter(({ permission }) => hasPermission(role, permission));

/** Returns whether a role may see a page. Paths without a link of their own redirect. */
export function mayOpen(role: Role, pathname: string): boolean {
  const page = links.find(({ to }) => pathname === to || pathname.startsWith(`${to}/`));
  return page === undefined || hasPermission(role, page.permission);
}

/** The first page of the sidebar. */
export const firstPage = (role: Role): string => linksOf(role)[0]?.to ?? '/';
