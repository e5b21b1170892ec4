import { group } from './product.js';

/** Banarasi silks of katan and tanchoi, from looms in Varanasi. */
export const banarasi = group({ category: 'saree', sareeType: 'pattu', silhouette: 'saree', sizes: ['Free Size'], fabric: 'Katan silk', weave: 'Banarasi Silk' }, [
  {
    name: 'Neelambari Jaal Banarasi', price: 29500, stock: 9, colour: 'Midnight navy', occasion: 'Wedding', tags: ['jaal', 'meenakari', 'kadwa'],
    description: 'A jaal is a net, and here a net of gold vines covers navy katan from edge to edge with a small meena flower in every knot. It is kadwa work: each motif is woven separately, so there are no loose threads on the back to catch a ring. Lighter than it looks.',
    cloth: { family: 'banarasi', ground: 'navy', border: 'navy', accent: 'rani', second: 'parrot', zari: 'gold', motif: 0 },
  },
  {
    name: 'Shikargah Bottle Green Katan', price: 38800, stock: 6, colour: 'Bottle green and brick', occasion: 'Wedding', tags: ['kalga', 'bridal'],
    description: 'Kalga after kalga in gold on a green so deep it reads as black by candlelight, edged in brick red. The karigar at Madanpura drew the naksha by hand before punching the cards. Matching blouse piece with a running border for the sleeves; dry clean, store in cotton.',
    cloth: { family: 'banarasi', ground: 'bottle', border: 'brick', accent: 'coral', zari: 'gold', motif: 2 },
  },
  {
    name: 'Gulaal Rani Banarasi Silk', price: 23900, stock: 16, colour: 'Rani pink', occasion: 'Haldi and mehendi', tags: ['meenakari', 'rani pink'],
    description: 'The pink of thrown gulaal, with parrot and orange meena picked out in silk against the zari. Brides take it for the mehendi; their friends take it for everything else. Falls in soft, round folds.',
    cloth: { family: 'banarasi', ground: 'rani', border: 'rani', accent: 'parrot', second: 'orange', zari: 'gold', motif: 1 },
  },
  {
    name: 'Chaandni Ivory Banarasi', price: 26400, stock: 7, colour: 'Ivory and silver', occasion: 'Reception', tags: ['silver zari', 'ivory'],
    description: 'Moonlight on cream: ivory katan, silver jaal, not a thread of gold anywhere. We lined up nine shades of white before settling on this one. Looks lovely with emeralds or with a bright blouse of your own.',
    cloth: { family: 'banarasi', ground: 'ivory', border: 'beige', accent: 'powder', second: 'sky', zari: 'silver', motif: 0 },
  },
  {
    name: 'Kesariya Butidar Banarasi', price: 17800, stock: 21, colour: 'Saffron orange', occasion: 'Festival', tags: ['butidar', 'navratri'],
    description: 'Saffron silk with kalga butis set in rows and a slim red border, simple enough for a college function and bright enough for Navratri. Tested zari that keeps its shine. The blouse piece is plain saffron with the border on both ends.',
    cloth: { family: 'banarasi', ground: 'orange', border: 'kumkum', accent: 'rani', zari: 'gold', motif: 2 },
  },
  {
    name: 'Jamuni Meenakari Banarasi', price: 34600, stock: 5, colour: 'Brinjal purple', occasion: 'Wedding', tags: ['meenakari', 'kadwa'],
    description: 'Jamun-skin purple with two colours of meena in the jaal, coral for the large flowers and sky blue for the small. Up close it looks like enamel. The weave is firm, so the pleats stay where you put them through a long evening.',
    cloth: { family: 'banarasi', ground: 'brinjal', border: 'brinjal', accent: 'coral', second: 'sky', zari: 'gold', motif: 1 },
  },
  {
    name: 'Surkh Lal Bridal Banarasi', price: 56500, stock: 3, colour: 'Crimson', occasion: 'Wedding', tags: ['bridal', 'heavy zari'],
    description: 'The classic red of a Varanasi bride. Dense jaal in real zari over crimson katan, with bottle green meena so fine that you will find it only on the second look. It weighs about 900 grams, and it drapes like water once it has warmed to you. Sold with a hand-rolled muslin wrap.',
    cloth: { family: 'banarasi', ground: 'kumkum', border: 'maroon', accent: 'leaf', second: 'mango', zari: 'gold', motif: 0 },
  },
  {
    name: 'Dhoop Chhaon Teal Tanchoi', price: 15900, stock: 13, colour: 'Teal', occasion: 'Office and evening', tags: ['tanchoi', 'understated'],
    description: '“Sun and shade”, because the silk is woven teal one way and copper the other. Butis in antique zari, no heavy border, nothing that jingles: a Banarasi that you can wear to a board meeting and then to dinner.',
    cloth: { family: 'banarasi', ground: 'teal', border: 'peacock', accent: 'rust', zari: 'copper', motif: 2 },
  },
  {
    name: 'Mehendi Green Kadhua Silk', price: 27200, stock: 0, colour: 'Mehendi green', occasion: 'Haldi and mehendi', tags: ['kadwa', 'mehendi'],
    description: 'Wet-mehendi green under a gold jaal, with turmeric yellow at the heart of each flower. Our first lot went in a week; the next leaves the loom after Diwali. Silk Mark certified.',
    cloth: { family: 'banarasi', ground: 'mehendi', border: 'olive', accent: 'turmeric', second: 'coral', zari: 'gold', motif: 0 },
  },
]);
