import type { ReportSheet, TaxDocument, TaxDocumentLine } from '@rangavalli/contracts/entities/invoice';
import { formatPlaceOfSupply } from '@rangavalli/contracts/gst-states';
import { sum } from '../pricing/apportion.js';
import { formatReportDate, toRupees } from './report-values.js';

/** Invoices of unregistered buyers in other states above it are listed one by one, paise. */
const LARGE_INVOICE_PAISE = 10_000_000;
const REGULAR = 'Regular B2B';
/** State code of supplies abroad, on which IGST is paid. */
const ABROAD = '96';

type Row = ReportSheet['rows'][number];
type Amounts = Pick<TaxDocumentLine, 'taxablePaise' | 'cgstPaise' | 'sgstPaise' | 'igstPaise' | 'amountPaise'>;

const columns = {
  b2b: [
    'GSTIN/UIN of Recipient',
    'Receiver Name',
    'Invoice Number',
    'Invoice date',
    'Invoice Value',
    'Place Of Supply',
    'Reverse Charge',
    'Applicable % of Tax Rate',
    'Invoice Type',
    'E-Commerce GSTIN',
    'Rate',
    'Taxable Value',
    'Cess Amount',
  ],
  b2cl: [
    'Invoice Number',
    'Invoice date',
    'Invoice Value',
    'Place Of Supply',
    'Applicable % of Tax Rate',
    'Rate',
    'Taxable Value',
    'Cess Amount',
    'E-Commerce GSTIN',
  ],
  b2cs: [
    'Type',
    'Place Of Supply',
    'Applicable % of Tax Rate',
    'Rate',
    'Taxable Value',
    'Cess Amount',
    'E-Commerce GSTIN',
  ],
  cdnr: [
    'GSTIN/UIN of Recipient',
    'Receiver Name',
    'Note Number',
    'Note Date',
    'Note Type',
    'Place Of Supply',
    'Reverse Charge',
    'Note Supply Type',
    'Note Value',
    'Applicable % of Tax Rate',
    'Rate',
    'Taxable Value',
    'Cess Amount',
  ],
  cdnur: [
    'UR Type',
    'Note Number',
    'Note Date',
    'Note Type',
    'Place Of Supply',
    'Note Value',
    'Applicable % of Tax Rate',
    'Rate',
    'Taxable Value',
    'Cess Amount',
  ],
  exp: [
    'Export Type',
    'Invoice Number',
    'Invoice date',
    'Invoice Value',
    'Port Code',
    'Shipping Bill Number',
    'Shipping Bill Date',
    'Rate',
    'Taxable Value',
    'Cess Amount',
  ],
  hsn: [
    'HSN',
    'Description',
    'UQC',
    'Total Quantity',
    'Total Value',
    'Rate',
    'Taxable Value',
    'Integrated Tax Amount',
    'Central Tax Amount',
    'State/UT Tax Amount',
    'Cess Amount',
  ],
  docs: ['Nature of Document', 'Sr. No. From', 'Sr. No. To', 'Total Number', 'Cancelled'],
} as const;

const unitNames: Record<string, string> = { PCS: 'PCS-PIECES', SET: 'SET-SETS', OTH: 'OTH-OTHERS' };

interface HsnTotal extends Amounts {
  hsn: string;
  unit: string;
  quantity: number;
  taxBasisPoints: number;
}

/**
 * Collects the invoices and credit notes of a month into the sheets of GSTR-1, as the GST offline tool reads them.
 * Credit notes of small invoices reduce `b2cs`, those of any invoice reduce the HSN summaries.
 */
export class Gstr1 {
  private readonly rows = {
    b2b: [] as Row[],
    b2cl: [] as Row[],
    cdnr: [] as Row[],
    cdnur: [] as Row[],
    exp: [] as Row[],
  };
  /** Taxable paise by place of supply and rate. */
  private readonly small = new Map<string, { place: string; taxBasisPoints: number; taxablePaise: number }>();
  private readonly hsn = { b2b: new Map<string, HsnTotal>(), b2c: new Map<string, HsnTotal>() };
  private readonly numbers = { invoice: [] as string[], credit_note: [] as string[] };

  /** Of the sheets that grow with the documents. */
  get rowCount(): number {
    return sum(Object.values(this.rows).map(({ length }) => length));
  }

  /** @param original of a credit note: the total of its invoice, which decides the sheet */
  add(document: TaxDocument, originalPaise = document.totalPaise): void {
    const { kind, number, buyer, placeOfSupply, supplier } = document;
    const place = formatPlaceOfSupply(placeOfSupply);
    const sign = kind === 'credit_note' ? -1 : 1;
    this.numbers[kind].push(number);
    const isExport = placeOfSupply === ABROAD;
    const isLarge = placeOfSupply !== supplier.stateCode && originalPaise > LARGE_INVOICE_PAISE;
    const issued = formatReportDate(document.issuedAt);
    const value = toRupees(document.totalPaise);
    for (const [taxBasisPoints, { taxablePaise }] of byRate(document.lines)) {
      const rate = taxBasisPoints / 100;
      const taxable = toRupees(taxablePaise);
      if (buyer.gstin && kind === 'invoice')
        this.rows.b2b.push([
          buyer.gstin,
          buyer.name,
          number,
          issued,
          value,
          place,
          'N',
          '',
          REGULAR,
          '',
          rate,
          taxable,
          0,
        ]);
      else if (buyer.gstin)
        this.rows.cdnr.push([
          buyer.gstin,
          buyer.name,
          number,
          issued,
          'C',
          place,
          'N',
          REGULAR,
          value,
          '',
          rate,
          taxable,
          0,
        ]);
      // Port and shipping bill are entered by hand.
      else if (isExport && kind === 'invoice')
        this.rows.exp.push(['WPAY', number, issued, value, '', '', '', rate, taxable, 0]);
      else if (isExport) this.rows.cdnur.push(['EXPWP', number, issued, 'C', '', value, '', rate, taxable, 0]);
      else if (isLarge && kind === 'invoice')
        this.rows.b2cl.push([number, issued, value, place, '', rate, taxable, 0, '']);
      else if (isLarge) this.rows.cdnur.push(['B2CL', number, issued, 'C', place, value, '', rate, taxable, 0]);
      else this.addSmall(place, taxBasisPoints, sign * taxablePaise);
    }
    for (const line of document.lines) this.addHsn(buyer.gstin ? this.hsn.b2b : this.hsn.b2c, line, sign);
  }

