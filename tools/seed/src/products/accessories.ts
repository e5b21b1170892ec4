import { group } from './product.js';

/** Bags, earrings, bangles and dupattas made from, or for, the shop's cloths. */
export const accessories = group({ category: 'accessories', silhouette: 'potli', sizes: [], fabric: 'Silk' }, [
  {
    name: 'Banarasi Brocade Potli', price: 890, stock: 42, colour: 'Navy and gold', occasion: 'Wedding', weave: 'Banarasi Silk', tags: ['potli', 'bag', 'gift'],
    description: 'Cut from the ends of Banarasi lengths, so that nothing good is thrown away. Holds a phone, keys, a lipstick and a shagun envelope. Pearl drawstring, satin lining.',
    cloth: { family: 'banarasi', ground: 'navy', border: 'navy', accent: 'rani', second: 'parrot', zari: 'gold', motif: 0 },
  },
  {
    name: 'Patola Patch Potli', price: 740, stock: 36, colour: 'Red and green', occasion: 'Festival', weave: 'Patola Splendor', tags: ['potli', 'bag'],
    description: 'A pouch with an elephant on it, or a parrot; we cannot promise which, as each is cut from a different square. Tassels wound by hand at the shop.',
    cloth: { family: 'patola', ground: 'bottle', border: 'kumkum', accent: 'kumkum', second: 'turmeric', zari: 'gold', motif: 0 },
  },
  {
    name: 'Kanchi Wedding Potli in Wine', price: 1150, stock: 19, colour: 'Wine and gold', occasion: 'Wedding', weave: 'Kanchipuram Pattu', tags: ['potli', 'bag', 'bridal'],
    description: 'The bride’s bag: real Kanchipuram silk in wine with a zari brocade, a stiff base so it stands on a table, and an inner pocket with a zip for the mangalsutra. Handle long enough for the wrist.',
    cloth: { family: 'kanchipuram', ground: 'wine', border: 'mango', accent: 'mango', zari: 'gold', motif: 2 },
  },
  {
    name: 'Bandhani Return Gift Potli', price: 250, stock: 60, colour: 'Red, green and yellow', occasion: 'Return gift', tags: ['potli', 'return gift', 'bulk'], fabric: 'Cotton',
    description: 'The small one, for a handful of dry fruit or a silver coin. Tie-and-dye cotton, assorted colours. Order fifty or more and we will fill them for you.',
    cloth: { family: 'bandhani', ground: 'orange', border: 'rani', accent: 'lemon', zari: 'gold' },
  },
  {
    name: 'Temple Jhumka in Antique Gold', price: 1290, stock: 23, colour: 'Antique gold and green', occasion: 'Wedding', tags: ['jhumka', 'earrings', 'temple jewellery'], silhouette: 'jhumka', fabric: 'Brass, gold plated',
    description: 'A full bell with a green stone at the stud and a skirt of pearls that clicks softly when you turn your head. Gold-plated brass, 14 grams each, with a support chain for the ear. Keep away from perfume.',
    cloth: { family: 'kanchipuram', ground: 'leaf', border: 'kumkum', accent: 'kumkum', zari: 'antique', motif: 0 },
  },
  {
    name: 'Ruby Stud Jhumka', price: 1480, stock: 14, colour: 'Gold and ruby', occasion: 'Festival', tags: ['jhumka', 'earrings'], silhouette: 'jhumka', fabric: 'Brass, gold plated',
    description: 'Ruby-red glass set the old way, with foil behind it for fire. Medium size: noticeable over a phone call, comfortable through a whole wedding. Push-back post.',
    cloth: { family: 'kanchipuram', ground: 'kumkum', border: 'bottle', accent: 'rani', zari: 'gold', motif: 0 },
  },
  {
    name: 'Silver Oxidised Jhumka, Peacock Blue', price: 690, stock: 2, colour: 'Silver and blue', occasion: 'Daily wear', tags: ['jhumka', 'earrings', 'oxidised'], silhouette: 'jhumka', fabric: 'Alloy, silver tone',
    description: 'For ikats and kalamkaris, which look better with silver than with gold. Light hollow bells with a drop of peacock blue. Wipe with a dry cloth and the dark will stay only in the grooves.',
    cloth: { family: 'ikat', ground: 'ananda', border: 'indigo', accent: 'peacock', zari: 'silver', motif: 0 },
  },
  {
    name: 'Silk Thread Bangle Stack in Violet', price: 480, stock: [9, 17, 12], colour: 'Violet, green and gold', occasion: 'Festival', tags: ['bangles', 'silk thread'], silhouette: 'bangles', fabric: 'Silk thread on metal', sizes: ['2.4', '2.6', '2.8'],
    description: 'Nine bangles wound with silk thread by hand and set with tiny pearls, three plain gold ones between. They do not clink as glass does, which office colleagues appreciate. Made to match our Paithani violets.',
    cloth: { family: 'paithani', ground: 'violet', border: 'rani', accent: 'parrot', zari: 'gold' },
  },
  {
    name: 'Seemantham Green Bangle Set', price: 560, stock: [4, 11, 12, 0], colour: 'Green and gold', occasion: 'Baby shower', tags: ['bangles', 'seemantham'], silhouette: 'bangles', fabric: 'Silk thread on metal', sizes: ['2.4', '2.6', '2.8', '2.10'],
    description: 'Green for luck, in three shades, for the valaikappu tray. Smooth inside so that they slide over the hand without soap. A dozen and a half when both wrists are full.',
    cloth: { family: 'kanchipuram', ground: 'leaf', border: 'parrot', accent: 'mint', zari: 'gold', motif: 0 },
  },
  {
    name: 'Bridal Red Bangle Stack', price: 1350, stock: [0, 8, 4], colour: 'Red, maroon and gold', occasion: 'Wedding', tags: ['bangles', 'bridal'], silhouette: 'bangles', fabric: 'Silk thread and kundan', sizes: ['2.4', '2.6', '2.8'],
    description: 'Chooda red with kundan studs, stacked as our brides like it: broad, thin, broad. Comes in a round tin lined with velvet. If you tell us the saree we will match the maroon.',
    cloth: { family: 'banarasi', ground: 'kumkum', border: 'maroon', accent: 'coral', zari: 'gold', motif: 0 },
  },
  {
    name: 'Gharchola Bandhani Dupatta', price: 2750, stock: 16, colour: 'Kumkum and green', occasion: 'Wedding', tags: ['dupatta', 'bandhani'], silhouette: 'dupatta', fabric: 'Gajji silk', sizes: ['2.5 m'],
    description: 'Twelve thousand knots, tied with a fingernail and a thread in Bhuj. Red silk with a green end; throw it over a plain white suit and you are dressed. Some crinkle stays in the cloth and should never be ironed out.',
    cloth: { family: 'bandhani', ground: 'kumkum', border: 'bottle', accent: 'turmeric', pallu: 'bottle', zari: 'gold' },
  },
  {
    name: 'Kalamkari Cotton Dupatta', price: 980, stock: 30, colour: 'Cream and madder', occasion: 'Daily wear', weave: 'Kalamkari Prints', tags: ['dupatta', 'natural dye'], silhouette: 'dupatta', fabric: 'Cotton', sizes: ['2.5 m'],
    description: 'Soft, wide, and busy in the best way. Wear it with anything plain from your cupboard. Vegetable dyes, so wash it in the shade with soap nuts.',
    cloth: { family: 'kalamkari', ground: 'cotton', border: 'madder', accent: 'indigo', second: 'haldi', zari: 'gold', motif: 1 },
  },
  {
    name: 'Organza Rose Dupatta', price: 1850, stock: 0, colour: 'Rose', occasion: 'Wedding guest', weave: 'Organza Drapes', tags: ['dupatta', 'sheer'], silhouette: 'dupatta', fabric: 'Organza', sizes: ['2.5 m'],
    description: 'Sheer rose organza with embroidered flowers drifting towards both ends. Crisp enough to stay on the shoulder without a pin. Back on the shelf as soon as the embroiderers return from harvest.',
    cloth: { family: 'organza', ground: 'rose', border: 'rani', accent: 'rani', second: 'leaf', zari: 'gold', motif: 0 },
  },
]);
