import { group } from './product.js';

/** Kalamkari, ikat and tussar on the handloom. */
export const richHandlooms = [
  ...group({ category: 'saree', sareeType: 'handloom', silhouette: 'saree', sizes: ['Free Size'], fabric: 'Handwoven cotton', weave: 'Kalamkari Prints' }, [
    {
      name: 'Srikalahasti Tree of Life Saree', price: 9600, stock: 7, colour: 'Cream, madder and indigo', occasion: 'Festival', tags: ['pen kalamkari', 'natural dye', 'tree of life'],
      description: 'Drawn with a bamboo pen, not printed. The tree of life grows up the pallu under four arches while vines wander over the body, iron-black lines filled with madder, indigo and pomegranate yellow. Buffalo milk fixes the black; yes, really, and no, it does not smell.',
      cloth: { family: 'kalamkari', ground: 'cotton', border: 'madder', accent: 'indigo', second: 'haldi', zari: 'gold', motif: 0 },
    },
    {
      name: 'Pedana Block Kalamkari in Cream', price: 2850, stock: 38, colour: 'Cream and alizarin', occasion: 'Daily wear', tags: ['block kalamkari', 'summer'],
      description: 'The block-printed cousin from Pedana, made for everyday. Soft mill-free cotton, vegetable dyes, a deep red border that gets better with age. Wash it separately the first two times.',
      cloth: { family: 'kalamkari', ground: 'cream', border: 'alizarin', accent: 'steel', second: 'mustard', zari: 'gold', motif: 1 },
    },
    {
      name: 'Indigo Vine Kalamkari', price: 5400, stock: 15, colour: 'Indigo', occasion: 'Office and evening', tags: ['indigo', 'natural dye'],
      description: 'A dark kalamkari, which is rarer than it sounds since the indigo vat comes last and can spoil weeks of work. Flowers in madder and gold on midnight blue. Pair it with oxidised silver and you are done.',
      cloth: { family: 'kalamkari', ground: 'indigo', border: 'alizarin', accent: 'madder', second: 'haldi', zari: 'gold', motif: 0 },
    },
    {
      name: 'Olive Garden Kalamkari Cotton', price: 3650, stock: 20, colour: 'Beige and olive', occasion: 'Day function', tags: ['earthy', 'block kalamkari'],
      description: 'Earth colours for people who never wear bright ones: beige ground, olive leaves, rust flowers. The peacocks hide well; our customers’ children usually find all of them before the bill is made.',
      cloth: { family: 'kalamkari', ground: 'beige', border: 'olive', accent: 'rust', second: 'mustard', zari: 'gold', motif: 1 },
    },
    {
      name: 'Madder Rose Kalamkari', price: 4150, stock: 16, colour: 'Madder red', occasion: 'Festival', tags: ['natural dye', 'red'],
      description: 'Red from the root of the chay plant, the dye that once made Masulipatnam famous from Persia to Amsterdam. Cream flowers, indigo border. The shade varies from batch to batch and we think that is half of its charm.',
      cloth: { family: 'kalamkari', ground: 'madder', border: 'indigo', accent: 'cream', second: 'haldi', zari: 'gold', motif: 0 },
    },
    {
      name: 'Peacock Panel Kalamkari Silk Cotton', price: 7250, stock: 10, colour: 'Ivory and teal', occasion: 'Wedding guest', tags: ['pen kalamkari', 'peacock'], fabric: 'Silk cotton',
      description: 'Silk cotton takes the pen differently, with a softer line and a little glow. Teal border, ivory body, peacocks under each arch of the pallu. A kalamkari dressy enough for a wedding.',
      cloth: { family: 'kalamkari', ground: 'ivory', border: 'peacock', accent: 'brick', second: 'mango', zari: 'gold', motif: 1 },
    },
  ]),
  ...group({ category: 'saree', sareeType: 'handloom', silhouette: 'saree', sizes: ['Free Size'], fabric: 'Ikat cotton', weave: 'Ikat Elegance' }, [
    {
      name: 'Indigo Feather Pochampally Cotton', price: 3200, stock: 29, colour: 'Indigo and rust', occasion: 'Office and evening', tags: ['pochampally', 'office wear'],
      description: 'Big indigo diamonds whose edges look brushed with a feather. Mercerised cotton, so there is a bit of sheen, and a maroon border to anchor it. Our most reordered office saree three years running.',
      cloth: { family: 'ikat', ground: 'indigo', border: 'maroon', accent: 'rust', second: 'turmeric', zari: 'gold', motif: 0 },
    },
    {
      name: 'Mustard Puttapaka Ikat', price: 3900, stock: 18, colour: 'Mustard and ink', occasion: 'Festival', tags: ['puttapaka', 'bright'],
      description: 'Mustard with inky small diamonds, cheerful from across a road. The weaver ties each bundle with strips of old bicycle tube, then dyes, unties and ties again. Double-sided, so drape it without checking.',
      cloth: { family: 'ikat', ground: 'mustard', border: 'ink', accent: 'kumkum', second: 'bottle', zari: 'gold', motif: 1 },
    },
    {
      name: 'Sambalpuri Red Ikat Cotton', price: 4450, stock: 13, colour: 'Kumkum and black', occasion: 'Puja', tags: ['sambalpuri', 'odisha'],
      description: 'From Bargarh in Odisha, where ikat is called bandha. Red for puja, black border, a fine cotton that drapes close. Expect a faint run of red in the first wash and none after.',
      cloth: { family: 'ikat', ground: 'kumkum', border: 'ink', accent: 'mustard', second: 'leaf', zari: 'gold', motif: 1 },
    },
    {
      name: 'Sea Green Ikat with Coral Border', price: 3550, stock: 2, colour: 'Sea green and coral', occasion: 'Day function', tags: ['pochampally', 'summer'],
      description: 'Sea green and coral, like something from a beach, but woven a long way from one. Cool, quick to dry, and friendly to the washing machine in a bag. Last few from this dye lot.',
      cloth: { family: 'ikat', ground: 'sea', border: 'brick', accent: 'coral', second: 'lemon', zari: 'gold', motif: 0 },
    },
    {
      name: 'Grape and Ivory Ikat Saree', price: 4100, stock: 16, colour: 'Grape and ivory', occasion: 'Office and evening', tags: ['pochampally', 'two-tone'],
      description: 'Only two colours, and all the interest is in the drawing. Grape ground with ivory lozenges inside lozenges; the border is plain but for a single row of diamonds. Wears well with a white shirt in place of a blouse, if you dare.',
      cloth: { family: 'ikat', ground: 'grape', border: 'brinjal', accent: 'mauve', second: 'ivory', zari: 'gold', motif: 0 },
    },
  ]),
  ...group({ category: 'saree', sareeType: 'handloom', silhouette: 'saree', sizes: ['Free Size'], fabric: 'Tussar silk', weave: 'Tussar Classics' }, [
    {
      name: 'Raw Honey Tussar with Red Edge', price: 8400, stock: 11, colour: 'Natural gold and kumkum', occasion: 'Festival', tags: ['gicha', 'natural', 'durga puja'],
      description: 'Undyed wild silk in the gold that the cocoon gave it, slubs and all, with a kumkum border for ashtami. Cool in the day, warm at night, never quite the same twice. Gicha stripes on the pallu are spun by hand on the thigh, without a spindle.',
      cloth: { family: 'tussar', ground: 'tussar', border: 'kumkum', accent: 'ivory', pallu: 'kumkum', zari: 'gold', motif: 0 },
    },
    {
      name: 'Forest Border Bhagalpur Tussar', price: 7600, stock: 14, colour: 'Honey and bottle green', occasion: 'Office and evening', tags: ['bhagalpuri', 'block sprig'],
      description: 'Bhagalpur tussar with small hand-blocked sprigs and a bottle green border. The texture hides creases, so it survives a day of meetings and an evening of traffic. Dry clean or a gentle hand wash in reetha.',
      cloth: { family: 'tussar', ground: 'honey', border: 'bottle', accent: 'ivory', pallu: 'bottle', zari: 'gold', motif: 1 },
    },
    {
      name: 'Ash Grey Tussar with Flowers', price: 9200, stock: 6, colour: 'Ash grey and wine', occasion: 'Reception', tags: ['hand painted', 'understated'],
      description: 'Grey is not a usual tussar colour. It takes an iron bath and a steady nerve, and the result looks like smoke. Wine border, flowers the size of a rupee.',
      cloth: { family: 'tussar', ground: 'ash', border: 'wine', accent: 'white', pallu: 'wine', zari: 'silver', motif: 2 },
    },
    {
      name: 'Camel Tussar with Indigo Pallu', price: 6850, stock: 19, colour: 'Camel and indigo', occasion: 'Day function', tags: ['gicha', 'earthy'],
      description: 'Desert and sky. The camel body is left plain on purpose, because the indigo pallu with its uneven gicha stripes is enough for one saree. Woven in Champa, Chhattisgarh.',
      cloth: { family: 'tussar', ground: 'camel', border: 'indigo', accent: 'beige', pallu: 'indigo', zari: 'gold', motif: 0 },
    },
    {
      name: 'Peach Desi Tussar', price: 7900, stock: 0, colour: 'Peach and olive', occasion: 'Wedding guest', tags: ['pastel', 'block sprig'],
      description: 'A soft peach over natural tussar, so the gold still breathes underneath. Olive temple border in plain weave, no zari at all. We are waiting for the new cocoons; write to us and we will keep one for you.',
      cloth: { family: 'tussar', ground: 'onion', border: 'olive', accent: 'cream', pallu: 'olive', zari: 'gold', motif: 1 },
    },
  ]),
];
