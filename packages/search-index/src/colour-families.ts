/** Weavers' colour words by family: nearly every saree has its own colour name, too many for a filter. */
const wordsByFamily: Readonly<Record<string, readonly string[]>> = {
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

const families = Object.entries(wordsByFamily).map(([name, words]) => ({
  name,
  pattern: new RegExp(String.raw`\b(?:${words.join('|')})\b`, 'i'),
}));

export const isColourFamily = (name: string): boolean =>
  families.some((family) => family.name.toLowerCase() === name.toLowerCase());

export function colourFamiliesOf(colour: string): string[] {
  const named = families.filter(({ pattern }) => pattern.test(colour)).map(({ name }) => name);
  return named.length > 0 ? named : [colour];
}
