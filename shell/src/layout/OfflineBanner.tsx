import { useSyncExternalStore } from 'react';
import css from './Layout.module.css';

function subscribe(changed: () => void): () => void {
  window.addEventListener('online', changed);
  window.addEventListener('offline', changed);
  return () => {
    window.removeEventListener('online', changed);
    window.removeEventListener('offline', changed);
  };
}

/** Says that there is no connection, as long as there is none. Screens ask again by themselves when it is back. */
export function OfflineBanner() {
  const online = useSyncExternalStore(subscribe, () => navigator.onLine, () => true);
  return (
    <div role="status">{!online && <p className={css.offline}>You are offline. What you see may be old; we try again when the connection is back.</p>}</div>
  );
}
