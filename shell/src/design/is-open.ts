/** Whether the server has opened what is for developers: `/design` and the boundary switch (`shell/server/config.ts`). */
export const designIsOpen = (): boolean => document.head.querySelector('meta[name="design"]') !== null;
