/** The HttpOnly cookie that renews a session: `<session id>.<secret>`. Sent to account calls only. */
export const refreshCookie = { name: 'rangavalli_refresh', path: '/api/users' } as const;
