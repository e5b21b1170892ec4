/** The columns of the products' file, in order. Images are not in it. */
export const columns = [
  'id',
  'name',
  'description',
  'price',
  'salePrice',
  'saleFrom',
  'saleUntil',
  'category',
  'sareeType',
  'stock',
  'sizes',
  'sizeStock',
  'tags',
  'fabric',
  'weave',
  'colour',
  'occasion',
  'origin',
  'care',
  'hsn',
] as const;
export type Column = (typeof columns)[number];
