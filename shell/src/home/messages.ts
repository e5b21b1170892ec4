interface Promo {
  title: string;
  text: string;
  claim?: { minPercent: number; text: (percent: number) => string };
  action: string;
  to: string;
}

/** Titles are those of the specification (§2). */
export const messages = {
  slider: 'Highlights',
  explore: 'Explore',
  previous: 'Previous slide',
  next: 'Next slide',
  position: (number: number, count: number, isPlaying: boolean) =>
    `${number} / ${count}, ${isPlaying ? 'pause' : 'play'} slides`,
  slides: [
    {
      title: 'Timeless Style',
      text: 'Traditional silks, cut and coloured for the way you live now.',
      shortText: 'Traditional silks for today.',
      to: '/pattu-saree',
    },
    {
      title: 'Tailored Grace',
      text: 'Sarees customised for you: choose the colour, the border and the blouse, and we weave to match.',
      shortText: 'Sarees made to your measure and taste.',
      to: '/customised-sarees',
    },
    {
      title: 'Effortless Beauty',
      text: 'Handlooms from the villages around us, soft from the first wear and lighter than they look.',
      shortText: 'Handlooms, soft from the first wear.',
      to: '/handloom-saree',
    },
    {
      title: 'Unveil Your Elegance',
      text: 'One cloth for the whole family, from the bride’s pattu to the smallest pavadai.',
      shortText: 'One cloth for the whole family.',
      to: '/family-combo',
    },
  ] as const,
  carousel: 'Trending Wear Collection',
  /** What the pictures show, in their order; each leads to a search for its label. */
  carouselLooks: [
    'Peacock blue Kanchipuram saree',
    'Navy Banarasi saree',
    'Green Chanderi saree',
    'Violet Paithani saree',
    'Cream Kalamkari saree',
    'Indigo Ikat saree',
    'Red Kanchipuram saree',
    'Green Patola saree',
    'Pink Organza saree',
    'Tussar saree',
    'Mustard Kanchipuram saree',
    'Green Banarasi saree',
    'Lavender Organza saree',
  ] as const,
  look: (label: string, number: number, count: number) => `${label}, look ${number} of ${count}`,
  trending: 'Trending',
  premium: 'Premium Wear',
  style: 'Style & Elegance',
  shop: 'Shop Now',
  looks: [
    { to: '/pattu-saree', caption: 'Pattu' },
    { to: '/handloom-saree', caption: 'Handloom' },
    { to: '/customised-sarees', caption: 'Customised' },
    { to: '/family-combo', caption: 'Family Combo' },
    { to: '/kidswear', caption: 'Kidswear' },
    { to: '/accessaries', caption: 'Accessories' },
  ],
  mosaic: 'Our Saree Collection',
  tiles: [
    { to: '/search?q=kanchipuram%20saree', label: 'Kanchipuram Pattu' },
    { to: '/search?q=banarasi%20saree', label: 'Banarasi Silk' },
    { to: '/handloom-saree', label: 'Handloom' },
    { to: '/search?q=ikat%20saree', label: 'Ikat' },
    { to: '/search?q=saree', label: 'All sarees' },
    { to: '/customised-sarees', label: 'Made for you' },
  ],
  offers: 'Featured',
  promos: [
    {
      title: 'Turn Up The Volume',
      text: 'Festive sarees in our brightest colours.',
      /** Only while a product that `to` shows has this reduction. */
      claim: { minPercent: 10, text: (percent) => `Up to ${percent}% off on festive colour.` },
      action: 'Shop Now',
      to: '/search?q=festive%20saree',
    },
    { title: 'New Arrivals', text: 'Our newest designs first.', action: 'Explore', to: '/all?sort=newest' },
    {
      title: 'Cotton, Silk Blend and Handloom Sarees',
      text: 'Comfortable sarees for every day.',
      action: 'View',
      to: '/handloom-saree',
    },
    {
      title: 'Customised Designer Sarees',
      text: 'Choose the occasion; we design and weave for it.',
      action: 'Browse',
      to: '/customised-sarees',
    },
  ] as readonly Promo[],
};
