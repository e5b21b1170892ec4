/** Specification §2, Footer. */
export const trendingCollections = [
  {
    name: 'Kanchipuram Pattu',
    tag: 'kanchipuram',
    text: 'Heavy silk, contrast borders and temple teeth, joined thread by thread.',
  },
  { name: 'Banarasi Silk', tag: 'banarasi', text: 'A jaal of zari vines over jewel-coloured silk.' },
  { name: 'Chanderi Cotton', tag: 'chanderi', text: 'Light as breath, with small coin butis.' },
  { name: 'Paithani Weaves', tag: 'paithani', text: 'Peacocks and lotuses woven into the pallu by hand.' },
  { name: 'Kalamkari Prints', tag: 'kalamkari', text: 'Vines and stories drawn with a pen and natural dyes.' },
  { name: 'Ikat Elegance', tag: 'ikat', text: 'Feathered lozenges, dyed before a thread is woven.' },
  { name: 'Patola Splendor', tag: 'patola', text: 'Double ikat in squares, the same on both sides.' },
  { name: 'Organza Drapes', tag: 'organza', text: 'Sheer and crisp, holding light in every fold.' },
  { name: 'Tussar Classics', tag: 'tussar', text: 'Wild silk with its own gold and its own grain.' },
] as const;
