/** Texts of the lists' search, filters and pages. */
export const messages = {
  searchLabel: (what: string) => `Search ${what}`,
  clearFilters: 'Clear filters',
  noMatches: 'No results match these filters.',
  found: (count: number) => `${count} found`,
  pagesLabel: (what: string) => `Pages of ${what}`,
  range: (first: string, last: string, total: string, what: string) => `${first}–${last} of ${total} ${what}`,
  previous: 'Previous',
  next: 'Next',
  page: 'Page',
  ofPages: (pages: string) => `of ${pages}`,
};
