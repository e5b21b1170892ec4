import { z } from 'zod';
import { instant, objectId, orderNumber, pageQuery, paise, quantity } from '../primitives.js';

/** `name` as registered; `stateCode` is the GST state code, missing abroad. */
const party = z.object({
  name: z.string(),
  address: z.array(z.string()),
  stateCode: z.string(),
  gstin: z.string().optional(),
  phone: z.string().optional(),
});

/** Taxable value and taxes add up to the amount of the line. Paise. */
const taxDocumentLine = z
  .object({
    /** Of the line of the order. */
    lineId: z.string(),
    description: z.string(),
    hsn: z.string(),
    quantity,
    /** Unit quantity code, such as PCS. */
    unit: z.string(),
    /** Of a unit with tax, before discounts. */
    unitPaise: paise,
    grossPaise: paise,
    discountPaise: paise,
    /** Shares of shipping and fee, which are taxed like the goods. */
    chargesPaise: paise,
    taxablePaise: paise,
    /** Hundredths of a percent. */
    taxBasisPoints: z.int().min(0),
    cgstPaise: paise,
    sgstPaise: paise,
    igstPaise: paise,
    amountPaise: paise,
  })
  .meta({ id: 'TaxDocumentLine' });
export type TaxDocumentLine = z.infer<typeof taxDocumentLine>;

/** A tax invoice (CGST Rule 46) or a credit note (Rule 53). Never changed after it was issued. */
export const taxDocument = z
  .object({
    kind: z.enum(['invoice', 'credit_note']),
    /** Consecutive without gaps, unique in the financial year: `RV/2627/000123`. */
    number: z.string(),
    issuedAt: instant,
    orderId: objectId,
    orderNumber,
    orderedAt: instant,
    supplier: party.extend({ tradeName: z.string(), pan: z.string().optional() }),
    buyer: party,
    deliveryAddress: z.array(z.string()),
    /** GST state code. */
    placeOfSupply: z.string(),
    isReverseCharge: z.boolean(),
    /** Reference of the e-invoice portal; businesses above 5 crore of turnover need one. */
    irn: z.string().optional(),
    lines: z.array(taxDocumentLine),
    taxablePaise: paise,
    cgstPaise: paise,
    sgstPaise: paise,
    igstPaise: paise,
    roundOffPaise: z.int(),
    totalPaise: paise,
    totalInWords: z.string(),
    /** Only of a credit note: the invoice that it amends, and why. */
    original: z.object({ number: z.string(), issuedAt: instant }).optional(),
    reason: z.string().optional(),
  })
  .meta({ id: 'TaxDocument' });
export type TaxDocument = z.infer<typeof taxDocument>;

/** `creditNote`: which of the order's credit notes; the invoice without it. */
export const invoiceQuery = z.object({
  format: z.enum(['pdf', 'json']).default('pdf'),
  creditNote: z.coerce.number().int().min(1).max(500).optional(),
});

const month = z
  .string()
  .regex(/^20\d{2}-(?:0[1-9]|1[0-2])$/, 'Enter a month, such as 2026-11.')
  .meta({ example: '2026-11' });

/** Without a month, all of them. */
export const invoicesQuery = pageQuery.extend({ month: month.optional() });

/** A row of the list of invoices and credit notes. Paise. */
export const taxDocumentRow = taxDocument
  .pick({ kind: true, number: true, issuedAt: true, orderId: true, orderNumber: true, totalPaise: true })
  .extend({ buyerName: z.string(), buyerGstin: z.string().optional() })
  .meta({ id: 'TaxDocumentRow' });
export type TaxDocumentRow = z.infer<typeof taxDocumentRow>;

/** A month in IST. */
export const reportQuery = z.object({ month, format: z.enum(['json', 'csv', 'xlsx']).default('json') });
export type ReportFormat = z.infer<typeof reportQuery>['format'];

/** Money in rupees, dates as `23-Nov-2026`, as the GST offline tool reads them. */
const reportSheet = z.object({
  name: z.string(),
  columns: z.array(z.string()),
  rows: z.array(z.array(z.union([z.string(), z.number()]))),
});
export const report = z.object({ month, sheets: z.array(reportSheet) }).meta({ id: 'Report' });
export type ReportSheet = z.infer<typeof reportSheet>;
