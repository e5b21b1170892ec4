import { taxClasses, taxOfCategories } from '@rangavalli/contracts/product-tax';
import { paise } from '@rangavalli/contracts/primitives';
import { z } from 'zod';

/** Hundredths of a percent. */
const basisPoints = z.int().min(0).max(10_000);

/** The rate of all goods of a class, or of the units up to a value and of those above it. */
const taxRate = z.strictObject({
  basisPoints,
  above: z.strictObject({ limitPaise: paise, basisPoints }).optional(),
});
export type TaxRate = z.infer<typeof taxRate>;

const hsn = z.string().regex(/^(?:\d{2}){1,4}$/, 'must be an HSN code of two to eight digits');
const taxOfProduct = z.strictObject({ hsn, taxClass: z.enum(taxClasses) });

/** Taxes are included in prices. The defaults are valid since 22 September 2025; an accountant has to confirm them. */
export const taxSettings = z.strictObject({
  /** GST state code of the shop. */
  shopStateCode: z
    .string()
    .regex(/^\d{2}$/, 'must be a GST state code of two digits')
    .default('36'),
  taxRates: z
    .strictObject({
      fabric: taxRate.default({ basisPoints: 500 }),
      garment: taxRate.default({ basisPoints: 500, above: { limitPaise: 250_000, basisPoints: 1_800 } }),
      imitationJewellery: taxRate.default({ basisPoints: 300 }),
    })
    .prefault({}),
  taxOfCategories: z
    .strictObject({
      saree: taxOfProduct.default(taxOfCategories.saree),
      kidswear: taxOfProduct.default(taxOfCategories.kidswear),
      accessories: taxOfProduct.default(taxOfCategories.accessories),
      'family combo': taxOfProduct.default(taxOfCategories['family combo']),
      'customised combo': taxOfProduct.default(taxOfCategories['customised combo']),
      pant: taxOfProduct.default(taxOfCategories.pant),
    })
    .prefault({}),
  /** HSN codes of fabrics by a word in the product's fabric; the first word that occurs decides. */
  hsnOfFabrics: z
    .record(z.string().toLowerCase(), hsn)
    .default({ silk: '5007', cotton: '5208', linen: '5309', georgette: '5407', chiffon: '5407', polyester: '5407' }),
});

/** Rules of the quote. The defaults are the specification's: price times quantity, without other charges. */
export const pricingSettings = taxSettings.extend({
  shipping: z
    .strictObject({
      chargePaise: paise.default(0),
      /** No charge when the goods cost so much after offers. */
      freeFromPaise: paise.optional(),
    })
    .prefault({}),
  codFeePaise: paise.default(0),
  /** Whether the total is rounded to whole rupees. */
  totalUnit: z.enum(['paisa', 'rupee']).default('paisa'),
});
export type PricingSettings = z.infer<typeof pricingSettings>;
