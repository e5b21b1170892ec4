import { startTransition, useEffect, useState } from 'react';
import { storageKeys, windowEvents } from '@rangavalli/contracts/browser';
import { useWindowEvent } from '@rangavalli/web-kit/dom/events';
import { useSession } from '@rangavalli/web-kit/session/session';
import { Fragment } from '@rangavalli/web-kit/ui/Fragment';

function hasGuestCart() {
  try {
    return localStorage.getItem(storageKeys.guestCart) !== null;
  } catch {
    return false;
  }
}

/** Most first visits have no cart and do not load the badge. */
export function CartCount() {
  const session = useSession();
  const [isNeeded, setIsNeeded] = useState(false);
  useEffect(() => {
    const check = () => setIsNeeded((old) => old || hasGuestCart());
    check();
    window.addEventListener('storage', check);
    return () => window.removeEventListener('storage', check);
  }, []);
  // The confirmation of the added product is rendered first.
  useWindowEvent(windowEvents.cartChanged, () => startTransition(() => setIsNeeded(true)));
  return session || isNeeded ? <Fragment name="CartBadge" props={{}} /> : null;
}
