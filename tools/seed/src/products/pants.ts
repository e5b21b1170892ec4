import { group } from './product.js';

/** Pants and palazzos that go under kurtas, cut from the same handlooms. */
export const pants = group(
  { category: 'pant', silhouette: 'pants', sizes: ['S', 'M', 'L', 'XL', 'XXL'], fabric: 'Cotton' },
  [
    {
      name: 'Indigo Ikat Straight Pants',
      price: 1490,
      stock: [6, 10, 9, 6, 2],
      colour: 'Indigo and rust',
      occasion: 'Office and evening',
      weave: 'Ikat Elegance',
      tags: ['straight pants', 'ikat', 'pockets'],
      description:
        'Straight, ankle length, with pockets deep enough for a phone. Pochampally ikat that makes a plain kurta look planned. The waistband is flat in front and elastic at the back.',
      cloth: {
        family: 'ikat',
        ground: 'indigo',
        border: 'maroon',
        accent: 'rust',
        second: 'turmeric',
        zari: 'gold',
        motif: 1,
      },
    },
    {
      name: 'Tussar Border Cigarette Pants',
      price: 2350,
      stock: [0, 5, 6, 3, 0],
      colour: 'Natural gold and kumkum',
      occasion: 'Festival',
      weave: 'Tussar Classics',
      tags: ['cigarette pants', 'festive'],
      fabric: 'Tussar silk blend',
      description:
        'Slim at the ankle with a kumkum temple edge that shows when you walk. Half lined in mulmul. Takes an iron well, holds a crease better than cotton.',
      cloth: {
        family: 'tussar',
        ground: 'tussar',
        border: 'kumkum',
        accent: 'ivory',
        pallu: 'kumkum',
        zari: 'gold',
        motif: 0,
      },
    },
    {
      name: 'Kalamkari Wide Leg Palazzo',
      price: 1290,
      stock: [8, 11, 10, 7, 4],
      colour: 'Cream and madder',
      occasion: 'Daily wear',
      weave: 'Kalamkari Prints',
      tags: ['palazzo', 'summer', 'drawstring'],
      silhouette: 'palazzo',
      description:
        'All the air of a skirt and none of the worry on a scooter. Hand-blocked vines, drawstring with tassels, and a madder border at the hem. Cut long; our Lakshmi at the counter will shorten it free.',
      cloth: {
        family: 'kalamkari',
        ground: 'cotton',
        border: 'madder',
        accent: 'indigo',
        second: 'haldi',
        zari: 'gold',
        motif: 0,
      },
    },
    {
      name: 'Mangalagiri Festive Palazzo',
      price: 1650,
      stock: [0, 0, 1, 0, 0],
      colour: 'Bottle green',
      occasion: 'Festival',
      tags: ['palazzo', 'zari border', 'mangalagiri'],
      silhouette: 'palazzo',
      description:
        'Bottle green with the nizam zari border running round both hems. Pair it with a short white kurta and jhumkas and you are overdressed for coffee, rightly. Side zip, no drawstring bulge.',
      cloth: {
        family: 'mangalagiri',
        ground: 'bottle',
        border: 'bottle',
        accent: 'mustard',
        pallu: 'mustard',
        zari: 'gold',
        motif: 0,
      },
    },
  ],
);
