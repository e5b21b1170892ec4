// No zod: runs in browsers.

/** A missing file gets no page. */
export const FILE_PATH = /\.[a-z0-9]{2,5}$/i;

/** What the gateway and the shell serve themselves. A page can be neither of these paths nor below one. */
const reservedPaths = ['/.well-known', '/api', '/health', '/manifest.webmanifest', '/media', '/remotes'];

/** Returns whether a page with this path would never be served. */
export const isReservedPath = (path: string): boolean =>
  FILE_PATH.test(path) || reservedPaths.some((reserved) => path === reserved || path.startsWith(`${reserved}/`));
