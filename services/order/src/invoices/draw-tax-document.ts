import type { TaxDocument, TaxDocumentLine } from '@rangavalli/contracts/entities/invoice';
import { formatPlaceOfSupply } from '@rangavalli/contracts/gst-states';
import { drawPdf, pdfFontFamily, type PdfRenderer } from '@rangavalli/service-kit/documents/pdf-renderer';
import { documentTexts as texts } from './document-texts.js';

const INK = '#221b1e';
const MUTED = '#6e6266';
const LINE = '#d8cfc2';

const amountFormat = new Intl.NumberFormat('en-IN', { minimumFractionDigits: 2 });
const amount = (paise: number): string => amountFormat.format(paise / 100);
const dateFormat = new Intl.DateTimeFormat('en-IN', { dateStyle: 'medium', timeZone: 'Asia/Kolkata' });
const date = (instant: string): string => dateFormat.format(new Date(instant));
const percent = (basisPoints: number): string => `${basisPoints / 100}%`;

const styles = {
  page: { fontFamily: pdfFontFamily, fontSize: 8.5, lineHeight: 1.4, color: INK, padding: 36, paddingBottom: 48 },
  head: { flexDirection: 'row', justifyContent: 'space-between', marginBottom: 12 },
  shop: { fontSize: 15, fontWeight: 700, color: '#8c1c2e', lineHeight: 1.3 },
  title: { fontSize: 13, fontWeight: 700, textAlign: 'right', lineHeight: 1.3 },
  right: { textAlign: 'right' },
  muted: { color: MUTED },
  bold: { fontWeight: 700 },
  parties: { flexDirection: 'row', borderTopWidth: 1, borderColor: LINE, paddingTop: 8, marginBottom: 10 },
  party: { flexGrow: 1, flexBasis: 0, paddingRight: 12 },
  row: { flexDirection: 'row', borderBottomWidth: 0.5, borderColor: LINE, paddingVertical: 4 },
  headRow: { flexDirection: 'row', borderBottomWidth: 1, borderColor: INK, paddingBottom: 3, fontWeight: 700 },
  totals: { alignSelf: 'flex-end', width: 220, marginTop: 8 },
  total: { flexDirection: 'row', justifyContent: 'space-between' },
  sum: {
    flexDirection: 'row',
    justifyContent: 'space-between',
    fontWeight: 700,
    fontSize: 11,
    borderTopWidth: 1,
    borderColor: INK,
    marginTop: 3,
    paddingTop: 3,
  },
  words: { marginTop: 12 },
  signature: { marginTop: 28, alignSelf: 'flex-end', width: 200, textAlign: 'right' },
  foot: { position: 'absolute', bottom: 22, left: 36, right: 36, fontSize: 7, color: MUTED, textAlign: 'center' },
} as const;

/** Widths of the columns, points. */
const columnsOf = (
  isWithinState: boolean,
): readonly { label: string; width: number; of: (line: TaxDocumentLine, index: number) => string }[] => [
  { label: texts.number, width: 18, of: (_line, index) => String(index + 1) },
  { label: texts.description, width: 0, of: ({ description }) => description },
  { label: texts.hsn, width: 40, of: ({ hsn }) => hsn },
  { label: texts.quantity, width: 42, of: ({ quantity, unit }) => `${quantity} ${unit}` },
  { label: texts.price, width: 54, of: ({ unitPaise }) => amount(unitPaise) },
  { label: texts.discount, width: 48, of: ({ discountPaise }) => amount(discountPaise) },
  { label: texts.charges, width: 48, of: ({ chargesPaise }) => amount(chargesPaise) },
  { label: texts.taxable, width: 66, of: ({ taxablePaise }) => amount(taxablePaise) },
  { label: texts.tax, width: 58, of: (line) => taxOf(line, isWithinState) },
  { label: texts.amount, width: 62, of: ({ amountPaise }) => amount(amountPaise) },
];

function taxOf({ taxBasisPoints, cgstPaise, sgstPaise, igstPaise }: TaxDocumentLine, isWithinState: boolean): string {
  if (!isWithinState) return `IGST ${percent(taxBasisPoints)}\n${amount(igstPaise)}`;
  const half = percent(taxBasisPoints / 2);
  return `CGST ${half}\n${amount(cgstPaise)}\nSGST ${half}\n${amount(sgstPaise)}`;
}

/** Draws an invoice or a credit note as a PDF in Latin, Devanagari and Telugu script. */
export const drawTaxDocument = (taxDocument: TaxDocument): Promise<Buffer> =>
  drawPdf((renderer) => draw(renderer, taxDocument));

