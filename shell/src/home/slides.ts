/** The hero's slides; small screens have their own pictures and shorter words (specification §2 Home page). */
export const slides = [
  {
    title: 'Timeless Style',
    text: 'Silks that a grandmother would know by touch, cut and coloured for the life you lead now.',
    shortText: 'Silks your grandmother would know by touch.',
    to: '/pattu-saree',
  },
  {
    title: 'Tailored Grace',
    text: 'Sarees customised for you: choose the ground, the border and the blouse, and we weave and stitch to match.',
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
] as const;
