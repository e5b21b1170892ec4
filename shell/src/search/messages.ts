/** Texts of the search. */
export const messages = {
  dialog: 'Search',
  field: 'Search the shop',
  placeholder: 'Kanchipuram, cotton, red…',
  close: 'Close search',
  suggestions: 'Suggestions',
  loading: 'Loading…',
  unavailable: 'Suggestions are unavailable. Press Enter to search.',
  count: (count: number) => `${count} ${count === 1 ? 'suggestion' : 'suggestions'}`,
  recent: 'Recent searches',
  clear: 'Clear',
  didYouMean: (text: string) => `Did you mean “${text}”?`,
  noSuggestions: 'No suggestions. Try a weave, a colour or a fabric.',
  collection: 'Collection',
  recentSearch: 'Recent search',
  products: (count = 0) => `${count} ${count === 1 ? 'product' : 'products'}`,
};
