/** What a picture of a product is called. */
export const pictureText = (name: string, index: number, count: number): string =>
  count > 1 ? `${name}, picture ${index + 1} of ${count}` : name;
