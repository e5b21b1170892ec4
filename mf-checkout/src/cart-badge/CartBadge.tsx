import { useState } from 'react';
import { windowEvents } from '@rangavalli/contracts/browser';
import type { CartBadgeProps } from '@rangavalli/contracts/fragments';
import { call } from '@rangavalli/web-kit/data/api';
import { useWindowEvent } from '@rangavalli/web-kit/dom/events';
import { useQuery } from '@rangavalli/web-kit/data/query';
import { useSession } from '@rangavalli/web-kit/session/session';
import { countUnits, useStoredGuestCart } from '../guest-cart/guest-cart.js';
import { awaitGuestCartMerge } from '../guest-cart/await-merge.js';
import { VisuallyHidden } from '@rangavalli/web-kit/ui/VisuallyHidden';
import css from './CartBadge.module.css';

/**
 * Shows the number of items on the header's cart icon. It is on every page, so it also triggers the merge of a guest's
 * cart after the login.
 */
export default function CartBadge(_props: CartBadgeProps) {
  // Follows `authChange`, and `storage` for other tabs.
  const session = useSession();
  return session ? <CustomerCount key={session.owner} owner={session.owner} /> : <GuestCount />;
}

function GuestCount() {
  return <Count count={countUnits(useStoredGuestCart().lines)} />;
}

function CustomerCount({ owner }: { owner: string }) {
  const { data, reload } = useQuery(`cart count ${owner}`, async (signal) => {
    await awaitGuestCartMerge();
    return (await call('GET /cart', {}, { signal })).cart;
  });
  // The count of the last event, until the cart is read again.
  const [update, setUpdate] = useState<{ since: unknown; count: number }>();
  useWindowEvent(windowEvents.cartChanged, (detail) => {
    if (detail?.count === undefined) reload();
    else setUpdate({ since: data, count: detail.count });
  });
  return <Count count={update && update.since === data ? update.count : (data?.count ?? 0)} />;
}

function Count({ count }: { count: number }) {
  if (count < 1) return null;
  return (
    <span className={css.badge}>
      {count > 99 ? '99+' : count}
      <VisuallyHidden> in the cart</VisuallyHidden>
    </span>
  );
}
