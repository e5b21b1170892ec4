import { useEffect } from 'react';
import { Navigate, Outlet, useLocation } from '@rangavalli/web-kit/federation/router';
import { useSession } from '@rangavalli/web-kit/session/session';
import { Area, type AreaLink } from '@rangavalli/web-kit/ui/Area';
import { ButtonLink } from '@rangavalli/web-kit/ui/Button';
import { EmptyState } from '@rangavalli/web-kit/ui/EmptyState';
import { requireToken } from '../orders/use-order-status.js';
import { messages } from './messages.js';

const links: AreaLink[] = [
  { to: '/admin/dashboard', label: messages.dashboard, icon: 'home' },
  { to: '/admin/products', label: messages.products, icon: 'box' },
  { to: '/admin/orders', label: messages.orders, icon: 'cart' },
  { to: '/admin/customers', label: messages.customers, icon: 'user' },
  { to: '/admin/payments', label: messages.payments, icon: 'card' },
  { to: '/admin/audit', label: messages.audit, icon: 'list' },
  { to: '/admin/system', label: messages.system, icon: 'pulse' },
  { to: '/', label: messages.home, icon: 'left' },
];

/** Shows the admin area to admins. The server enforces the role; this only avoids a screen full of errors. */
export function AdminLayout() {
  const session = useSession();
  const { pathname } = useLocation();
  const isGuest = session === undefined;
  useEffect(() => {
    // Explains the redirect to the login page.
    if (isGuest) requireToken();
  }, [isGuest]);
  if (!session) return <Navigate to={`/login?next=${encodeURIComponent(pathname)}`} replace />;
  if (session.user?.role !== 'admin') {
    return (
      <EmptyState heading="h1" title={messages.adminsOnly}>
        <ButtonLink to="/">{messages.home}</ButtonLink>
      </EmptyState>
    );
  }
  return (
    <Area name={messages.area} boundary="mf-admin" links={links}>
      <Outlet />
    </Area>
  );
}
