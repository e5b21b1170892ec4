/** The page that shows what is found for `query`. */
export const searchAddress = (query: string): string => `/search?q=${encodeURIComponent(query.trim())}`;
