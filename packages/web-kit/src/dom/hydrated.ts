import { useSyncExternalStore } from 'react';

const subscribeToNothing = () => () => undefined;

/**
 * Returns false on the server and during hydration, true afterwards. Render what only a browser can supply (storage,
 * window, time) when it is true, so that hydration finds the same HTML.
 */
export const useIsHydrated = (): boolean =>
  useSyncExternalStore(
    subscribeToNothing,
    () => true,
    () => false,
  );
