/**
 * The cookie that renews a session's token: `<session id>.<secret>`. Scripts can't read it, browsers send it to the
 * calls of accounts only, and the gateway passes it to those of them that are marked `session`.
 */
export const refreshCookie = { name: 'rangavalli_refresh', path: '/api/users' } as const;
