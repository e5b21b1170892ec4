export const messages = { notFound: 'Page not found' };
