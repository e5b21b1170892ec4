/** The languages of India that Google translates into. */
export const indianLanguages = ['hi', 'te', 'ta', 'kn', 'ml', 'mr', 'bn', 'gu', 'pa', 'or', 'as', 'ur'] as const;

/** The page as Google's own site translates it, for a new tab: into the visitor's language, or Hindi. */
export function translatedElsewhere(page: string): string {
  const own = navigator.languages
    .map((language) => language.slice(0, 2))
    .find((language) => indianLanguages.some((known) => known === language));
  return `https://translate.google.com/translate?${new URLSearchParams({ sl: 'en', tl: own ?? 'hi', u: page }).toString()}`;
}
