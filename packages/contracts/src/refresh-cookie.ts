export const refreshCookie = { name: 'rangavalli_refresh', path: '/api/users' } as const;
