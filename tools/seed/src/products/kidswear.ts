import { group } from './product.js';

const ages = ['2-3Y', '4-5Y', '6-7Y', '8-9Y', '10-11Y'];

/** Small sizes of the same cloths, with room to grow: broad hems and drawstrings. */
export const kidswear = group({ category: 'kidswear', silhouette: 'lehenga', sizes: ages, fabric: 'Silk blend' }, [
  {
    name: 'Chinna Ponnu Pattu Pavadai', price: 3450, stock: [7, 8, 6, 5, 0], colour: 'Arakku and green', occasion: 'Festival', weave: 'Kanchipuram Pattu', tags: ['pavadai', 'girls', 'pongal'],
    description: 'The long skirt and blouse that every South Indian girl has in her first photo album. Red silk blend, green border with a row of peacocks, cotton lining so it does not itch. There are two inches of hem folded inside for next year.',
    cloth: { family: 'kanchipuram', ground: 'arakku', border: 'bottle', accent: 'mango', zari: 'gold', motif: 0 },
  },
  {
    name: 'Little Rani Checked Pavadai', price: 3900, stock: [2, 6, 7, 3, 0], colour: 'Rani pink and violet', occasion: 'Birthday', weave: 'Kanchipuram Pattu', tags: ['pavadai', 'girls', 'checks'],
    description: 'Pink checks, purple border, puffed sleeves: chosen by our owner’s six-year-old, who refuses to model it but wears it to every birthday. Hooks are covered so that they do not scratch.',
    cloth: { family: 'kanchipuram', ground: 'rani', border: 'violet', accent: 'mango', zari: 'gold', motif: 1 },
  },
  {
    name: 'Peacock Twirl Paithani Lehenga', price: 5200, stock: [0, 4, 3, 2, 0], colour: 'Violet and rani', occasion: 'Wedding', weave: 'Paithani Weaves', tags: ['lehenga', 'girls', 'twirl'],
    description: 'Three metres of flare, tested by spinning. Violet with gold coins and a bright narali border at the hem; the blouse has an elastic back. For flower girls and small cousins of the bride.',
    cloth: { family: 'paithani', ground: 'violet', border: 'rani', accent: 'parrot', second: 'orange', zari: 'gold' },
  },
  {
    name: 'Elephant Parade Patola Lehenga', price: 4650, stock: [1, 4, 0, 4, 2], colour: 'Navy and brick', occasion: 'Navratri', weave: 'Patola Splendor', tags: ['lehenga', 'girls', 'garba'],
    description: 'Elephants and parrots all the way round, so there is always something to point at. Printed from a real patola on soft silk-cotton, cut wide for garba. Drawstring waist with a lining that covers the knees.',
    cloth: { family: 'patola', ground: 'navy', border: 'brick', accent: 'brick', second: 'mango', zari: 'gold', motif: 0 },
  },
  {
    name: 'Tara Bandhani Frock', price: 1850, stock: [9, 11, 8, 3, 1], colour: 'Kumkum and green', occasion: 'Festival', silhouette: 'frock', fabric: 'Cotton', tags: ['frock', 'girls', 'bandhani'],
    description: 'Hand-tied dots on cotton, in a frock with a high waist and a skirt that flies. Pulls on over the head, no zip. The dots feel bumpy at first; children like that more than parents expect.',
    cloth: { family: 'bandhani', ground: 'kumkum', border: 'bottle', accent: 'turmeric', zari: 'gold' },
  },
  {
    name: 'Yellow Kalamkari Sunday Frock', price: 1450, stock: [6, 0, 10, 5, 3], colour: 'Cream and yellow', occasion: 'Daily wear', silhouette: 'frock', fabric: 'Cotton', weave: 'Kalamkari Prints', tags: ['frock', 'girls', 'summer'],
    description: 'A frock for mango season. Block-printed kalamkari, wooden-feel buttons, side pockets big enough for a compass box. Machine washable and none the worse for it.',
    cloth: { family: 'kalamkari', ground: 'cream', border: 'turmeric', accent: 'leaf', second: 'rust', zari: 'gold', motif: 0 },
  },
  {
    name: 'Garden Party Organza Frock', price: 2950, stock: [0, 2, 1, 0, 0], colour: 'Mint and coral', occasion: 'Birthday', silhouette: 'frock', fabric: 'Organza over cotton', weave: 'Organza Drapes', tags: ['frock', 'girls', 'party'],
    description: 'Mint organza floating over soft cotton, coral flowers at the hem. It looks delicate and is not: the seams are French and the lining is school-uniform cotton.',
    cloth: { family: 'chanderi', ground: 'mint', border: 'coral', accent: 'coral', zari: 'gold', motif: 2 },
  },
  {
    name: 'Chinnodu Mangalagiri Kurta', price: 1250, stock: [8, 9, 7, 6, 5], colour: 'Teal', occasion: 'Festival', silhouette: 'kurta', fabric: 'Cotton', tags: ['kurta', 'boys', 'mangalagiri'],
    description: 'Teal Mangalagiri with the zari border at hem and cuffs, for the boy who has been promised it will not itch. Sold as a kurta alone; the white pyjama is under Pants.',
    cloth: { family: 'mangalagiri', ground: 'teal', border: 'teal', accent: 'mustard', pallu: 'mustard', zari: 'gold', motif: 0 },
  },
  {
    name: 'Indigo Star Boys Kurta', price: 1390, stock: [4, 8, 9, 7, 0], colour: 'Indigo', occasion: 'Daily wear', silhouette: 'kurta', fabric: 'Cotton', tags: ['kurta', 'boys', 'ajrakh'],
    description: 'Ajrakh stars on indigo, block by block. It fades the way jeans do, gently and for the better. Side slits go up far enough for cricket.',
    cloth: { family: 'ajrakh', ground: 'indigo', border: 'alizarin', accent: 'alizarin', second: 'haldi', zari: 'gold', motif: 0 },
  },
  {
    name: 'Mustard Ikat Festive Kurta', price: 1650, stock: [3, 5, 5, 4, 0], colour: 'Mustard and maroon', occasion: 'Festival', silhouette: 'kurta', fabric: 'Ikat cotton', weave: 'Ikat Elegance', tags: ['kurta', 'boys', 'diwali'],
    description: 'Bright enough to find him in a Diwali crowd. Pochampally cotton, maroon edge, brass buttons sewn on with the kind of thread that stays.',
    cloth: { family: 'ikat', ground: 'mustard', border: 'maroon', accent: 'maroon', second: 'bottle', zari: 'gold', motif: 1 },
  },
  {
    name: 'Mini Tussar Kurta', price: 1990, stock: [0, 0, 0, 0, 0], colour: 'Natural gold', occasion: 'Wedding', silhouette: 'kurta', fabric: 'Tussar silk', weave: 'Tussar Classics', tags: ['kurta', 'boys', 'ring bearer'],
    description: 'Natural tussar for ring bearers and for annaprasana photographs. Lined in mulmul. Sauce stains come out with curd, a trick from the nursery of our tailor’s wife.',
    cloth: { family: 'tussar', ground: 'tussar', border: 'maroon', accent: 'ivory', pallu: 'maroon', zari: 'gold', motif: 0 },
  },
  {
    name: 'Banarasi Bud Lehenga Set', price: 4980, stock: [1, 0, 2, 1, 0], colour: 'Midnight and rani', occasion: 'Wedding', weave: 'Banarasi Silk', tags: ['lehenga', 'girls', 'wedding'],
    description: 'A proper Banarasi jaal in a small size, with a rani pink blouse and a sash that ties in a bow. Lined to the floor. Our smallest customer so far wore it at eleven months, carried.',
    cloth: { family: 'banarasi', ground: 'navy', border: 'navy', accent: 'rani', second: 'parrot', zari: 'gold', motif: 0 },
  },
]);
