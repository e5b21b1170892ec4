import { group } from './product.js';

/** Handlooms for warm days: Chanderi, organza, Mangalagiri. */
export const lightHandlooms = [
  ...group({ category: 'saree', sareeType: 'handloom', silhouette: 'saree', sizes: ['Free Size'], fabric: 'Silk cotton', weave: 'Chanderi Cotton' }, [
    {
      name: 'Pista Asharfi Chanderi', price: 4850, stock: 24, colour: 'Pista green', occasion: 'Day function', tags: ['asharfi butti', 'summer'],
      description: 'Little gold coins, asharfi, on a green you could eat. Chanderi breathes like cotton and shines like silk because it is half of each. Weighs next to nothing; a good first saree for someone who thinks sarees are heavy.',
      cloth: { family: 'chanderi', ground: 'pista', border: 'mehendi', accent: 'rose', zari: 'gold', motif: 0 },
    },
    {
      name: 'Powder Blue Chanderi with Silver Butti', price: 5200, stock: 19, colour: 'Powder blue', occasion: 'Office and evening', tags: ['silver zari', 'pastel', 'office wear'],
      description: 'Pale as early sky, with tiny rose flowers and a royal blue edge. The silver zari is kept fine so that it never scratches the neck. Starch lightly if you like it to stand, skip it if you like it to float.',
      cloth: { family: 'chanderi', ground: 'powder', border: 'royal', accent: 'rose', zari: 'silver', motif: 2 },
    },
    {
      name: 'Gulabi Sprig Chanderi', price: 4400, stock: 31, colour: 'Blush pink', occasion: 'Day function', tags: ['sprig', 'gift'],
      description: 'A blush pink with gold sprigs, the sort of thing one wears to a naming ceremony and gets asked about. Comes with a contrast wine blouse piece. Hand wash in cold water with a mild shampoo; no wringing.',
      cloth: { family: 'chanderi', ground: 'gulabi', border: 'wine', accent: 'rani', zari: 'gold', motif: 1 },
    },
    {
      name: 'Lemon Tissue Chanderi', price: 6300, stock: 8, colour: 'Lemon yellow', occasion: 'Haldi and mehendi', tags: ['tissue', 'haldi'],
      description: 'There is a gold thread beside every few threads of cotton, so the whole lemon yellow shimmers when you move. A haldi saree that does not mind being sat on the floor in. Border in leaf green.',
      cloth: { family: 'chanderi', ground: 'lemon', border: 'leaf', accent: 'orange', zari: 'gold', motif: 0 },
    },
    {
      name: 'White and Maroon Chanderi', price: 5600, stock: 0, colour: 'White and maroon', occasion: 'Puja', tags: ['temple wear', 'white'],
      description: 'White, maroon, a thin line of gold: the plainest piece on this shelf and the one that we reorder most. Wear it to the temple, to a concert, to Onam lunch. Slightly see-through, as fine Chanderi is, so choose a good petticoat.',
      cloth: { family: 'chanderi', ground: 'white', border: 'maroon', accent: 'kumkum', zari: 'gold', motif: 0 },
    },
    {
      name: 'Mauve Eknaliya Chanderi', price: 5900, stock: 14, colour: 'Mauve', occasion: 'Office and evening', tags: ['eknaliya', 'understated'],
      description: 'Woven with a single shuttle by Munni Bai in Chanderi town, who sends us four a month and will not be hurried. Mauve ground, purple border, flowers the size of a fingernail. Soft from the start.',
      cloth: { family: 'chanderi', ground: 'mauve', border: 'brinjal', accent: 'gulabi', zari: 'gold', motif: 2 },
    },
  ]),
  ...group({ category: 'saree', sareeType: 'handloom', silhouette: 'saree', sizes: ['Free Size'], fabric: 'Silk organza', weave: 'Organza Drapes' }, [
    {
      name: 'Gulmohar Embroidered Organza', price: 7400, stock: 12, colour: 'Blush and rose', occasion: 'Engagement', tags: ['embroidered', 'scalloped border'],
      description: 'You can read a letter through it. Crisp blush organza with hand-embroidered blossoms that gather towards the pallu, and a scalloped rose edge. Wear a full slip underneath and let the light do the work.',
      cloth: { family: 'organza', ground: 'gulabi', border: 'rose', accent: 'rose', second: 'olive', zari: 'gold', motif: 0 },
    },
    {
      name: 'Lilac Mist Organza', price: 6900, stock: 22, colour: 'Lilac', occasion: 'Cocktail', tags: ['sheer', 'pastel'],
      description: 'Lilac like the last ten minutes of an evening. Small violet flowers, silver edging, a fabric that holds its pleats as if ironed in. Roll it, do not fold it, when you pack for a wedding out of town.',
      cloth: { family: 'organza', ground: 'lavender', border: 'mauve', accent: 'violet', second: 'leaf', zari: 'silver', motif: 1 },
    },
    {
      name: 'Mint Leaf Handloom Organza', price: 8200, stock: 9, colour: 'Mint', occasion: 'Day function', tags: ['sheer', 'garden wedding'],
      description: 'Mint green and coral for a garden wedding in February. Handwoven silk organza from Kota, so there is a slight irregularity in the sheen that machine cloth never has. Unstitched coral blouse piece included.',
      cloth: { family: 'organza', ground: 'mint', border: 'sea', accent: 'coral', second: 'leaf', zari: 'gold', motif: 2 },
    },
    {
      name: 'Champagne Tissue Organza', price: 9800, stock: 5, colour: 'Champagne', occasion: 'Reception', tags: ['tissue', 'metallic'],
      description: 'Between gold and beige, with ivory flowers that show up only from near. We suggest a raw silk blouse in any jewel colour. Steam, never iron; the thread is real metal and remembers the heat.',
      cloth: { family: 'organza', ground: 'cream', border: 'honey', accent: 'coral', second: 'olive', zari: 'gold', motif: 0 },
    },
  ]),
  ...group({ category: 'saree', sareeType: 'handloom', silhouette: 'saree', sizes: ['Free Size'], fabric: 'Combed cotton' }, [
    {
      name: 'Guntur Teal Mangalagiri Cotton', price: 2350, stock: 45, colour: 'Teal and mustard', occasion: 'Daily wear', tags: ['mangalagiri', 'nizam border', 'summer'],
      description: 'Teal cotton with the nizam zari border and a mustard-striped pallu. It comes off the loom stiff and turns to butter by the fifth wash. Teachers buy two at a time.',
      cloth: { family: 'mangalagiri', ground: 'teal', border: 'teal', accent: 'mustard', pallu: 'mustard', zari: 'gold', motif: 0 },
    },
    {
      name: 'Brick Checks Mangalagiri', price: 1950, stock: 52, colour: 'Brick and cream', occasion: 'Daily wear', tags: ['mangalagiri', 'checks'],
      description: 'Fine cream checks over brick red. No fuss and no lining needed; the count is 80s, close enough to be opaque and open enough to be cool in May. Colour-fast after the first salt-water soak.',
      cloth: { family: 'mangalagiri', ground: 'brick', border: 'brick', accent: 'cream', pallu: 'indigo', zari: 'gold', motif: 1 },
    },
    {
      name: 'Pit Loom Grey Cotton Saree', price: 2650, stock: 27, colour: 'Steel grey and rani', occasion: 'Office and evening', tags: ['mangalagiri', 'office wear'],
      description: 'Steel grey for people who like grey, with a rani pallu for people who worry about them. Pit-loom woven, so the selvedge is perfectly straight. Runs to 5.5 metres plus blouse.',
      cloth: { family: 'mangalagiri', ground: 'steel', border: 'steel', accent: 'ash', pallu: 'rani', zari: 'silver', motif: 2 },
    },
    {
      name: 'Indigo Block Ajrakh Cotton', price: 3450, stock: 33, colour: 'Indigo and madder', occasion: 'Daily wear', tags: ['ajrakh', 'block print', 'natural dye'],
      description: 'Sixteen steps of washing, resist and dye to print one Ajrakh, and Sufiyan bhai of Ajrakhpur still does each. Indigo stars, madder hearts, on handwoven cotton. It will smell a little of the dye vat at first; that goes with the sun.',
      cloth: { family: 'ajrakh', ground: 'indigo', border: 'alizarin', accent: 'alizarin', second: 'haldi', pallu: 'alizarin', zari: 'gold', motif: 0 },
    },
  ]),
];
