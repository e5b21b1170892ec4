import { useIsReachable } from '../service-worker/reach.js';
import css from './Layout.module.css';

/** Says that there is no connection, as long as there is none. Screens ask again by themselves when it is back. */
export function OfflineBanner() {
  const online = useIsReachable();
  return (
    <div role="status">
      {!online && (
        <p className={css.offline}>
          You are offline. What you see may be old; we try again when the connection is back.
        </p>
      )}
    </div>
  );
}
