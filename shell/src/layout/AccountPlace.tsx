import { useSyncExternalStore } from 'react';
import { Fragment } from '@rangavalli/web-kit/ui/Fragment';
import { SessionLinks } from './SessionLinks.js';

/** The width from which `Header.module.css` shows it. */
const WIDE = '(min-width: 60rem)';

function subscribe(listener: () => void): () => void {
  const query = window.matchMedia?.(WIDE);
  query?.addEventListener('change', listener);
  return () => query?.removeEventListener('change', listener);
}

/** The account menu of the header. A phone, which has it in its menu, does not load its code here. */
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
