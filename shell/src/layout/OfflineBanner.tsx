import { useIsReachable } from '../service-worker/reach.js';
import { messages } from './messages.js';
import css from './Layout.module.css';

/** Screens reload their data by themselves when the connection is back. */
export function OfflineBanner() {
  const isReachable = useIsReachable();
  return <div role="status">{!isReachable && <p className={css.offline}>{messages.offline}</p>}</div>;
}
