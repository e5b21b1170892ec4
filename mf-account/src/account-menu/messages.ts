export const messages = { login: 'Login', signup: 'Signup', admin: 'Admin', account: 'My account', logout: 'Logout' };
