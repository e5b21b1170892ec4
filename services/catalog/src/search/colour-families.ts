/**
 * The words by which weavers name colours, by the colour that a shopper would look for. Nearly every saree has a
 * colour of its own name; without families a list of colours would be as long as the shelf.
 */
const words: Readonly<Record<string, readonly string[]>> = {
  Red: ['red', 'kumkum', 'maroon', 'crimson', 'arakku', 'madder', 'alizarin', 'brick', 'wine', 'ruby', 'scarlet'],
  Pink: ['pink', 'rani', 'rose', 'blush', 'magenta', 'fuchsia'],
  Orange: ['orange', 'saffron', 'rust', 'coral', 'peach', 'terracotta'],
  Yellow: ['yellow', 'mustard', 'turmeric', 'haldi', 'lemon', 'mango', 'honey'],
  Green: ['green', 'olive', 'mint', 'leaf', 'pista', 'mehendi', 'emerald'],
  Blue: ['blue', 'navy', 'indigo', 'teal', 'peacock', 'midnight', 'turquoise'],
  Purple: ['purple', 'violet', 'brinjal', 'lilac', 'lavender', 'grape', 'mauve'],
  White: ['white', 'ivory', 'cream'],
  Beige: ['beige', 'brown', 'camel', 'champagne', 'tan', 'khaki'],
  Grey: ['grey', 'gray', 'ash', 'steel'],
  Black: ['black', 'ink'],
  Gold: ['gold'],
  Silver: ['silver'],
};

const families = Object.keys(words).map((name) => ({
  name,
  pattern: new RegExp(String.raw`\b(?:${words[name]?.join('|')})\b`, 'i'),
}));

/** Whether a name is that of a family, in any case. */
export const isFamily = (name: string): boolean =>
  families.some((family) => family.name.toLowerCase() === name.toLowerCase());

/** The families that a colour's text names ('Navy and brick': Red and Blue); itself where it names none. */
export function familiesOf(colour: string): string[] {
  const named = families.filter(({ pattern }) => pattern.test(colour)).map(({ name }) => name);
  return named.length > 0 ? named : [colour];
}
