/** Said to guests in the specification's words (§5, §8). */
export const SIGN_IN_MESSAGE = 'You must be logged in.';

/** The login page, with the way back to `path` (path and query within the shop). */
export const loginPath = (path: string): string => `/login?next=${encodeURIComponent(path)}`;
