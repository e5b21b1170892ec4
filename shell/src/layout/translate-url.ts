export const indianLanguages = ['hi', 'te', 'ta', 'kn', 'ml', 'mr', 'bn', 'gu', 'pa', 'or', 'as', 'ur'] as const;

/** In the browser's Indian language, or Hindi. */
export function translateUrl(page: string) {
  const language = navigator.languages
    .map((tag) => tag.slice(0, 2))
    .find((candidate) => indianLanguages.some((indian) => indian === candidate));
  const query = new URLSearchParams({ sl: 'en', tl: language ?? 'hi', u: page });
  return `https://translate.google.com/translate?${query.toString()}`;
}
