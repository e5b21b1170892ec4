import { useEffect } from 'react';
import { isStaff } from '@rangavalli/contracts/permissions';
import { Navigate, Outlet, useLocation } from '@rangavalli/web-kit/federation/router';
import { roleNames } from '@rangavalli/web-kit/format/roles';
import { RoleContext, roleOf } from '@rangavalli/web-kit/session/permissions';
import { usePageSession } from '@rangavalli/web-kit/session/use-page-session';
import { Area } from '@rangavalli/web-kit/ui/Area';
import { ButtonLink } from '@rangavalli/web-kit/ui/Button';
import { EmptyState } from '@rangavalli/web-kit/ui/EmptyState';
import { StepUpProvider } from '@rangavalli/web-kit/ui/StepUpProvider';
import { requireToken } from '../orders/use-order-status.js';
import { firstPage, linksOf, mayOpen } from './admin-links.js';
import { messages } from './messages.js';
import { SessionEnded } from './SessionEnded.js';

/**
 * Shows the admin area to staff, each role its own pages. The server enforces the permissions; this only avoids screens
 * full of errors.
 */
export function AdminLayout() {
  const { pathname } = useLocation();
  const { session, hasEnded } = usePageSession(pathname);
  const isGuest = session === undefined;
  useEffect(() => {
    // Explains the redirect to the login page.
    if (isGuest) requireToken();
  }, [isGuest]);
  const login = `/login?next=${encodeURIComponent(pathname)}`;
  if (!session) return <Navigate to={login} replace />;
  const role = roleOf(session.user);
  if (!isStaff(role)) {
    return (
      <EmptyState heading="h1" title={messages.staffOnly}>
        <ButtonLink to="/">{messages.home}</ButtonLink>
      </EmptyState>
    );
  }
  const isAllowed = mayOpen(role, pathname);
  // The login leads every member of staff to the dashboard (specification §4).
  if (!isAllowed && pathname === '/admin/dashboard') return <Navigate to={firstPage(role)} replace />;
  return (
    <Area
      name={messages.area}
      boundary="mf-admin"
      links={[...linksOf(role), { to: '/', label: messages.home, icon: 'left' }]}
    >
      {/* Another account gets a page of its own. */}
      <RoleContext key={session.owner} value={role}>
        {/* Keeps its inputs and the position on the page. */}
        <div style={hasEnded ? { visibility: 'hidden' } : undefined}>
          <StepUpProvider>
            {isAllowed ? (
              <Outlet />
            ) : (
              <EmptyState heading="h1" title={messages.notYourPage} text={messages.yourRole(roleNames[role])}>
                <ButtonLink to={firstPage(role)}>{messages.goToFirst}</ButtonLink>
              </EmptyState>
            )}
          </StepUpProvider>
        </div>
      </RoleContext>
      {hasEnded && <SessionEnded leaveTo={login} />}
    </Area>
  );
}
