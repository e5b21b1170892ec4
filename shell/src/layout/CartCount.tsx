import { startTransition, useEffect, useState } from 'react';
import { storageKeys, windowEvents } from '@rangavalli/contracts/browser';
import { useWindowEvent } from '@rangavalli/web-kit/dom/events';
import { useSession } from '@rangavalli/web-kit/session/session';
import { Fragment } from '@rangavalli/web-kit/ui/Fragment';

function hasGuestCart(): boolean {
  try {
    return localStorage.getItem(storageKeys.guestCart) !== null;
  } catch {
    return false; // storage is blocked
  }
}

/** The cart badge. Its code is loaded once the visitor may have a cart: most first visits do not need it. */
export function CartCount() {
  const session = useSession();
  const [isNeeded, setIsNeeded] = useState(false);
  useEffect(() => {
    const check = () => setIsNeeded((old) => old || hasGuestCart());
    check();
    // Fires for changes in other tabs.
    window.addEventListener('storage', check);
    return () => window.removeEventListener('storage', check);
  }, []);
  // A transition: the confirmation of the added product is rendered first.
  useWindowEvent(windowEvents.cartChanged, () => startTransition(() => setIsNeeded(true)));
  return session || isNeeded ? <Fragment name="CartBadge" props={{}} /> : null;
}
