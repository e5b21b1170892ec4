import { useState } from 'react';
import { windowEvents } from '@rangavalli/contracts/browser';
import type { CartBadgeProps } from '@rangavalli/contracts/fragments';
import { call } from '@rangavalli/web-kit/api';
import { useWindowEvent } from '@rangavalli/web-kit/events';
import { useQuery } from '@rangavalli/web-kit/query';
import { useSession } from '@rangavalli/web-kit/session';
import css from './CartBadge.module.css';

/** The number of pieces in the cart, on the header's cart icon. */
export default function CartBadge(_props: CartBadgeProps) {
  // Follows `authChange`, and `storage` for other tabs.
  const session = useSession();
  return session ? <Count key={session.token} token={session.token} /> : null;
}

function Count({ token }: { token: string }) {
  const { data, reload } = useQuery(`cart count ${token}`, async (signal) => (await call('GET /cart', {}, { signal })).cart);
  // What was told since the cart was last read; a newer reading replaces it.
  const [told, setTold] = useState<{ since: unknown; count: number }>();
  useWindowEvent(windowEvents.cartChanged, (detail) => {
    if (detail?.count === undefined) reload();
    else setTold({ since: data, count: detail.count });
  });
  const count = told && told.since === data ? told.count : (data?.count ?? 0);
  if (count < 1) return null;
  return (
    <span className={css.badge}>
      {count > 99 ? '99+' : count}
      <span className={css.hidden}> in the cart</span>
    </span>
  );
}
