import type { ReactNode } from 'react';
import { Link, useLocation } from '@rangavalli/web-kit/federation/router';
import { useSession } from '@rangavalli/web-kit/session/session';
import { EmptyState } from '@rangavalli/web-kit/ui/EmptyState';
import { loginPath } from '../sign-in/sign-in.js';

/** Shown for a cart without items; a guest may have items in an account. */
export function EmptyCart({ text, children }: { text?: string | undefined; children: ReactNode }) {
  const session = useSession();
  const { pathname } = useLocation();
  return (
    <EmptyState title="Your cart is empty" {...(text ? { text } : {})}>
      {children}
      {!session && <Link to={loginPath(pathname)}>Log in to see the items of your account</Link>}
    </EmptyState>
  );
}
