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

/** Percent, valid since 22 September 2025; the limit of a garment in rupees without tax. Settings may differ. */
export const defaultTaxes = {
  fabricTax: 5,
  garmentTax: 5,
  garmentLimit: 2_500,
  garmentTaxAbove: 18,
  jewelleryTax: 3,
};
export type Taxes = typeof defaultTaxes;

/** Returns the greatest price with tax of a garment at the lower rate, rupees. */
export const garmentPriceLimit = ({ garmentTax, garmentLimit }: Pick<Taxes, 'garmentTax' | 'garmentLimit'>): number =>
  Math.floor(garmentLimit * (100 + garmentTax)) / 100;

/**
 * Whether a price with tax is worth the limit at most without the higher rate, and more without the lower one: the shop
 * charges the higher rate, and a little less would have the lower one.
 * @param price rupees
 */
export const isBetweenGarmentRates = (price: number, taxes: Omit<Taxes, 'fabricTax' | 'jewelleryTax'>): boolean =>
  price > garmentPriceLimit(taxes) && price <= garmentPriceLimit({ ...taxes, garmentTax: taxes.garmentTaxAbove });
