import { useState } from 'react';
import { windowEvents } from '@rangavalli/contracts/browser';
import type { CartBadgeProps } from '@rangavalli/contracts/fragments';
import { call } from '@rangavalli/web-kit/data/api';
import { useWindowEvent } from '@rangavalli/web-kit/dom/events';
import { useQuery } from '@rangavalli/web-kit/data/query';
import { useSession } from '@rangavalli/web-kit/session/session';
import { piecesOf, useStoredGuestCart } from '../guest-cart/guest-cart.js';
import { guestCartMerged } from '../guest-cart/merged.js';
import css from './CartBadge.module.css';

/**
 * The number of pieces in the cart, on the header's cart icon. It is on every page, and so the one that puts a guest's
 * pieces into the cart of the customer who has logged in.
 */
export default function CartBadge(_props: CartBadgeProps) {
  // Follows `authChange`, and `storage` for other tabs.
  const session = useSession();
  return session ? <CustomersCount key={session.owner} owner={session.owner} /> : <GuestsCount />;
}

function GuestsCount() {
  return <Count pieces={piecesOf(useStoredGuestCart().lines)} />;
}

function CustomersCount({ owner }: { owner: string }) {
  const { data, reload } = useQuery(`cart count ${owner}`, async (signal) => {
    await guestCartMerged();
    return (await call('GET /cart', {}, { signal })).cart;
  });
  // What was told since the cart was last read; a newer reading replaces it.
  const [told, setTold] = useState<{ since: unknown; count: number }>();
  useWindowEvent(windowEvents.cartChanged, (detail) => {
    if (detail?.count === undefined) reload();
    else setTold({ since: data, count: detail.count });
  });
  return <Count pieces={told && told.since === data ? told.count : (data?.count ?? 0)} />;
}

function Count({ pieces }: { pieces: number }) {
  if (pieces < 1) return null;
  return (
    <span className={css.badge}>
      {pieces > 99 ? '99+' : pieces}
      <span className={css.hidden}> in the cart</span>
    </span>
  );
}
