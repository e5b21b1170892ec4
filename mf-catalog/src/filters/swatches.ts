/** How the catalog's families of colours look; a colour of its own name gets the ground of an unwoven cloth. */
const swatches: Readonly<Record<string, string>> = {
  Red: '#9c1f2f',
  Pink: '#d1437f',
  Orange: '#d4692a',
  Yellow: '#dda92b',
  Green: '#33704a',
  Blue: '#23457d',
  Purple: '#65356f',
  White: '#fffdf6',
  Beige: '#cdb38c',
  Grey: '#868487',
  Black: '#1d1a1c',
  Gold: '#b98a2f',
  Silver: '#c3c7cb',
};

export const swatchOf = (colour: string): string => swatches[colour] ?? 'var(--cotton-deep)';
