/** 'entries' → 'entry', 'orders' → 'order'. */
const singularOf = (plural: string) => plural.replace(/ies$/, 'y').replace(/s$/, '');

/** Texts of the lists' search, filters and pages. */
export const messages = {
  searchLabel: (what: string) => `Search ${what}`,
  clearFilters: 'Clear filters',
  noMatches: 'No results match these filters.',
  period: 'Period',
  periods: {
    '': 'All time',
    today: 'Today',
    yesterday: 'Yesterday',
    week: 'Last 7 days',
    month: 'Last 30 days',
    thisMonth: 'This month',
    custom: 'Custom dates',
  },
  from: 'From',
  to: 'To',
  endBeforeStart: 'Choose an end that is not before the start.',
  found: (count: string) => `${count} found`,
  moreLabel: (what: string) => `More ${what}`,
  shown: (shown: string, total: string, what: string) =>
    total === '1' ? `1 ${singularOf(what)}` : `${shown} of ${total} ${what}`,
  loadMore: 'Load more',
};
