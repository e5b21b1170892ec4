import { group } from './product.js';

/** Paithani from Yeola, double ikat from Patan and Rajkot, silk ikat from Pochampally. */
export const westernPattu = [
  ...group({ category: 'saree', sareeType: 'pattu', silhouette: 'saree', sizes: ['Free Size'], fabric: 'Pure silk, tested zari', weave: 'Paithani Weaves' }, [
    {
      name: 'Brahma Kamal Violet Paithani', price: 32500, stock: 6, colour: 'Violet and rani', occasion: 'Wedding', tags: ['peacock', 'lotus', 'nauvari friendly'],
      description: 'Violet shot with magenta, small gold coins over the body, and the padar everyone turns round for: peacocks and lotuses worked by hand on a ground of zari. The back is as clean as the front, which is how you tell a real Paithani. Six yards with blouse; ask us if you need nine.',
      cloth: { family: 'paithani', ground: 'violet', border: 'rani', accent: 'parrot', second: 'orange', zari: 'gold' },
    },
    {
      name: 'Morbangdi Peacock Teal Paithani', price: 36000, stock: 7, colour: 'Teal and kumkum', occasion: 'Wedding', tags: ['peacock', 'bridal'],
      description: 'Pairs of peacocks face a lotus across the whole padar, each feather a separate bobbin of silk. The teal is dyed in Yeola with a dash of indigo so that it never turns flat. A favourite with Maharashtrian brides for the Seemant Pujan.',
      cloth: { family: 'paithani', ground: 'teal', border: 'kumkum', accent: 'parrot', second: 'mango', zari: 'gold' },
    },
    {
      name: 'Kumkum Narali Border Paithani', price: 24800, stock: 12, colour: 'Kumkum red and bottle green', occasion: 'Puja', tags: ['narali border', 'ganesh chaturthi'],
      description: 'Red with a coconut (narali) border in green, the one to wear when Bappa comes home. Light enough for all the bending and lifting that the day asks for. The coins on the body are hand-placed, so count on small differences from saree to saree.',
      cloth: { family: 'paithani', ground: 'kumkum', border: 'bottle', accent: 'turmeric', second: 'coral', zari: 'gold' },
    },
    {
      name: 'Chandrakala Black Paithani', price: 29900, stock: 8, colour: 'Black and red', occasion: 'Makar Sankranti', tags: ['chandrakala', 'black'],
      description: 'Chandrakala, the black saree that is lucky on exactly one day, Makar Sankranti, and handsome on every other. Tiny gold dots like a January sky, a red border, and a padar that glows. Wash it never; air it often.',
      cloth: { family: 'paithani', ground: 'black', border: 'kumkum', accent: 'parrot', second: 'mango', zari: 'gold' },
    },
    {
      name: 'Mango Yellow Yeola Paithani', price: 21900, stock: 15, colour: 'Mango yellow and violet', occasion: 'Haldi and mehendi', tags: ['haldi', 'bright'],
      description: 'Ripe Alphonso yellow with violet in the border. For haldi mornings, since a little more yellow does no harm here. Semi-paithani body with a hand-worked padar, which is how we keep the price kind.',
      cloth: { family: 'paithani', ground: 'mango', border: 'violet', accent: 'leaf', second: 'rani', zari: 'gold' },
    },
    {
      name: 'Royal Blue Asavali Paithani', price: 41500, stock: 2, colour: 'Royal blue and orange', occasion: 'Reception', tags: ['asavali', 'collector'],
      description: 'Asavali means a flowering vine, and the older weavers still prefer it to the peacock. On this royal blue piece the leaves are parrot green and the blossoms orange, all by tapestry technique over four months. One on the shelf, one on the loom.',
      cloth: { family: 'paithani', ground: 'royal', border: 'orange', accent: 'parrot', second: 'coral', zari: 'gold' },
    },
    {
      name: 'Onion Pink Brocade Paithani', price: 27400, stock: 10, colour: 'Onion pink and peacock', occasion: 'Engagement', tags: ['engagement', 'pastel'],
      description: 'A dusty onion pink that flatters every skin we have tried it on, and we have tried it on the whole staff. The peacock-green border keeps it from being sweet. Soft handle, medium weight, blouse piece in green.',
      cloth: { family: 'paithani', ground: 'onion', border: 'peacock', accent: 'parrot', second: 'rani', zari: 'gold' },
    },
  ]),
  ...group({ category: 'saree', sareeType: 'pattu', silhouette: 'saree', sizes: ['Free Size'], fabric: 'Double ikat silk', weave: 'Patola Splendor' }, [
    {
      name: 'Nari Kunjar Patan Patola', price: 78000, stock: 1, colour: 'Kumkum and bottle green', occasion: 'Wedding', tags: ['double ikat', 'elephant', 'collector'],
      description: 'Warp and weft are both tied and dyed before a single pick is thrown, so elephant and parrot appear alike on both sides. Two people at the loom, five months, natural lac red and indigo-over-turmeric green. “Padi patole bhat, faatey pan fitey nahin”: it may tear, the saying goes, but the colour will not leave it.',
      cloth: { family: 'patola', ground: 'bottle', border: 'kumkum', accent: 'kumkum', second: 'turmeric', zari: 'gold', motif: 0 },
    },
    {
      name: 'Rajkot Patola in Navy Squares', price: 18900, stock: 11, colour: 'Navy and brick', occasion: 'Festival', tags: ['single ikat', 'elephant'],
      description: 'From Rajkot, where the weft alone is resist-dyed and the price comes down to earth. Crisp squares in navy and brick with white figures. The silk has a dry, papery rustle that settles after two or three wearings.',
      cloth: { family: 'patola', ground: 'navy', border: 'brick', accent: 'brick', second: 'mango', zari: 'gold', motif: 0 },
    },
    {
      name: 'Paan Bhat Patola in Leaf Green', price: 46500, stock: 5, colour: 'Leaf green and maroon', occasion: 'Wedding', tags: ['double ikat', 'leaf motif'],
      description: 'The peepal-leaf pattern that Gujarati families buy for a daughter’s mameru. Leaf green with maroon squares and dancers in between; steady, geometric, endlessly rich to look at. Lightweight for a double ikat at 520 grams.',
      cloth: { family: 'patola', ground: 'leaf', border: 'maroon', accent: 'maroon', second: 'lemon', zari: 'gold', motif: 1 },
    },
    {
      name: 'Wine Navratna Patola Silk', price: 22600, stock: 9, colour: 'Wine and peacock', occasion: 'Reception', tags: ['navratna', 'parrot'],
      description: 'Nine little gardens to a hand’s breadth, each with its own bird or flower. The wine and peacock pairing is ours; the weaver raised an eyebrow and then ordered one for his sister. Blouse piece in plain peacock.',
      cloth: { family: 'patola', ground: 'peacock', border: 'wine', accent: 'wine', second: 'coral', zari: 'gold', motif: 1 },
    },
  ]),
  ...group({ category: 'saree', sareeType: 'pattu', silhouette: 'saree', sizes: ['Free Size'], fabric: 'Ikat silk', weave: 'Ikat Elegance' }, [
    {
      name: 'Pochampally Pattu in Rani and Green', price: 14500, stock: 17, colour: 'Rani pink and bottle green', occasion: 'Festival', tags: ['pochampally', 'silk ikat'],
      description: 'Large lozenges with the soft, feathered edge that only tied yarn gives. Woven forty kilometres from our shop, by a family that has supplied us since we opened. Rani body, green border, mulberry silk both ways.',
      cloth: { family: 'ikat', ground: 'rani', border: 'bottle', accent: 'turmeric', second: 'leaf', zari: 'gold', motif: 0 },
    },
    {
      name: 'Telia Rumal Silk Ikat', price: 19200, stock: 6, colour: 'Madder and indigo', occasion: 'Festival', tags: ['telia rumal', 'silk ikat', 'gi tagged'],
      description: 'The Puttapaka weavers soak the yarn in oil and ash for days, which gives telia its faint earthy smell and its depth of red. Small diamonds in madder, indigo and cream. GI tagged; the certificate travels with the saree.',
      cloth: { family: 'ikat', ground: 'alizarin', border: 'indigo', accent: 'indigo', second: 'madder', zari: 'gold', motif: 1 },
    },
  ]),
];
