import { useIsReachable } from '../service-worker/reach.js';
import { messages } from './messages.js';
import css from './Layout.module.css';

export function OfflineBanner() {
  const isReachable = useIsReachable();
  return <div role="status">{!isReachable && <p className={css.offline}>{messages.offline}</p>}</div>;
}
