import { group } from './product.js';

/** One cloth for the whole family. */
export const familyCombos = group({ category: 'family combo', silhouette: 'family-girl', sizes: ['Family of 3', 'Family of 4'], fabric: 'Cotton' }, [
  {
    name: 'Pochampally Family of Three', price: 9800, stock: 12, colour: 'Indigo and rust', occasion: 'Festival', weave: 'Ikat Elegance', tags: ['twinning', 'mother', 'father', 'daughter'], fabric: 'Ikat cotton',
    description: 'Saree for her, kurta for him, a twirly frock for the little one, all cut from a single warp so that the indigo is truly the same. Tell us three sizes in the order note. Looks wonderful in one frame and perfectly sensible apart.',
    cloth: { family: 'ikat', ground: 'indigo', border: 'maroon', accent: 'rust', second: 'turmeric', zari: 'gold', motif: 0 },
  },
  {
    name: 'Ganesh Chaturthi Mangalagiri Family Set', price: 6400, stock: 18, colour: 'Mustard and teal', occasion: 'Puja', tags: ['twinning', 'mother', 'father', 'son'], silhouette: 'family-boy',
    description: 'Puja mornings are warm, so this set is all Mangalagiri cotton: mustard with the nizam border for mother, father and son. Sleeves are cut short enough to stay out of the modak batter. Machine wash after.',
    cloth: { family: 'mangalagiri', ground: 'mustard', border: 'mustard', accent: 'teal', pallu: 'teal', zari: 'gold', motif: 0 },
  },
  {
    name: 'Amma and Ammayi Kanchi Duo', price: 21900, stock: [1, 2, 0, 2], colour: 'Arakku and green', occasion: 'Wedding', weave: 'Kanchipuram Pattu', tags: ['mother and daughter', 'pavadai', 'pattu'], silhouette: 'mother-daughter', fabric: 'Mulberry silk', sizes: ['2-3Y', '4-5Y', '6-7Y', '8-9Y'],
    description: 'A pattu saree for mother and a pavadai from the same loom for her daughter. Choose the child’s age as the size; the saree is one size and comes with a blouse piece. Every grandmother who sees it cries a little.',
    cloth: { family: 'kanchipuram', ground: 'arakku', border: 'bottle', accent: 'mango', zari: 'gold', motif: 0 },
  },
  {
    name: 'Mother and Daughter Paithani Pair', price: 26500, stock: [0, 0, 0, 0, 0], colour: 'Teal and kumkum', occasion: 'Wedding', weave: 'Paithani Weaves', tags: ['mother and daughter', 'lehenga'], silhouette: 'mother-daughter', fabric: 'Silk', sizes: ['2-3Y', '4-5Y', '6-7Y', '8-9Y', '10-11Y'],
    description: 'Teal Paithani for two. The girl’s lehenga carries the same narali border at its hem, a little narrower, and has a lined blouse with a soft elastic back. Give us three weeks, since the small border is woven to order.',
    cloth: { family: 'paithani', ground: 'teal', border: 'kumkum', accent: 'parrot', second: 'mango', zari: 'gold' },
  },
  {
    name: 'Ajrakh Holiday Family Set', price: 7900, stock: 22, colour: 'Indigo and madder', occasion: 'Travel', tags: ['twinning', 'family of four', 'block print'], silhouette: 'family-all', sizes: ['Family of 4'],
    description: 'Mother, father, girl and boy in Ajrakh for the one photograph at the beach when everyone is clean. Cotton, pre-washed twice. Indigo may rub off on a white car seat during the first outing.',
    cloth: { family: 'ajrakh', ground: 'indigo', border: 'alizarin', accent: 'alizarin', second: 'haldi', pallu: 'alizarin', zari: 'gold', motif: 0 },
  },
  {
    name: 'Bandhani Navratri Family of Four', price: 11200, stock: 0, colour: 'Kumkum and green', occasion: 'Navratri', tags: ['twinning', 'family of four', 'garba'], silhouette: 'family-all', fabric: 'Cotton silk', sizes: ['Family of 4'],
    description: 'Nine nights, one set, many washes. Red bandhani for the four of you with mirror buttons on the kurtas and a skirt on the frock that opens to a full circle. We make these from July onwards.',
    cloth: { family: 'bandhani', ground: 'kumkum', border: 'bottle', accent: 'turmeric', pallu: 'bottle', zari: 'gold' },
  },
]);

