export const messages = {
  title: 'Search',
  label: 'Search products',
  search: 'Search',
  searching: 'Searching…',
  empty: (query: string) => `No products found for “${query}”.`,
  browseAll: 'Browse all products',
  popular: 'Popular searches',
  popularSearches: ['Kanchipuram saree', 'Wedding saree', 'Cotton saree under ₹3,000', 'Kids lehenga', 'Jhumka'],
  whatsApp: 'Message us on WhatsApp',
  whatsAppText: (query: string) => `Hello! I am looking for “${query}”.`,
  suggestions: {
    Weaves: ['Kanchipuram', 'Banarasi', 'Chanderi', 'Paithani', 'Kalamkari', 'Ikat', 'Patola', 'Organza', 'Tussar'],
    Colours: ['indigo', 'kumkum', 'teal', 'ivory'],
    Occasions: ['wedding', 'festival', 'office', 'haldi'],
  },
};
