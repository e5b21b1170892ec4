export const messages = {
  title: 'Search',
  label: 'Search products',
  search: 'Search',
  searching: 'Searching…',
  empty: (query: string) => `No products found for “${query}”.`,
  browseAll: 'Browse all products',
  suggestions: {
    Weaves: ['Kanchipuram', 'Banarasi', 'Chanderi', 'Paithani', 'Kalamkari', 'Ikat', 'Patola', 'Organza', 'Tussar'],
    Colours: ['indigo', 'kumkum', 'teal', 'ivory'],
    Occasions: ['wedding', 'festival', 'office', 'haldi'],
  },
};