function draw(
  { renderToBuffer, create, Document, Page, Text, View }: PdfRenderer,
  taxDocument: TaxDocument,
): Promise<Buffer> {
  const text = (style: object, ...content: string[]) => create(Text, { style }, ...content);
  const { kind, supplier, buyer, lines } = taxDocument;
  const isWithinState = taxDocument.placeOfSupply === supplier.stateCode;
  const columns = columnsOf(isWithinState);
  const title = kind === 'credit_note' ? texts.creditNote : supplier.gstin ? texts.taxInvoice : texts.invoice;

  const party = (heading: string, body: readonly (string | undefined)[]) =>
    create(
      View,
      { key: heading, style: styles.party },
      text(styles.muted, heading),
      ...body.filter((line) => line !== undefined).map((line, index) => create(Text, { key: index }, line)),
    );
  const cells = (contents: readonly string[]) =>
    columns.map(({ label, width }, index) =>
      create(
        Text,
        {
          key: label,
          style: {
            ...(width > 0 ? { width } : { flexGrow: 1, flexBasis: 0 }),
            textAlign: index < 3 ? 'left' : 'right',
            paddingRight: index < 3 ? 4 : 0,
          },
        },
        contents[index] ?? '',
      ),
    );
  const total = (label: string, paise: number, style: object = styles.total) =>
    create(View, { key: label, style }, create(Text, {}, label), create(Text, {}, amount(paise)));

  const facts = [
    `${title} ${taxDocument.number}`,
    texts.dated(date(taxDocument.issuedAt)),
    ...(taxDocument.original ? [texts.amends(taxDocument.original.number, date(taxDocument.original.issuedAt))] : []),
    ...(taxDocument.reason ? [texts.reason(taxDocument.reason)] : []),
    ...(taxDocument.orderNumber ? [texts.order(taxDocument.orderNumber, date(taxDocument.orderedAt))] : []),
    texts.placeOfSupply(formatPlaceOfSupply(taxDocument.placeOfSupply)),
    texts.reverseCharge,
    ...(taxDocument.irn ? [texts.irn(taxDocument.irn)] : []),
  ];
  return renderToBuffer(
    create(
      Document,
      { title: `${title} ${taxDocument.number}`, author: supplier.name, language: 'en-IN' },
      create(
        Page,
        { size: 'A4', style: styles.page },
        create(
          View,
          { style: styles.head },
          create(
            View,
            { style: { width: 260 } },
            text(styles.shop, supplier.tradeName),
            ...[
              supplier.name,
              ...supplier.address,
              ...(supplier.phone ? [supplier.phone] : []),
              supplier.gstin ? texts.gstin(supplier.gstin) : texts.notRegistered,
              ...(supplier.pan ? [texts.pan(supplier.pan)] : []),
            ].map((line, index) => create(Text, { key: index }, line)),
          ),
          create(
            View,
            { style: { width: 250 } },
            text(styles.title, title),
            ...facts.slice(1).map((line, index) => create(Text, { key: index, style: styles.right }, line)),
            text({ ...styles.right, ...styles.bold }, texts.documentNumber(taxDocument.number)),
          ),
        ),
        create(
          View,
          { style: styles.parties },
          party(texts.billedTo, [
            buyer.name,
            ...buyer.address,
            buyer.phone,
            texts.state(formatPlaceOfSupply(buyer.stateCode)),
            buyer.gstin && texts.gstin(buyer.gstin),
          ]),
          party(texts.deliveredTo, taxDocument.deliveryAddress),
        ),
        create(View, { style: styles.headRow, fixed: true }, ...cells(columns.map(({ label }) => label))),
        ...lines.map((line, index) =>
          create(
            View,
            { key: index, style: styles.row, wrap: false },
            ...cells(columns.map(({ of }) => of(line, index))),
          ),
        ),
        create(
          View,
          { style: styles.totals, wrap: false },
          total(texts.taxable, taxDocument.taxablePaise),
          ...(isWithinState
            ? [total('CGST', taxDocument.cgstPaise), total('SGST', taxDocument.sgstPaise)]
            : [total('IGST', taxDocument.igstPaise)]),
          ...(taxDocument.roundOffPaise === 0 ? [] : [total(texts.roundOff, taxDocument.roundOffPaise)]),
          total(texts.total, taxDocument.totalPaise, styles.sum),
        ),
        create(
          View,
          { wrap: false },
          text({ ...styles.words, ...styles.bold }, taxDocument.totalInWords),
          text(styles.signature, texts.signature(supplier.name)),
        ),
        create(Text, {
          style: styles.foot,
          fixed: true,
          render: ({ pageNumber, totalPages }: { pageNumber: number; totalPages: number }) =>
            texts.foot(taxDocument.number, pageNumber, totalPages),
        }),
      ),
    ),
  );
}
