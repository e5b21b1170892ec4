/** The category bar's links, in its order. */
export const categories = [
  { to: '/customised-sarees', label: 'Customised Sarees' },
  { to: '/handloom-saree', label: 'Handloom Sarees' },
  { to: '/pattu-saree', label: 'Pattu Sarees' },
  { to: '/family-combo', label: 'Family Combos' },
  { to: '/accessaries', label: 'Accessories' },
  { to: '/kidswear', label: 'Kidswear' },
  { to: '/pant', label: 'Pants' },
  { to: '/all', label: 'All Products' },
] as const;
