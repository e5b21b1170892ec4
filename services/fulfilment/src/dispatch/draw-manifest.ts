import type { PdfRenderer } from '@rangavalli/service-kit/documents/pdf-renderer';
import type { ParcelDocument } from './document-content.js';
import { formatDate, formatPaise, INK, LINE, MUTED, pageStyle } from './document-style.js';
import { documentTexts as texts } from './document-texts.js';

const styles = {
  page: { ...pageStyle, fontSize: 10, padding: 36, paddingBottom: 48 },
  title: { fontSize: 15, fontWeight: 700, color: '#8c1c2e', lineHeight: 1.3 },
  head: { marginBottom: 12 },
  row: { flexDirection: 'row', borderBottomWidth: 0.5, borderColor: LINE, paddingVertical: 4 },
  headRow: { flexDirection: 'row', borderBottomWidth: 1, borderColor: INK, paddingBottom: 3, fontWeight: 700 },
  sum: { marginTop: 8, fontWeight: 700 },
  signatures: { flexDirection: 'row', marginTop: 48 },
  signature: { flexGrow: 1, flexBasis: 0, marginRight: 24, borderTopWidth: 1, borderColor: INK, paddingTop: 4 },
  foot: { position: 'absolute', bottom: 22, left: 36, right: 36, fontSize: 8, color: MUTED, textAlign: 'center' },
} as const;

/** Longer words may not fit into a column. */
const MAX_WORD = 24;
const segmenter = new Intl.Segmenter();

/** Divides words that are too long, between characters as people see them. */
export const fitWords = (text: string): string => text.split(' ').flatMap(divideWord).join(' ');

function divideWord(word: string): string[] {
  const parts: string[] = [];
  let part = '';
  for (const { segment } of segmenter.segment(word)) {
    if (part.length + segment.length > MAX_WORD) {
      parts.push(part);
      part = '';
    }
    part += segment;
  }
  return [...parts, part];
}

interface Column {
  label: string;
  /** Points. */
  width: number;
  style?: object;
  of: (parcel: ParcelDocument, index: number) => string;
}

const columns: readonly Column[] = [
  { label: '#', width: 26, of: (_parcel, index) => String(index + 1) },
  { label: texts.awb, width: 124, of: ({ awb }) => awb },
  { label: texts.orderNumber, width: 86, of: ({ orderNumber }) => orderNumber },
  {
    label: texts.deliverTo,
    width: 160,
    /** Vowel signs of Telugu are below the line. */
    style: { fontSize: styles.page.fontSize, lineHeight: 1.7 },
    of: ({ recipient: { name, city, pincode } }) =>
      [fitWords(name), fitWords([city, pincode].filter(Boolean).join(' '))].filter(Boolean).join('\n'),
  },
  { label: texts.contents, width: 40, of: ({ units }) => String(units) },
  {
    label: texts.cash,
    width: 87,
    style: { textAlign: 'right' },
    of: ({ codPaise }) => (codPaise > 0 ? formatPaise(codPaise) : '–'),
  },
];

/** One list for each courier, which the driver signs. */
export function manifestPages(
  { create, Page, Text, View }: PdfRenderer,
  parcels: readonly ParcelDocument[],
  now: Date,
) {
  const couriers = [...new Set(parcels.map(({ courier }) => courier))];
  const cells = (of: (column: Column) => string) =>
    columns.map((column) =>
      create(
        Text,
        {
          key: column.label,
          style: { width: column.width, paddingRight: 6, ...column.style },
        },
        of(column),
      ),
    );
  return couriers.map((courier) => {
    const list = parcels.filter((parcel) => parcel.courier === courier);
    const title = texts.manifestOf(texts.couriers[courier], formatDate(now));
    const cash = list.reduce((sum, { codPaise }) => sum + codPaise, 0);
    return create(
      Page,
      { key: `manifest ${courier}`, size: 'A4', style: styles.page },
      create(
        View,
        { style: styles.head },
        create(Text, { style: styles.title }, texts.manifest),
        create(Text, {}, title),
        create(Text, {}, texts.from(list[0]?.sender.name ?? '')),
      ),
      create(View, { style: styles.headRow, fixed: true }, ...cells(({ label }) => label)),
      ...list.map((parcel, index) =>
        create(View, { key: parcel.id, style: styles.row, wrap: false }, ...cells(({ of }) => of(parcel, index))),
      ),
      create(
        View,
        { wrap: false },
        create(
          Text,
          { style: styles.sum },
          [texts.total(list.length), ...(cash > 0 ? [`${texts.cash}: ${formatPaise(cash)}`] : [])].join(' · '),
        ),
        create(
          View,
          { style: styles.signatures },
          create(Text, { style: styles.signature }, texts.receivedBy),
          create(Text, { style: styles.signature }, texts.vehicle),
        ),
      ),
      create(Text, {
        style: styles.foot,
        fixed: true,
        render: ({ subPageNumber, subPageTotalPages }: { subPageNumber: number; subPageTotalPages: number }) =>
          texts.page(title, subPageNumber, subPageTotalPages),
      }),
    );
  });
}
