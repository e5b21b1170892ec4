/** Set by `server/app.ts`. */
export const isDesignOpen = (): boolean =>
  typeof document !== 'undefined' && document.head.querySelector('meta[name="design"]') !== null;
