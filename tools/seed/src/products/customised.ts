import { group } from './product.js';

const blouse = ['32', '34', '36', '38', '40', '42'];

/** Sarees finished to order: blouse stitched to size, borders, names and motifs by choice. */
export const customised = group({ category: 'saree', sareeType: 'customised', silhouette: 'saree', sizes: blouse, fabric: 'Silk' }, [
  {
    name: 'Your Initials Kanchipuram', price: 39500, stock: 8, colour: 'Leaf green and kumkum', occasion: 'Wedding', weave: 'Kanchipuram Pattu', fabric: 'Mulberry silk, tested zari', tags: ['made to order', 'monogram', 'bridal'],
    description: 'We weave the couple’s initials and the wedding date into the pallu, in Telugu, Tamil or English letters. Allow seven weeks from the day you confirm the spelling. The blouse is stitched to the size you choose, with a deep back or a plain one.',
    cloth: { family: 'kanchipuram', ground: 'leaf', border: 'kumkum', accent: 'mango', zari: 'gold', motif: 2 },
  },
  {
    name: 'Pick Your Border Kanchi Silk', price: 26500, stock: 12, colour: 'Teal and rust', occasion: 'Wedding', weave: 'Kanchipuram Pattu', fabric: 'Mulberry silk, tested zari', tags: ['made to order', 'choose border'],
    description: 'Shown here in teal with rust. Tell us the border you would rather have (we keep a card of forty shades at the counter and can send a photo) and the loom is set up for you. Four weeks, stitched blouse and fall included.',
    cloth: { family: 'kanchipuram', ground: 'teal', border: 'rust', accent: 'mango', zari: 'gold', motif: 0 },
  },
  {
    name: 'Hand Embroidered Organza with Blouse', price: 12800, stock: 9, colour: 'Ivory and rose', occasion: 'Engagement', weave: 'Organza Drapes', fabric: 'Silk organza', tags: ['hand embroidery', 'stitched blouse'],
    description: 'Flowers by the needle, as many or as few as you like: we sketch the layout on paper, you approve it, and then Shabana and her sisters begin. The raw silk blouse is cut to your size with short or elbow sleeves.',
    cloth: { family: 'organza', ground: 'cotton', border: 'gulabi', accent: 'rose', second: 'mehendi', zari: 'gold', motif: 2 },
  },
  {
    name: 'Sky Organza with Silver Scallops', price: 11200, stock: 5, colour: 'Sky blue', occasion: 'Cocktail', weave: 'Organza Drapes', fabric: 'Silk organza', tags: ['scalloped border', 'stitched blouse'],
    description: 'A clear pale blue with silver scallops along the edge, finished with a padded sleeveless blouse in royal blue. Ask for the pallu to be left short if you mean to dance. Ready in twelve days.',
    cloth: { family: 'organza', ground: 'sky', border: 'royal', accent: 'violet', second: 'sea', zari: 'silver', motif: 0 },
  },
  {
    name: 'Ready Pleated Peach Organza', price: 8900, stock: 17, colour: 'Peach', occasion: 'Day function', weave: 'Organza Drapes', fabric: 'Organza', tags: ['ready to wear', 'pre-pleated'],
    description: 'Pleats stitched, pallu pinned, a side zip and a hook: two minutes from hanger to door. For students, for new mothers, for anyone who has fought a saree in a hotel bathroom. Choose your blouse size; the waist adjusts by four inches.',
    cloth: { family: 'organza', ground: 'onion', border: 'coral', accent: 'coral', second: 'olive', zari: 'gold', motif: 1 },
  },
  {
    name: 'Hand Painted Kalamkari to Your Story', price: 18500, stock: 3, colour: 'Cream, madder and indigo', occasion: 'Housewarming', weave: 'Kalamkari Prints', fabric: 'Silk cotton', tags: ['hand painted', 'made to order'],
    description: 'Give the artist a story, a garden, a house, your grandmother’s cow, and he will draw it on the pallu with his pen. Every stage comes to you as a photograph for approval. Ten weeks, since natural dyes follow the weather and not the calendar.',
    cloth: { family: 'kalamkari', ground: 'cotton', border: 'alizarin', accent: 'indigo', second: 'turmeric', zari: 'gold', motif: 1 },
  },
  {
    name: 'Kalamkari Saree with Patch Blouse', price: 6750, stock: 21, colour: 'Teal and cream', occasion: 'Office and evening', weave: 'Kalamkari Prints', fabric: 'Handwoven cotton', tags: ['patchwork', 'stitched blouse'],
    description: 'The blouse is where the fun is: kalamkari patches cut around a bird or a flower and placed on the back by our tailor master, Yousuf. Saree in teal with cream vines. No two blouses match; send a note if you want birds.',
    cloth: { family: 'kalamkari', ground: 'peacock', border: 'brick', accent: 'cream', second: 'mustard', zari: 'gold', motif: 0 },
  },
  {
    name: 'Chanderi with Painted Buttis', price: 7800, stock: 10, colour: 'Ivory and coral', occasion: 'Day function', weave: 'Chanderi Cotton', fabric: 'Silk cotton', tags: ['hand painted', 'stitched blouse'],
    description: 'Plain ivory Chanderi, then small coral flowers painted one at a time wherever you want them. Most people ask for them thick near the pallu and sparse near the waist. Boat neck blouse with three-quarter sleeves comes stitched.',
    cloth: { family: 'chanderi', ground: 'ivory', border: 'coral', accent: 'coral', zari: 'gold', motif: 2 },
  },
  {
    name: 'Bridesmaids Chanderi, Same Weave Many Colours', price: 5400, stock: 40, colour: 'Coral, or any of 18 shades', occasion: 'Wedding guest', weave: 'Chanderi Cotton', fabric: 'Silk cotton', tags: ['bridesmaids', 'group order'],
    description: 'Dress the whole row of friends alike or in a rainbow. Same asharfi butti, same border, eighteen dye shades, and a blouse stitched to each girl’s size. Order five or more and the stitching is on us; write the colours in the order note.',
    cloth: { family: 'chanderi', ground: 'coral', border: 'maroon', accent: 'lemon', zari: 'gold', motif: 0 },
  },
  {
    name: 'Banarasi with Zardozi Blouse', price: 44500, stock: 2, colour: 'Wine', occasion: 'Reception', weave: 'Banarasi Silk', fabric: 'Katan silk', tags: ['zardozi', 'stitched blouse', 'bridal'],
    description: 'A wine-dark Banarasi of kadwa jaal, matched with a velvet blouse worked in zardozi at our Charminar workroom. You visit once for measurements and once for the fitting, or send a blouse that fits. Six weeks in the wedding season.',
    cloth: { family: 'banarasi', ground: 'wine', border: 'wine', accent: 'rose', second: 'leaf', zari: 'antique', motif: 1 },
  },
  {
    name: 'Tussar with Kantha by Hand', price: 16900, stock: 6, colour: 'Natural gold and rust', occasion: 'Festival', weave: 'Tussar Classics', fabric: 'Tussar silk', tags: ['kantha', 'hand embroidery'],
    description: 'Running stitch and patience. Women in Bolpur fill the pallu with birds and boats over three months; choose warm threads or cool ones and we pass it on. Blouse in plain rust tussar, stitched.',
    cloth: { family: 'tussar', ground: 'honey', border: 'rust', accent: 'cream', pallu: 'rust', zari: 'gold', motif: 2 },
  },
  {
    name: 'Block Print Tussar, Your Motif', price: 11500, stock: 13, colour: 'Beige and indigo', occasion: 'Office and evening', weave: 'Tussar Classics', fabric: 'Tussar silk', tags: ['block print', 'made to order'],
    description: 'Pick a block from our shelf of two hundred: lotus, fish, auto-rickshaw, Charminar. We print it in indigo on natural tussar and finish the edge in plain weave. Ready within three weeks, blouse stitched to size.',
    cloth: { family: 'tussar', ground: 'beige', border: 'indigo', accent: 'indigo', pallu: 'indigo', zari: 'gold', motif: 1 },
  },
  {
    name: 'Ikat Saree with Jacket Blouse', price: 6200, stock: 15, colour: 'Navy and mustard', occasion: 'Office and evening', weave: 'Ikat Elegance', fabric: 'Ikat cotton', tags: ['jacket blouse', 'office wear'],
    description: 'The blouse is a short collared jacket in the same ikat, with pockets. Wear them together on Monday and the jacket over trousers on Friday. Navy and mustard, mercerised cotton, machine friendly.',
    cloth: { family: 'ikat', ground: 'navy', border: 'mustard', accent: 'mustard', second: 'sky', zari: 'gold', motif: 1 },
  },
  {
    name: 'Patola Border Silk, Choose the Body', price: 15800, stock: 7, colour: 'Mustard with patola border', occasion: 'Festival', weave: 'Patola Splendor', fabric: 'Silk with double ikat border', tags: ['made to order', 'choose body'],
    description: 'True patola is beyond most budgets, so we join a real Patan border and pallu to a silk body in the colour that you name. Shown with mustard and maroon squares. Stitched blouse with an ikat sleeve edge.',
    cloth: { family: 'patola', ground: 'maroon', border: 'brinjal', accent: 'mustard', second: 'leaf', zari: 'gold', motif: 0 },
  },
]);
