/** Of the shell's own pages, by path, for search engines and previews. Those of remotes are in their releases. */
export const ownDescriptions: Readonly<Record<string, string>> = {
  '/': 'Customised, handloom and pattu sarees, family combos, kidswear and accessories, woven with care in India.',
  '/trending': 'Nine weaves in demand this season, from Kanchipuram pattu to Tussar.',
  '/about': 'A boutique in Hyderabad that weaves heritage craftsmanship with modern aesthetics.',
  '/contact': 'Find our shop, or call or write to us.',
  '/tnc': 'The terms between you and the shop when you use this site or buy from it.',
  '/refund': 'When an order can be cancelled, and how damaged or wrong goods are refunded.',
  '/shipping': 'How and when your order is delivered.',
  '/privacy': 'How we use and protect the information you give us.',
};
