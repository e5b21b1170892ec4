import { useState } from 'react';
import { Navigate, Outlet, useLocation, useNavigate } from '@rangavalli/web-kit/router';
import { clearSession, useSession } from '@rangavalli/web-kit/session';
import { Area, type AreaLink } from '@rangavalli/web-kit/ui/Area';

const links: AreaLink[] = [
  { to: '/user/dashboard', label: 'Dashboard', icon: 'user' },
  { to: '/user/orders', label: 'Orders', icon: 'box' },
  { to: '/user/wishlist', label: 'Wishlist', icon: 'heart' },
  { to: '/user/address', label: 'Address', icon: 'home' },
  { to: '/user/profile', label: 'Profile', icon: 'pencil' },
  { to: '/', label: 'Go to Home', icon: 'left' },
];

/** The user area. Guests are asked to log in first. */
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
    <Area name="My account" boundary="mf-account" links={links} action={{ label: 'Logout', icon: 'logout', run: logOut }}>
      <Outlet />
    </Area>
  );
}
