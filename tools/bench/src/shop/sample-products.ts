import { categories, type Category, sareeTypes } from '@rangavalli/contracts/entities/product';

interface ProductDocument {
  name: string;
  description: string;
  pricePaise: number;
  category: Category;
  sareeType?: (typeof sareeTypes)[number];
  stock: number;
  sizes: string[];
  sizeStock?: { size: string; stock: number }[];
  tags: string[];
  images: { public_id: string; path: string }[];
  fabric: string;
  weave: string;
  colour: string;
  occasion: string;
  deletedAt: null;
  holds: [];
  archiveRevision: number;
  revision: number;
  outbox: [];
  createdAt: Date;
  updatedAt: Date;
}

export const weaves = [
  'Kanchipuram Pattu',
  'Banarasi Silk',
  'Chanderi Cotton',
  'Paithani Weaves',
  'Kalamkari Prints',
  'Ikat Elegance',
  'Patola Splendor',
  'Organza Drapes',
  'Tussar Classics',
];
const fabrics = [
  'Mulberry silk, tested zari',
  'Tussar silk',
  'Handspun cotton',
  'Silk cotton',
  'Linen',
  'Organza',
  'Georgette',
  'Crepe silk',
];
const grounds = [
  'Arakku red',
  'Peacock blue',
  'Mustard',
  'Rani pink',
  'Sea green',
  'Rust',
  'Ivory',
  'Bottle green',
  'Violet',
  'Indigo',
  'Coral',
  'Wine',
  'Teal',
  'Copper',
  'Lotus pink',
];
const borders = ['navy', 'kumkum', 'gold', 'violet', 'wine', 'emerald', 'black', 'turmeric', 'silver'];
export const occasions = ['Wedding', 'Festival', 'Reception', 'Puja', 'Office', 'Everyday', 'Housewarming'];
const motifs = [
  'Mayil',
  'Mango',
  'Temple',
  'Rudraksha',
  'Annam',
  'Kattam',
  'Vaira Oosi',
  'Bugadi',
  'Lotus',
  'Chakra',
  'Yali',
  'Jasmine',
  'Coin',
  'Parrot',
];
const moods = [
  'Muhurtham',
  'Samudrika',
  'Heirloom',
  'Monsoon',
  'Deepavali',
  'Sankranti',
  'Ganga Jamuna',
  'Moonlit',
  'Grandmother’s',
  'Riverside',
  'Courtyard',
  'Festive',
];
const kinds: Record<Category, string> = {
  saree: 'Saree',
  kidswear: 'Pattu Pavadai',
  accessories: 'Jhumka',
  'family combo': 'Family Set',
  'customised combo': 'Custom Set',
  pant: 'Palazzo',
};
const sentences = [
  'The body turns from one colour to the other as you walk, and the border gets all the attention.',
  'Woven on a pit loom in nine days; the zari is tested and the silk three-ply.',
  'Comes with an unstitched blouse piece of 80 cm with a running border.',
  'Dry clean only, and refold it along new lines every few months.',
  'A light drape for a whole day of guests and not only for the photograph.',
  'The pallu carries a band of motifs that no two weavers make alike.',
  'Our elder customers know the shade from their own trousseaus.',
  'Small and even checks, a quiet border, and room for heavy gold beside it.',
];
const syllables = ['ka', 'ma', 'vi', 'ra', 'the', 'lo', 'pu', 'sha', 'ni', 'ga', 'ru', 'ya', 'de', 'mi', 'su', 'chi'];

/** Returns the same numbers from 0 to 1 for the same seed in every run. */
export function createRandom(seed: number): () => number {
  let state = Math.imul(seed + 1, 0x9e3779b1);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Returns the nth product's weaver: one of 65,536 names, a rare word in any catalog. */
export const weaverOf = (index: number): string => {
  const mixed = Math.imul(index + 7, 0x9e3779b1) >>> 0;
  const word = [0, 4, 8, 12].map((shift) => syllables[(mixed >>> shift) & 15]).join('');
  return word[0]?.toUpperCase() + word.slice(1);
};

/** Generates the nth product, always the same: common and rare words, values of all filters, stock of every kind. */
export function generateProduct(index: number, now: number): ProductDocument {
  const random = createRandom(index);
  const below = (count: number): number => Math.floor(random() * count);
  const pick = <T>(list: readonly T[]): T => list[below(list.length)] as T;
  const category = random() < 0.7 ? 'saree' : pick(categories);
  const [weave, motif, ground, border] = [pick(weaves), pick(motifs), pick(grounds), pick(borders)];
  const isSewn = category === 'kidswear' || category === 'pant';
  const sizes = isSewn ? ['S', 'M', 'L', 'XL'].slice(0, 2 + below(3)) : ['Free Size'];
  const sizeStock = isSewn ? sizes.map((size) => ({ size, stock: 20 + below(100) })) : undefined;
  const createdAt = new Date(now - index * 60_000);
  return {
    name: `${pick(moods)} ${motif} ${ground} ${weave.split(' ')[0]} ${kinds[category]} by ${weaverOf(index)}`,
    description: [`${ground} with a ${border} border.`, ...Array.from({ length: 4 }, () => pick(sentences))].join(' '),
    pricePaise: (500 + below(40_000)) * 100,
    category,
    ...(category === 'saree' ? { sareeType: pick(sareeTypes) } : {}),
    stock: sizeStock ? sizeStock.reduce((sum, { stock }) => sum + stock, 0) : below(20) === 0 ? 0 : 100_000,
    sizes,
    ...(sizeStock ? { sizeStock } : {}),
    tags: [motif.toLowerCase(), pick(['festive', 'bridal', 'lightweight', 'heirloom', 'korvai', 'new']), border],
    images: Array.from({ length: 3 }, (_, picture) => ({
      public_id: `rangavalli/products/sample-${index}-${picture + 1}`,
      path: `image/upload/v1/rangavalli/products/sample-${index}-${picture + 1}.jpg`,
    })),
    fabric: pick(fabrics),
    weave,
    colour: `${ground} and ${border}`,
    occasion: pick(occasions),
    deletedAt: null,
    holds: [],
    archiveRevision: 0,
    revision: 0,
    outbox: [],
    createdAt,
    updatedAt: createdAt,
  };
}
