/** Without TLS, as on localhost, browsers refuse the prefix. */
const withPrefix = (name: string, isSecure: boolean): string => (isSecure ? `__Host-${name}` : name);

/** The prefix `__Host-` requires the path `/`. */
export const SESSION_COOKIE_PATH = '/';

/** Renews access tokens. */
export const refreshCookieName = (isSecure: boolean): string => withPrefix('rangavalli_refresh', isSecure);

/** Marks a browser that has logged in before. */
export const deviceCookieName = (isSecure: boolean): string => withPrefix('device', isSecure);