  sheets(): ReportSheet[] {
    const { b2b, b2cl, cdnr, cdnur, exp } = this.rows;
    return [
      sheet('b2b', columns.b2b, b2b),
      sheet('b2cl', columns.b2cl, b2cl),
      sheet('b2cs', columns.b2cs, this.smallRows()),
      sheet('cdnr', columns.cdnr, cdnr),
      sheet('cdnur', columns.cdnur, cdnur),
      sheet('exp', columns.exp, exp),
      sheet('hsn(b2b)', columns.hsn, hsnRows(this.hsn.b2b)),
      sheet('hsn(b2c)', columns.hsn, hsnRows(this.hsn.b2c)),
      sheet('docs', columns.docs, [
        ...docsRows('Invoices for outward supply', this.numbers.invoice),
        ...docsRows('Credit Note', this.numbers.credit_note),
      ]),
    ];
  }

  private addSmall(place: string, taxBasisPoints: number, taxablePaise: number): void {
    const key = `${place} ${taxBasisPoints}`;
    const entry = this.small.get(key) ?? { place, taxBasisPoints, taxablePaise: 0 };
    entry.taxablePaise += taxablePaise;
    this.small.set(key, entry);
  }

  private smallRows(): Row[] {
    return [...this.small.values()]
      .toSorted((one, other) => one.place.localeCompare(other.place) || one.taxBasisPoints - other.taxBasisPoints)
      .map(({ place, taxBasisPoints, taxablePaise }) => [
        'OE',
        place,
        '',
        taxBasisPoints / 100,
        toRupees(taxablePaise),
        0,
        '',
      ]);
  }

  private addHsn(totals: Map<string, HsnTotal>, line: TaxDocumentLine, sign: number): void {
    const { hsn, unit, taxBasisPoints } = line;
    const key = `${hsn} ${unit} ${taxBasisPoints}`;
    const total = totals.get(key) ?? { hsn, unit, taxBasisPoints, quantity: 0, ...noAmounts };
    totals.set(key, { ...total, quantity: total.quantity + sign * line.quantity, ...addAmounts(total, line, sign) });
  }
}

const noAmounts: Amounts = { taxablePaise: 0, cgstPaise: 0, sgstPaise: 0, igstPaise: 0, amountPaise: 0 };

const addAmounts = (one: Amounts, other: Amounts, sign: number): Amounts => ({
  taxablePaise: one.taxablePaise + sign * other.taxablePaise,
  cgstPaise: one.cgstPaise + sign * other.cgstPaise,
  sgstPaise: one.sgstPaise + sign * other.sgstPaise,
  igstPaise: one.igstPaise + sign * other.igstPaise,
  amountPaise: one.amountPaise + sign * other.amountPaise,
});

function byRate(lines: readonly TaxDocumentLine[]): Map<number, Amounts> {
  const rates = new Map<number, Amounts>();
  for (const line of lines)
    rates.set(line.taxBasisPoints, addAmounts(rates.get(line.taxBasisPoints) ?? noAmounts, line, 1));
  return rates;
}

const hsnRows = (totals: Map<string, HsnTotal>): Row[] =>
  [...totals.values()]
    .toSorted((one, other) => one.hsn.localeCompare(other.hsn) || one.taxBasisPoints - other.taxBasisPoints)
    .map(({ hsn, unit, quantity, taxBasisPoints, ...amounts }) => [
      hsn,
      '',
      unitNames[unit] ?? unit,
      quantity,
      toRupees(amounts.amountPaise),
      taxBasisPoints / 100,
      toRupees(amounts.taxablePaise),
      toRupees(amounts.igstPaise),
      toRupees(amounts.cgstPaise),
      toRupees(amounts.sgstPaise),
      0,
    ]);

/**
 * One row per series, such as `RV/2627/`. None is ever cancelled: credit notes amend.
 * @param numbers by the time of their issue, which differs from their sequence when clocks do
 */
function docsRows(nature: string, numbers: readonly string[]): Row[] {
  const series = new Map<string, { first: string; last: string; count: number }>();
  for (const number of numbers) {
    const prefix = number.replace(/\d+$/, '');
    const { first, last, count } = series.get(prefix) ?? { first: number, last: number, count: 0 };
    const sequence = sequenceOf(number);
    series.set(prefix, {
      first: sequence < sequenceOf(first) ? number : first,
      last: sequence > sequenceOf(last) ? number : last,
      count: count + 1,
    });
  }
  return [...series.values()].map(({ first, last, count }) => [nature, first, last, count, 0]);
}

const sequenceOf = (number: string): number => Number(/\d+$/.exec(number)?.[0]);

const sheet = (name: string, names: readonly string[], rows: Row[]): ReportSheet => ({
  name,
  columns: [...names],
  rows,
});
