import { useEffect } from 'react';

/**
 * Reads again `everyMs` after the last reading ended, while the page can be seen, and at once when it can be seen again.
 * @param reading whether a reading is under way
 */
export function useLive(reload: () => void, reading: boolean, everyMs: number): void {
  useEffect(() => {
    if (reading) return undefined;
    const visible = () => document.visibilityState === 'visible';
    let timer = visible() ? setTimeout(reload, everyMs) : undefined;
    const changed = () => {
      clearTimeout(timer);
      timer = visible() ? setTimeout(reload) : undefined;
    };
    document.addEventListener('visibilitychange', changed);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', changed);
    };
  }, [reload, reading, everyMs]);
}
