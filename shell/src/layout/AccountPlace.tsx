import { useSyncExternalStore } from 'react';
import { Fragment } from '@rangavalli/web-kit/ui/Fragment';
import { SessionLinks } from './SessionLinks.js';

/** As in `Header.module.css`. */
const WIDE = '(min-width: 60rem)';

function subscribe(listener: () => void): () => void {
  const query = window.matchMedia?.(WIDE);
  query?.addEventListener('change', listener);
  return () => query?.removeEventListener('change', listener);
}

/** A phone has the account menu in its menu and does not load it here. */
export function AccountPlace() {
  const isWide = useSyncExternalStore(
    subscribe,
    () => window.matchMedia?.(WIDE).matches ?? true,
    () => false,
  );
  return isWide ? (
    <Fragment name="AccountMenu" props={{ layout: 'bar' }} loading={<SessionLinks />} failed={() => <SessionLinks />} />
  ) : (
    <SessionLinks />
  );
}
