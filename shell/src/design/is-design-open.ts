/** Whether the server has opened what is for developers: `/design` and the boundary switch (`shell/server/config.ts`). */
export const isDesignOpen = (): boolean =>
  typeof document !== 'undefined' && document.head.querySelector('meta[name="design"]') !== null;
