import { startTransition, useEffect, useState } from 'react';
import { storageKeys, windowEvents } from '@rangavalli/contracts/browser';
import { useWindowEvent } from '@rangavalli/web-kit/dom/events';
import { useSession } from '@rangavalli/web-kit/session/session';
import { Fragment } from '@rangavalli/web-kit/ui/Fragment';

/** Whether a guest has ever put something into the cart in this browser. */
function keepsGuestCart(): boolean {
  try {
    return localStorage.getItem(storageKeys.guestCart) !== null;
  } catch {
    return false; // Storage is forbidden here.
  }
}

/** The number on the cart. Its code is asked for once there may be something to count: most first visits do without. */
export function CartCount() {
  const session = useSession();
  const [wanted, setWanted] = useState(false);
  const look = () => setWanted((old) => old || keepsGuestCart());
  useEffect(() => {
    look();
    // Another tab of the same browser.
    window.addEventListener('storage', look);
    return () => window.removeEventListener('storage', look);
  }, []);
  // Whoever has just put something into the cart sees first that it is there.
  useWindowEvent(windowEvents.cartChanged, () => startTransition(() => setWanted(true)));
  return session || wanted ? <Fragment name="CartBadge" props={{}} /> : null;
}
