import { z } from 'zod';
import { personalisationFields } from './personalisation.js';
import { rating } from './review.js';
import { instant, objectId, rupees } from '../primitives.js';
import { taxClasses } from '../product-tax.js';

/** Specification §3 names the first five. */
export const categories = ['saree', 'kidswear', 'accessories', 'family combo', 'customised combo', 'pant'] as const;
export const sareeTypes = ['pattu', 'handloom', 'customised'] as const;
export const category = z.enum(categories);
export const sareeType = z.enum(sareeTypes);
export type Category = z.infer<typeof category>;
export type SareeType = z.infer<typeof sareeType>;

export const image = z
  .object({ public_id: z.string().min(1).max(255), url: z.string().min(1).max(1000) })
  .meta({ id: 'Image' });
export type Image = z.infer<typeof image>;

/** Of the drape, without sound. Both at the image host. */
export const video = z
  .object({
    url: z
      .string()
      .trim()
      .max(1000)
      .regex(/^https?:\/\/.+\.mp4$/i, 'Enter the address of an mp4 file.'),
    poster: z
      .string()
      .trim()
      .max(1000)
      .regex(/^https?:\/\/.+\.(?:avif|jpe?g|png|webp)$/i, 'Enter the address of a picture.'),
  })
  .meta({ id: 'Video' });
export type Video = z.infer<typeof video>;

const text = (max: number) => z.string().trim().max(max);
const labels = z
  .array(text(40).min(1))
  .max(30)
  .transform((list) => [...new Set(list)]);

export const sizeStock = z
  .object({ size: text(40).min(1), stock: z.int().min(0).max(1_000_000) })
  .meta({ id: 'SizeStock' });
export type SizeStock = z.infer<typeof sizeStock>;

/** A lower price for a time. */
const sale = z.object({
  /** Rupees. */
  price: rupees.refine((value) => value > 0, 'Enter more than 0.'),
  from: instant.optional(),
  until: instant.optional(),
});
const saleInput = sale.refine(({ from, until }) => !from || !until || Date.parse(from) < Date.parse(until), {
  path: ['until'],
  message: 'Choose an end that is after the start.',
});

const stockOfSizes = z
  .array(sizeStock)
  .max(30)
  .refine((list) => new Set(list.map(({ size }) => size)).size === list.length, 'Name each size once.');

const hsn = z.string().regex(/^(?:\d{4}|\d{6}|\d{8})$/, 'Enter an HSN code of 4, 6 or 8 digits.');
export const taxClass = z.enum(taxClasses);
/** Empty or null removes the product's own value. */
const cleared = z.union([z.literal(''), z.null()]).transform(() => undefined);

/** What invoices and the law need of a product; defaults by category and of the shop apply to missing values. */
const legalFields = {
  hsn: z.union([hsn, cleared]).optional(),
  taxClass: z.union([taxClass, cleared]).optional(),
  countryOfOrigin: text(60).optional(),
  /** For instance '1 saree with blouse piece'. */
  netQuantity: text(60).optional(),
  /** Name and address of the manufacturer, packer or importer. */
  maker: text(200).optional(),
};

const productFields = z.object({
  name: text(160).min(1),
  description: text(5000),
  price: rupees.refine((value) => value > 0, 'Enter more than 0.'),
  /** Less than `price`; `null` ends it. */
  sale: saleInput.nullable().optional(),
  category,
  sareeType: z
    .union([sareeType, z.literal('').transform(() => undefined), z.null().transform(() => undefined)])
    .optional(),
  stock: z.int().min(0).max(1_000_000),
  sizes: labels,
  /** `sizes` and `stock` (the sum) derive from it. Empty: all sizes share one stock. */
  sizeStock: stockOfSizes.optional(),
  tags: labels,
  images: z.array(image).max(20),
  fabric: text(60).optional(),
  weave: text(60).optional(),
  colour: text(60).optional(),
  occasion: text(60).optional(),
  /** Where it was made, and what for: 'Woven in Bargarh, Odisha'. */
  origin: text(80).optional(),
  care: text(200).optional(),
  ...legalFields,
  /** `null` removes it. */
  video: video.nullable().optional(),
  /** Working days until dispatch; `null`: as its category. */
  handlingDays: z.int().min(0).max(60).nullable().optional(),
  /** Of a unit with packaging; `null`: as its category. */
  weightGrams: z.int().min(1).max(50_000).nullable().optional(),
  /** What customers enter; empty for none. */
  personalisationFields: personalisationFields.optional(),
});

/** Specification §5 "Product form". Price in rupees. */
export const productInput = productFields
  .extend({
    stock: productFields.shape.stock.optional(),
    description: text(5000).default(''),
    sizes: labels.default([]),
    tags: labels.default([]),
    images: z.array(image).max(20).default([]),
  })
  .refine(({ stock, sizeStock: bySize }) => stock !== undefined || Boolean(bySize?.length), {
    path: ['stock'],
    message: 'This field is required.',
  })
  .meta({ id: 'ProductInput' });
export type ProductInput = z.infer<typeof productInput>;

export const productPatch = productFields
  .extend({
    /**
     * The stock that the editor saw. Numbers that the edit repeats keep their present values; one that it changes must
     * not have changed since (STOCK_CHANGED).
     */
    stockWas: z.object({ stock: z.int().min(0), sizeStock: stockOfSizes.optional() }),
  })
  .partial()
  .meta({ id: 'ProductPatch' });
export type ProductPatch = z.infer<typeof productPatch>;

/** `price` in rupees; a unit costs `sale.price` while the sale runs (`sale.ts`). `stock` excludes held units. */
export const product = z
  .object({
    _id: objectId,
    name: z.string(),
    description: z.string(),
    price: rupees,
    sale: sale.optional(),
    category,
    sareeType: sareeType.optional(),
    stock: z.int().min(0),
    sizes: z.array(z.string()),
    /** Only with stock by size, in the order of `sizes`. */
    sizeStock: z.array(sizeStock).optional(),
    tags: z.array(z.string()),
    images: z.array(image),
    fabric: z.string().optional(),
    weave: z.string().optional(),
    colour: z.string().optional(),
    occasion: z.string().optional(),
    origin: z.string().optional(),
    care: z.string().optional(),
    hsn: z.string().optional(),
    taxClass: taxClass.optional(),
    countryOfOrigin: z.string().optional(),
    netQuantity: z.string().optional(),
    maker: z.string().optional(),
    video: video.optional(),
    /** Working days until dispatch, and the weight of a unit; missing where the category's count. */
    handlingDays: z.int().min(0).optional(),
    weightGrams: z.int().min(1).optional(),
    /** Only for products that are made for the customer. */
    personalisationFields: personalisationFields.optional(),
    /** Of the published reviews. */
    rating: rating.optional(),
    createdAt: instant,
    updatedAt: instant,
  })
  .meta({ id: 'Product' });
export type Product = z.infer<typeof product>;
