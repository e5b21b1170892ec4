import { useEffect } from 'react';
import { Navigate, Outlet, useLocation } from '@rangavalli/web-kit/federation/router';
import { useSession } from '@rangavalli/web-kit/session/session';
import { Area, type AreaLink } from '@rangavalli/web-kit/ui/Area';
import { ButtonLink } from '@rangavalli/web-kit/ui/Button';
import { EmptyState } from '@rangavalli/web-kit/ui/EmptyState';
import { hasToken } from '../orders/use-order-status.js';

const links: AreaLink[] = [
  { to: '/admin/dashboard', label: 'Dashboard', icon: 'home' },
  { to: '/admin/products', label: 'Products', icon: 'box' },
  { to: '/admin/orders', label: 'Orders', icon: 'cart' },
  { to: '/admin/customers', label: 'Customers', icon: 'user' },
  { to: '/admin/payments', label: 'Payments', icon: 'card' },
  { to: '/admin/audit', label: 'Audit log', icon: 'list' },
  { to: '/admin/system', label: 'System', icon: 'pulse' },
  { to: '/', label: 'Go to Home', icon: 'left' },
];

/** The admin area. The server refuses others anyway; this only spares them the sight. */
export function AdminLayout() {
  const session = useSession();
  const { pathname } = useLocation();
  const guest = session === undefined;
  useEffect(() => {
    // They are about to stand before the login form, and are told why.
    if (guest) hasToken();
  }, [guest]);
  if (!session) return <Navigate to={`/login?next=${encodeURIComponent(pathname)}`} replace />;
  if (session.user?.role !== 'admin') {
    return (
      <EmptyState heading="h1" title="This area is for the people who run the shop.">
        <ButtonLink to="/">Go to Home</ButtonLink>
      </EmptyState>
    );
  }
  return (
    <Area name="Admin" boundary="mf-admin" links={links}>
      <Outlet />
    </Area>
  );
}
