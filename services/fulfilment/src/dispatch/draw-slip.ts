import type { PdfRenderer } from '@rangavalli/service-kit/documents/pdf-renderer';
import type { ParcelDocument, SlipLine } from './document-content.js';
import { formatDate, formatPaise, INK, LINE, MUTED, pageStyle, textLines } from './document-style.js';
import { documentTexts as texts } from './document-texts.js';

const styles = {
  page: { ...pageStyle, fontSize: 10, padding: 36, paddingBottom: 48 },
  head: { flexDirection: 'row', justifyContent: 'space-between', marginBottom: 14 },
  shop: { fontSize: 15, fontWeight: 700, color: '#8c1c2e', lineHeight: 1.3 },
  title: { fontSize: 14, fontWeight: 700, textAlign: 'right', lineHeight: 1.3 },
  right: { textAlign: 'right' },
  recipient: { borderTopWidth: 1, borderBottomWidth: 1, borderColor: LINE, paddingVertical: 8, marginBottom: 12 },
  /** Vowel signs of Telugu are below the line. */
  name: { fontSize: 14, fontWeight: 700, lineHeight: 1.7 },
  muted: { color: MUTED },
  row: { flexDirection: 'row', borderBottomWidth: 0.5, borderColor: LINE, paddingVertical: 5 },
  headRow: { flexDirection: 'row', borderBottomWidth: 1, borderColor: INK, paddingBottom: 3, fontWeight: 700 },
  box: { borderWidth: 1, borderColor: LINE, padding: 8, marginTop: 12 },
  boxTitle: { fontWeight: 700 },
  sum: { marginTop: 6, textAlign: 'right', fontWeight: 700 },
  foot: { position: 'absolute', bottom: 22, left: 36, right: 36, fontSize: 8, color: MUTED, textAlign: 'center' },
} as const;

interface Column {
  label: string;
  /** Points; the rest of the line without. */
  width?: number;
  of: (line: SlipLine) => string;
}

const goods: readonly Column[] = [
  { label: texts.item, of: ({ name }) => name },
  { label: texts.size, width: 70, of: ({ size }) => size },
  { label: texts.quantity, width: 60, of: ({ quantity }) => String(quantity) },
];
/** Not on the slip of a gift. */
const prices: readonly Column[] = [
  { label: texts.price, width: 70, of: ({ unitPaise }) => (unitPaise === undefined ? '' : formatPaise(unitPaise)) },
  {
    label: texts.amount,
    width: 80,
    of: ({ unitPaise, quantity }) => (unitPaise === undefined ? '' : formatPaise(unitPaise * quantity)),
  },
];

/** The A4 page that goes into a parcel. */
export function slipPage({ create, Page, Text, View }: PdfRenderer, parcel: ParcelDocument) {
  const { id, orderNumber, orderedAt, sender, recipient, lines, giftMessage, note, codPaise } = parcel;
  const columns = giftMessage ? goods : [...goods, ...prices];
  const lists = (content: readonly (string | undefined)[], style?: object) =>
    textLines({ create, Text }, content, style);
  const box = (title: string, content: string) =>
    create(
      View,
      { style: styles.box, wrap: false },
      create(Text, { style: styles.boxTitle }, title),
      ...lists([content]),
    );
  const cells = (of: (column: Column, index: number) => unknown) =>
    columns.map((column, index) =>
      create(
        View,
        {
          key: column.label,
          style: column.width === undefined ? { flexGrow: 1, flexBasis: 0, paddingRight: 8 } : { width: column.width },
        },
        of(column, index),
      ),
    );
  const cell = (content: string, index: number) => create(Text, { style: index < 2 ? {} : styles.right }, content);
  return create(
    Page,
    { key: `slip ${id}`, size: 'A4', style: styles.page },
    create(
      View,
      { style: styles.head },
      create(
        View,
        { style: { width: 280 } },
        create(Text, { style: styles.shop }, sender.name),
        ...lists([...sender.address, sender.phone && texts.phone(sender.phone)]),
      ),
      create(
        View,
        { style: { width: 220 } },
        create(Text, { style: styles.title }, texts.slip),
        ...lists(
          [
            texts.order(orderNumber),
            texts.parcel(id),
            orderedAt && texts.ordered(formatDate(new Date(orderedAt))),
            `${parcel.courierName ?? texts.couriers[parcel.courier]} ${parcel.awb}`,
          ],
          styles.right,
        ),
      ),
    ),
    create(
      View,
      { style: styles.recipient },
      create(Text, { style: styles.muted }, texts.deliverTo),
      create(Text, { style: styles.name }, recipient.name),
      ...lists([...recipient.address, recipient.phone && texts.phone(recipient.phone)]),
    ),
    create(View, { style: styles.headRow, fixed: true }, ...cells(({ label }, index) => cell(label, index))),
    ...lines.map((line, key) =>
      create(
        View,
        { key, style: styles.row, wrap: false },
        ...cells(({ of }, index) =>
          index === 0
            ? create(
                View,
                {},
                create(Text, {}, of(line)),
                ...lists(
                  line.personalisation.map(({ label, value }) => `${label}: ${value}`),
                  styles.muted,
                ),
              )
            : cell(of(line), index),
        ),
      ),
    ),
    create(
      View,
      { wrap: false },
      create(Text, { style: styles.sum }, texts.units(parcel.units)),
      ...(codPaise > 0 ? [create(Text, { key: 'cod', style: styles.sum }, texts.collect(formatPaise(codPaise)))] : []),
    ),
    ...(giftMessage ? [box(texts.giftMessage, giftMessage)] : []),
    ...(note ? [box(texts.note, note)] : []),
    create(Text, {
      style: styles.foot,
      fixed: true,
      render: ({ subPageNumber, subPageTotalPages }: { subPageNumber: number; subPageTotalPages: number }) =>
        texts.page(id, subPageNumber, subPageTotalPages),
    }),
  );
}
