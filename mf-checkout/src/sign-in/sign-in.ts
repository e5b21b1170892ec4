/** Specification §5, §8. */
export const LOGIN_REQUIRED = 'You must be logged in.';

/** Returns the login URL that leads back to `path` (path and query within the shop). */
export const loginPath = (path: string): string => `/login?next=${encodeURIComponent(path)}`;