/** A saree with what goes with it, matched by us and changed as the customer wishes. */
export const customisedCombos = group({ category: 'customised combo', silhouette: 'combo', sizes: ['32', '34', '36', '38', '40'], fabric: 'Silk' }, [
  {
    name: 'Bridal Trousseau Kanchi Combo', price: 58500, stock: 3, colour: 'Kumkum and bottle green', occasion: 'Wedding', weave: 'Kanchipuram Pattu', tags: ['bridal', 'saree with blouse', 'jewellery', 'potli'], fabric: 'Mulberry silk, tested zari',
    description: 'Saree, stitched blouse, potli, jhumkas and bangles, laid out together so that the bride has one bag to look after and not five. Colours can be changed piece by piece at the fitting. Delivered in a cane trunk.',
    cloth: { family: 'kanchipuram', ground: 'kumkum', border: 'bottle', accent: 'mango', zari: 'gold', motif: 2 },
  },
  {
    name: 'Engagement Evening Banarasi Combo', price: 34800, stock: 6, colour: 'Rani pink', occasion: 'Engagement', weave: 'Banarasi Silk', tags: ['engagement', 'saree with blouse', 'potli'], fabric: 'Katan silk',
    description: 'A rani jaal Banarasi with a boat-neck blouse cut to your size, the matching brocade potli and a pair of ruby jhumkas. Swap the jhumkas for studs if you prefer; the price comes down by what they cost us.',
    cloth: { family: 'banarasi', ground: 'rani', border: 'rani', accent: 'parrot', second: 'orange', zari: 'gold', motif: 1 },
  },
  {
    name: 'Office Week Tussar Combo', price: 16400, stock: 10, colour: 'Honey and bottle green', occasion: 'Office and evening', weave: 'Tussar Classics', tags: ['office wear', 'saree with two blouses'], fabric: 'Tussar silk',
    description: 'One tussar saree, two stitched blouses (bottle green and ivory), and a slim pair of bangles that stay quiet on a keyboard. Five days, one saree, and nobody will notice. We keep your measurements for next time.',
    cloth: { family: 'tussar', ground: 'honey', border: 'bottle', accent: 'ivory', pallu: 'bottle', zari: 'gold', motif: 1 },
  },
  {
    name: 'Haldi Morning Chanderi Combo', price: 8600, stock: 15, colour: 'Lemon and leaf', occasion: 'Haldi and mehendi', weave: 'Chanderi Cotton', tags: ['haldi', 'saree with blouse', 'jewellery'], fabric: 'Silk cotton',
    description: 'Lemon Chanderi, a sleeveless leaf green blouse, thread bangles and light jhumkas. Everything in it can meet turmeric and live. Add fresh flowers and you are ready by nine.',
    cloth: { family: 'chanderi', ground: 'lemon', border: 'leaf', accent: 'orange', zari: 'gold', motif: 0 },
  },
  {
    name: 'Patola Gift Trunk for Mameru', price: 31500, stock: 8, colour: 'Leaf green and maroon', occasion: 'Wedding', weave: 'Patola Splendor', tags: ['gift', 'mameru', 'saree with blouse'], fabric: 'Ikat silk',
    description: 'What a mama brings to his niece’s wedding: a Rajkot patola, blouse stitched or unstitched, bangles in red and green, a potli with a silver coin already inside. Choose her blouse size or leave it blank and she can come to us later.',
    cloth: { family: 'patola', ground: 'leaf', border: 'maroon', accent: 'maroon', second: 'lemon', zari: 'gold', motif: 1 },
  },
]);
