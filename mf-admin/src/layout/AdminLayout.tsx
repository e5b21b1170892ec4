import { NavLink, Navigate, Outlet, useLocation } from '@rangavalli/web-kit/router';
import { useSession } from '@rangavalli/web-kit/session';
import { EmptyState } from '@rangavalli/web-kit/ui/EmptyState';
import { Icon, type IconName } from '@rangavalli/web-kit/ui/Icon';
import { ButtonLink } from '@rangavalli/web-kit/ui/Button';
import css from './AdminLayout.module.css';

const links: { to: string; label: string; icon: IconName }[] = [
  { to: '/admin/dashboard', label: 'Dashboard', icon: 'home' },
  { to: '/admin/products', label: 'Products', icon: 'box' },
  { to: '/admin/orders', label: 'Orders', icon: 'cart' },
  { to: '/admin/customers', label: 'Customers', icon: 'user' },
  { to: '/', label: 'Go to Home', icon: 'left' },
];

/** The admin area: sidebar (a strip on a phone) and screen. The server refuses others anyway; this only spares them the sight. */
export function AdminLayout() {
  const session = useSession();
  const { pathname } = useLocation();
  if (!session) return <Navigate to={`/login?next=${encodeURIComponent(pathname)}`} replace />;
  if (session.user?.role !== 'admin') {
    return (
      <EmptyState title="This area is for the people who run the shop.">
        <ButtonLink to="/">Go to Home</ButtonLink>
      </EmptyState>
    );
  }
  return (
    <div className={css.area} data-boundary="mf-admin">
      <nav className={css.sidebar} aria-label="Admin">
        {links.map(({ to, label, icon }) => (
          <NavLink key={to} to={to} end={to === '/'} className={({ isActive }) => (isActive && to !== '/' ? css.current : css.link)}>
            <Icon name={icon} size={18} />
            {label}
          </NavLink>
        ))}
      </nav>
      <div className={css.screen}>
        <Outlet />
      </div>
    </div>
  );
}
