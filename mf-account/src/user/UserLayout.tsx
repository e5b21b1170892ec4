import { useState } from 'react';
import { NavLink, Navigate, Outlet, useLocation, useNavigate } from '@rangavalli/web-kit/router';
import { clearSession, useSession } from '@rangavalli/web-kit/session';
import { Icon, type IconName } from '@rangavalli/web-kit/ui/Icon';
import css from './UserLayout.module.css';

const links: { to: string; label: string; icon: IconName }[] = [
  { to: '/user/dashboard', label: 'Dashboard', icon: 'user' },
  { to: '/user/orders', label: 'Orders', icon: 'box' },
  { to: '/user/wishlist', label: 'Wishlist', icon: 'heart' },
  { to: '/user/address', label: 'Address', icon: 'pencil' },
  { to: '/user/profile', label: 'Profile', icon: 'user' },
  { to: '/', label: 'Go to Home', icon: 'home' },
];

/** The user area: its sidebar (a strip on a phone) and the screen beside it. Guests are asked to log in first. */
export function UserLayout() {
  const session = useSession();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const [leaving, setLeaving] = useState(false);
  if (!session) return <Navigate to={leaving ? '/login' : `/login?next=${encodeURIComponent(pathname)}`} replace />;
  const logOut = () => {
    setLeaving(true);
    clearSession();
    void navigate('/login');
  };
  return (
    <div className={css.area} data-boundary="mf-account">
      <nav className={css.sidebar} aria-label="My account">
        {links.map(({ to, label, icon }) => (
          <NavLink key={to} to={to} end={to === '/'} className={({ isActive }) => (isActive && to !== '/' ? css.current : css.link)}>
            <Icon name={icon} size={18} />
            {label}
          </NavLink>
        ))}
        <button type="button" className={css.link} onClick={logOut}>
          <Icon name="logout" size={18} />
          Logout
        </button>
      </nav>
      <div className={css.screen}>
        <Outlet />
      </div>
    </div>
  );
}
