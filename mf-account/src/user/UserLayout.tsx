import { useState } from 'react';
import { Navigate, Outlet, useLocation, useNavigate } from '@rangavalli/web-kit/federation/router';
import { logOut } from '@rangavalli/web-kit/session/log-out';
import { useSession } from '@rangavalli/web-kit/session/session';
import { StepUpProvider } from '@rangavalli/web-kit/ui/StepUpProvider';
import css from './UserLayout.module.css';
import { UserNav } from './UserNav.js';

export function UserLayout() {
  const session = useSession();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const [isLoggingOut, setLoggingOut] = useState(false);
  if (!session)
    return <Navigate to={isLoggingOut ? '/login' : `/login?next=${encodeURIComponent(pathname)}`} replace />;
  const handleLogOut = () => {
    setLoggingOut(true);
    logOut();
    void navigate('/login');
  };
  return (
    <div className={css.area} data-boundary="mf-account">
      <UserNav name={session.user?.name ?? ''} onLogOut={handleLogOut} />
      <div className={css.screen}>
        <StepUpProvider>
          <Outlet />
        </StepUpProvider>
      </div>
    </div>
  );
}
