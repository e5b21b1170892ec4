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

/** Widths in points. */
const columns: readonly { label: string; width: number; of: (parcel: ParcelDocument, index: number) => string }[] = [
  { label: '#', width: 26, of: (_parcel, index) => String(index + 1) },
  { label: texts.awb, width: 130, of: ({ awb }) => awb },
  { label: texts.orderNumber, width: 100, of: ({ orderNumber }) => orderNumber },
  {
    label: texts.destination,
    width: 140,
    of: ({ recipient: { city, pincode } }) => [city, pincode].filter(Boolean).join(' '),
  },
  { label: texts.contents, width: 40, of: ({ units }) => String(units) },
  { label: texts.cash, width: 87, of: ({ codPaise }) => (codPaise > 0 ? formatPaise(codPaise) : '–') },
];

/** One list for each courier, which the driver signs. */
export function manifestPages(
  { create, Page, Text, View }: PdfRenderer,
  parcels: readonly ParcelDocument[],
  now: Date,
) {
  const couriers = [...new Set(parcels.map(({ courier }) => courier))];
  const cells = (of: (column: (typeof columns)[number]) => string) =>
    columns.map((column) =>
      create(
        Text,
        {
          key: column.label,
          style: { width: column.width, paddingRight: 6, textAlign: column.label === texts.cash ? 'right' : 'left' },
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
