import { useSyncExternalStore } from 'react';

const never = () => () => undefined;

/**
 * False on the server and while the server's HTML is being taken over, true from then on and for whatever is shown later.
 * What only a browser knows (storage, window, time) is drawn when it is true, so that both draw the same first.
 */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
