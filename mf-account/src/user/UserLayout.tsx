import { Fragment, useState } from 'react';
import { Navigate, Outlet, useLocation, useNavigate } from '@rangavalli/web-kit/federation/router';
import { logOut } from '@rangavalli/web-kit/session/log-out';
import { usePageSession } from '@rangavalli/web-kit/session/use-page-session';
import { LazyPart } from '@rangavalli/web-kit/ui/LazyPart';
import { StepUpProvider } from '@rangavalli/web-kit/ui/StepUpProvider';
import { messages } from './messages.js';
import css from './UserLayout.module.css';
import { UserNav } from './UserNav.js';

export function UserLayout() {
  const { pathname } = useLocation();
  const { session, hasEnded } = usePageSession(pathname);
  const navigate = useNavigate();
  const [isLoggingOut, setLoggingOut] = useState(false);
  const login = `/login?next=${encodeURIComponent(pathname)}`;
  if (!session) return <Navigate to={isLoggingOut ? '/login' : login} replace />;
  const handleLogOut = () => {
    setLoggingOut(true);
    logOut();
    void navigate('/login');
  };
  return (
    // Another account gets a page of its own.
    <Fragment key={session.owner}>
      {/* Keeps its inputs and the position on the page. */}
      <div className={css.area} data-boundary="mf-account" style={hasEnded ? { visibility: 'hidden' } : undefined}>
        <UserNav name={session.user?.name ?? ''} onLogOut={handleLogOut} />
        <div className={css.screen}>
          <StepUpProvider>
            <Outlet />
          </StepUpProvider>
        </div>
      </div>
      {hasEnded && (
        <LazyPart
          id="mf-account/session-ended"
          load={async () => (await import('./later.js')).SessionEnded}
          props={{ leaveTo: login, opener: document.activeElement }}
          failed={messages.pageFailed}
        />
      )}
    </Fragment>
  );
}
