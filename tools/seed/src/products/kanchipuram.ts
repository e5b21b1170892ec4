import { group } from './product.js';

/** Kanchipuram pattu: korvai borders, three-ply mulberry silk. */
export const kanchipuram = group(
  {
    category: 'saree',
    sareeType: 'pattu',
    silhouette: 'saree',
    sizes: ['Free Size'],
    fabric: 'Mulberry silk, tested zari',
    weave: 'Kanchipuram Pattu',
  },
  [
    {
      name: 'Muhurtham Arakku Kanchipuram',
      price: 42500,
      stock: 6,
      colour: 'Arakku red and bottle green',
      occasion: 'Wedding',
      tags: ['bridal', 'korvai', 'zari brocade'],
      description:
        'The red every South Indian bride asks her mother about, with a bottle green korvai border and temple teeth that climb almost a hand high. The body carries a full zari brocade, so it has real weight on the shoulder; wear it with plain gold and nothing else. Comes with an unstitched green blouse piece of 80 cm. Dry clean only, and refold it along new lines every few months.',
      cloth: { family: 'kanchipuram', ground: 'arakku', border: 'bottle', accent: 'mango', zari: 'gold', motif: 2 },
    },
    {
      name: 'Mayil Kazhuthu Peacock Border Pattu',
      price: 28900,
      stock: 11,
      colour: 'Peacock blue and kumkum',
      occasion: 'Wedding',
      tags: ['peacock', 'mango butta', 'contrast border'],
      description:
        'Mayil kazhuthu means peacock neck, and the silk does turn from blue to green as you walk. Mango buttas are scattered wide over the body so that the kumkum border with its row of peacocks gets all the attention. Three-ply silk, soft after the first wearing.',
      cloth: { family: 'kanchipuram', ground: 'peacock', border: 'kumkum', accent: 'mango', zari: 'gold', motif: 0 },
    },
    {
      name: 'Kattam Checks Mustard Silk',
      price: 18750,
      stock: 14,
      colour: 'Mustard and violet',
      occasion: 'Festival',
      tags: ['checks', 'festive', 'lightweight pattu'],
      description:
        'Fine zari kattam over warm mustard, a flower in every square. We had this one woven in a lighter two-ply yarn for women who want pattu for a whole day of Pongal guests and not only for the photograph. The violet pallu has a band of peacocks, and the blouse piece is plain violet with the border.',
      cloth: { family: 'kanchipuram', ground: 'mustard', border: 'violet', accent: 'rani', zari: 'gold', motif: 1 },
    },
    {
      name: 'Vaira Oosi Rani Pink Pattu',
      price: 22400,
      stock: 9,
      colour: 'Rani pink and navy',
      occasion: 'Festival',
      tags: ['fine lines', 'rani pink'],
      description:
        'Vaira oosi, the diamond needle: hair-thin lines run the length of the saree, one of zari to each of silk, and you only notice them when the light catches. Against them the navy border looks almost black. An easy drape for a tall frame, since the lines fall straight from hip to floor.',
      cloth: { family: 'kanchipuram', ground: 'rani', border: 'navy', accent: 'gulabi', zari: 'gold', motif: 3 },
    },
    {
      name: 'Samudrika Sea Green Kanchi',
      price: 31200,
      stock: 5,
      colour: 'Sea green and wine',
      occasion: 'Reception',
      tags: ['reception', 'peacock'],
      description:
        'A calm sea green that photographs well under stage lights, set off by a wine border with peacocks facing each other in pairs. The zari is tested gold-dipped silver from our regular supplier in Surat. Blouse piece in wine, running width.',
      cloth: { family: 'kanchipuram', ground: 'sea', border: 'wine', accent: 'coral', zari: 'gold', motif: 0 },
    },
    {
      name: 'Grandmother’s Maanthulir Silk',
      price: 26800,
      stock: 3,
      colour: 'Rust and bottle green',
      occasion: 'Puja',
      tags: ['heirloom', 'antique zari'],
      description:
        'Maanthulir is the copper-brown of a new mango leaf, a shade our elder customers remember from their own trousseaus and had trouble finding. We used antique-toned zari so that it looks handed down from the very first day. The checks are small and even; the green border is quiet.',
      cloth: { family: 'kanchipuram', ground: 'rust', border: 'bottle', accent: 'mango', zari: 'antique', motif: 1 },
    },
    {
      name: 'Ganga Jamuna Double Border Silk',
      price: 36900,
      stock: 7,
      colour: 'Ivory with teal border',
      occasion: 'Wedding',
      tags: ['ivory', 'double border', 'bridal'],
      description:
        'Ivory silk for the morning ceremony, bordered on both sides so that it can be pleated from either end. The brocade is worked in gold on cream and shows itself slowly, like embossed paper. Please keep turmeric and kumkum plates at arm’s length; a dry cleaner can save most things but not everything.',
      cloth: { family: 'kanchipuram', ground: 'ivory', border: 'teal', accent: 'kumkum', zari: 'gold', motif: 2 },
    },
    {
      name: 'Thazhampoo Rekku Purple Pattu',
      price: 24500,
      stock: 0,
      colour: 'Violet and mango yellow',
      occasion: 'Festival',
      tags: ['temple border', 'purple'],
      description:
        'Deep violet body, sunny mango-yellow border, and the sharp temple rekku where the two colours are interlocked by hand, weft by weft. This is the contrast our weaver Selvam is proudest of. Soft enough to pleat without pins.',
      cloth: { family: 'kanchipuram', ground: 'violet', border: 'mango', accent: 'rani', zari: 'gold', motif: 0 },
    },
    {
      name: 'Kalyana Pattu in Kumkum Red',
      price: 68000,
      stock: 2,
      colour: 'Kumkum and gold',
      occasion: 'Wedding',
      tags: ['bridal', 'heavy zari', 'heirloom'],
      description:
        'Eleven weeks on the loom and a little over a kilo in the hand. Kumkum red with a self border, brocade from end to end, and a pallu so dense with zari that the silk hardly shows. A saree to be married in and to give to a daughter. We deliver it in a muslin bag with a card that names the weaver.',
      cloth: { family: 'kanchipuram', ground: 'kumkum', border: 'maroon', accent: 'coral', zari: 'gold', motif: 2 },
    },
    {
      name: 'Silver Zari Lavender Kanchipuram',
      price: 27600,
      stock: 10,
      colour: 'Lavender and grape',
      occasion: 'Reception',
      tags: ['silver zari', 'pastel'],
      description:
        'For the cousin who says that she does not wear gold. Lavender silk, grape border, and pure silver-toned zari throughout; it looks cool and modern without losing a single traditional motif. Pair with pearls or oxidised jewellery.',
      cloth: { family: 'kanchipuram', ground: 'lavender', border: 'grape', accent: 'violet', zari: 'silver', motif: 1 },
    },
    {
      name: 'Paalum Pazhamum Checked Silk',
      price: 19900,
      stock: 18,
      colour: 'Coral and leaf green',
      occasion: 'Housewarming',
      tags: ['checks', 'gift'],
      description:
        '“Milk and fruit” is what weavers call this old arrangement of soft checks. Coral ground, leaf green border, a small flower where the lines cross. It is the one we recommend as a gift for a gruhapravesam, because it suits thirty and it suits sixty.',
      cloth: { family: 'kanchipuram', ground: 'coral', border: 'leaf', accent: 'lemon', zari: 'gold', motif: 1 },
    },
    {
      name: 'Midnight Kanchi with Orange Rekku',
      price: 33400,
      stock: 8,
      colour: 'Ink black and orange',
      occasion: 'Evening',
      tags: ['black', 'statement'],
      description:
        'Nearly black, with a border the orange of a marigold garland. Mango buttas in gold, spaced generously. Many houses avoid black for weddings, so think of this as the saree for the sangeet, the anniversary, the concert at the Ravindra Bharathi.',
      cloth: { family: 'kanchipuram', ground: 'ink', border: 'orange', accent: 'orange', zari: 'gold', motif: 0 },
    },
    {
      name: 'Seemantham Parrot Green Pattu',
      price: 21500,
      stock: 4,
      colour: 'Parrot green and rani pink',
      occasion: 'Baby shower',
      tags: ['seemantham', 'bright'],
      description:
        'Parrot green with rani pink, the pair that grandmothers insist on for the bangle ceremony. The silk is a supple two-ply and the border is only on the lower side, so it sits comfortably over a growing belly. Green glass bangles not included, though we are often asked.',
      cloth: { family: 'kanchipuram', ground: 'parrot', border: 'rani', accent: 'rani', zari: 'gold', motif: 3 },
    },
    {
      name: 'Raja Rani Grand Brocade Pattu',
      price: 85000,
      stock: 1,
      colour: 'Wine and royal blue',
      occasion: 'Wedding',
      tags: ['bridal', 'limited', 'heavy zari'],
      description:
        'There is one of these. Wine silk brocaded with flowering creepers, a royal blue border joined in true korvai by two weavers sitting side by side, and a petni pallu with kalgas as tall as your palm. Comes with a signed slip from the loom at Ayyampettai and free fall-and-pico. Viewing at the Hyderabad shop by appointment.',
      cloth: { family: 'kanchipuram', ground: 'wine', border: 'royal', accent: 'mango', zari: 'gold', motif: 2 },
    },
  ],
);
