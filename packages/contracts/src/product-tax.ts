// No zod: runs in browsers.

export const taxClasses = ['fabric', 'garment', 'imitationJewellery'] as const;
export type TaxClass = (typeof taxClasses)[number];

/** HSN code and tax class of products that do not have their own. An accountant has to confirm them. */
export const taxOfCategories = {
  saree: { hsn: '5007', taxClass: 'fabric' },
  kidswear: { hsn: '6204', taxClass: 'garment' },
  accessories: { hsn: '7117', taxClass: 'imitationJewellery' },
  'family combo': { hsn: '6211', taxClass: 'garment' },
  'customised combo': { hsn: '6211', taxClass: 'garment' },
  pant: { hsn: '6204', taxClass: 'garment' },
} as const satisfies Record<string, { hsn: string; taxClass: TaxClass }>;

/**
 * Whether a price with tax is worth 2,500 rupees at most without the higher rate, and more without the lower one: the
 * shop charges the higher rate, and a little less would have the lower one.
 * @param price rupees
 */
export const isBetweenGarmentRates = (price: number): boolean => price > 2_625 && price <= 2_950;
