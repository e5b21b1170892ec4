import { z } from 'zod';
import { gstStates } from '../gst-states.js';
import { isGstin } from '../india.js';
import { email, phone, rupees } from '../primitives.js';
import { category } from './product.js';

/** One line of text; empty until the owner enters it. */
const text = (max: number) =>
  z
    .string()
    .trim()
    .max(max)
    .regex(/^\P{Cc}*$/u, 'Enter one line of text.')
    .default('');
const optional = <T extends z.ZodType<string>>(schema: T) => z.union([z.literal(''), schema]).default('');

const documentPrefix = (value: string) =>
  z
    .string()
    .trim()
    .toUpperCase()
    // With year and sequence a number has at most the 16 characters that Rule 46 allows.
    .regex(/^[A-Z0-9][A-Z0-9-]{0,3}$/, 'Enter one to four letters or digits, such as RV.')
    .default(value);

const percent = z.number().min(0, 'Enter 0 to 100 percent.').max(100, 'Enter 0 to 100 percent.').multipleOf(0.01);

const fields = z.object({
  legalName: text(160),
  tradeName: text(80),
  addressLine: text(300),
  city: text(80),
  pincode: optional(z.string().regex(/^[1-9]\d{5}$/, 'Enter a 6-digit PIN code, such as 500092.')),
  /** GST state code. */
  stateCode: z
    .string()
    .refine((code) => Object.hasOwn(gstStates, code), 'Select a state.')
    .default('36'),
  gstin: optional(
    z.string().trim().toUpperCase().refine(isGstin, 'This GSTIN is not valid. Please check it for a typing error.'),
  ),
  pan: optional(
    z
      .string()
      .trim()
      .toUpperCase()
      .regex(/^[A-Z]{5}\d{4}[A-Z]$/, 'Enter a PAN of 10 characters, such as AAPFU0939F.'),
  ),
  grievanceName: text(120),
  grievanceDesignation: text(80),
  grievancePhone: optional(phone),
  grievanceEmail: optional(email),
  carePhone: optional(phone),
  careEmail: optional(email),
  /** Defaults of products that do not name their own. */
  countryOfOrigin: text(60).pipe(z.string().min(1)).default('India'),
  /** Name and address of the manufacturer, packer or importer. */
  maker: text(200),
  returnDays: z.int().min(0).max(90).default(7),
  /** Of categories with days of their own. */
  categoryReturnDays: z.partialRecord(category, z.int().min(0).max(90)).optional(),
  /** Products that are taken back only with a fault. Personalised ones always are. */
  finalCategories: z.array(category).max(20).default(['customised combo']),
  /** Sale items are exchanged or credited, not refunded. */
  isSaleCreditOnly: z.boolean().default(true),
  /** Fewest digits of HSN codes: 4 up to a turnover of 5 crore rupees, 6 above. */
  hsnDigits: z.union([z.literal(4), z.literal(6)]).default(4),
  invoicePrefix: documentPrefix('RV'),
  creditNotePrefix: documentPrefix('CN'),
  /** Whether totals are rounded to whole rupees. */
  roundTotal: z.boolean().default(false),
  /**
   * GST of the tax classes, percent; garments worth more than the limit, rupees without tax, have the higher rate. The
   * rates of `defaultTaxes` when missing.
   */
  fabricTax: percent.optional(),
  garmentTax: percent.optional(),
  garmentLimit: rupees.optional(),
  garmentTaxAbove: percent.optional(),
  jewelleryTax: percent.optional(),
});

/** What invoices, law pages and product pages show about the shop. An accountant has to confirm the tax values. */
export const shopSettings = fields
  .refine(({ gstin, stateCode }) => !gstin || gstin.startsWith(stateCode), {
    path: ['gstin'],
    message: 'A GSTIN begins with the code of its state. Please check both.',
  })
  .refine(({ gstin, pan }) => !gstin || !pan || gstin.slice(2, 12) === pan, {
    path: ['pan'],
    message: 'This PAN is not the one in the GSTIN. Please check both.',
  })
  .refine(({ invoicePrefix, creditNotePrefix }) => invoicePrefix !== creditNotePrefix, {
    path: ['creditNotePrefix'],
    message: 'Credit notes need a prefix of their own.',
  })
  .meta({ id: 'ShopSettings' });
export type ShopSettings = z.infer<typeof shopSettings>;

/** What a shop must have entered before it sells; the field that completes each item. */
export const checklistItems = [
  'legalName',
  'addressLine',
  'gstin',
  'pan',
  'grievanceName',
  'grievancePhone',
  'grievanceEmail',
  'carePhone',
  'maker',
] as const;

export const shopChecklist = z.array(z.object({ item: z.enum(checklistItems), isDone: z.boolean() }));
export type ShopChecklist = z.infer<typeof shopChecklist>;

/** What everybody may see; empty texts until the owner enters them. */
export const shopDetails = fields
  .pick({
    legalName: true,
    tradeName: true,
    addressLine: true,
    city: true,
    pincode: true,
    stateCode: true,
    gstin: true,
    grievanceName: true,
    grievanceDesignation: true,
    grievancePhone: true,
    grievanceEmail: true,
    carePhone: true,
    careEmail: true,
    countryOfOrigin: true,
    maker: true,
    returnDays: true,
    categoryReturnDays: true,
    finalCategories: true,
    isSaleCreditOnly: true,
    hsnDigits: true,
    garmentTax: true,
    garmentLimit: true,
    garmentTaxAbove: true,
  })
  .meta({ id: 'ShopDetails' });
export type ShopDetails = z.infer<typeof shopDetails>;
