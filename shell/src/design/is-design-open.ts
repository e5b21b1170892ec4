/** Whether the server offers `/design` and the boundary switch (`server/config.ts`). */
export const isDesignOpen = (): boolean =>
  typeof document !== 'undefined' && document.head.querySelector('meta[name="design"]') !== null;
