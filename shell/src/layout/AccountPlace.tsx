import { useSyncExternalStore } from 'react';
import { Fragment } from '@rangavalli/web-kit/ui/Fragment';
import { SessionLinks } from './SessionLinks.js';

/** From this width on the header has room for it (`Header.module.css`). */
const ROOM = '(min-width: 60rem)';
const canAsk = (): boolean => typeof window.matchMedia === 'function';

function subscribe(changed: () => void): () => void {
  if (!canAsk()) return () => undefined;
  const room = window.matchMedia(ROOM);
  room.addEventListener('change', changed);
  return () => room.removeEventListener('change', changed);
}

/** The account's menu in the header. A phone's header has no place for it, and so a phone does not ask for its code either. */
export function AccountPlace() {
  const hasRoom = useSyncExternalStore(
    subscribe,
    () => !canAsk() || window.matchMedia(ROOM).matches,
    () => false,
  );
  return hasRoom ? (
    <Fragment name="AccountMenu" props={{ layout: 'bar' }} loading={<SessionLinks />} failed={() => <SessionLinks />} />
  ) : (
    <SessionLinks />
  );
}
