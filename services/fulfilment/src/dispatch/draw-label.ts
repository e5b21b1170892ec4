import type { PdfRenderer } from '@rangavalli/service-kit/documents/pdf-renderer';
import { encodeCode128 } from './code128.js';
import type { ParcelDocument } from './document-content.js';
import { formatPaise, INK, pageStyle, textLines } from './document-style.js';
import { documentTexts as texts } from './document-texts.js';

const INCH = 72;
/** Of thermal printers. */
const SIZE = [4 * INCH, 6 * INCH];
const MARGIN = 14;
const BARCODE_HEIGHT = 52;
/** Quiet zone of Code 128, in modules. */
const QUIET = 10;

const styles = {
  page: { ...pageStyle, fontSize: 9, padding: MARGIN, lineHeight: 1.3 },
  row: { flexDirection: 'row', justifyContent: 'space-between' },
  courier: { fontSize: 12, fontWeight: 700, lineHeight: 1.6 },
  block: { borderTopWidth: 1, borderColor: INK, paddingVertical: 6 },
  /** Vowel signs of Telugu are below the line. */
  name: { fontSize: 15, fontWeight: 700, lineHeight: 1.7 },
  address: { fontSize: 12, lineHeight: 1.45 },
  compactName: { fontSize: 11, fontWeight: 700, lineHeight: 1.6 },
  compactAddress: { fontSize: 10, lineHeight: 1.3 },
  pincode: { fontSize: 20, fontWeight: 700, lineHeight: 1.5 },
  cash: { fontSize: 14, fontWeight: 700, textAlign: 'center', lineHeight: 1.5 },
  awb: { fontSize: 12, fontWeight: 700, textAlign: 'center', lineHeight: 1.5 },
  bottom: { position: 'absolute', bottom: MARGIN, left: MARGIN, right: MARGIN },
} as const;

/** Longer ones are written smaller, so that the label stays one page. */
const MAX_NAME = 30;
const MAX_ADDRESS = 120;

/** The label of a parcel, 4 × 6 inches. */
export function labelPage({ create, Page, Rect, Svg, Text, View }: PdfRenderer, parcel: ParcelDocument) {
  const { id, awb, courier, courierName, orderNumber, sender, recipient, codPaise, units, weightGrams } = parcel;
  const { bars, width } = encodeCode128(awb);
  const isCompact = recipient.name.length > MAX_NAME || recipient.address.join('').length > MAX_ADDRESS;
  const nameStyle = isCompact ? styles.compactName : styles.name;
  const addressStyle = isCompact ? styles.compactAddress : styles.address;
  const lists = (content: readonly (string | undefined)[], style?: object) =>
    textLines({ create, Text }, content, style);
  return create(
    Page,
    { key: `label ${id}`, size: SIZE, style: styles.page },
    create(
      View,
      { style: styles.row },
      create(Text, { style: styles.courier }, courierName ?? texts.couriers[courier]),
      create(Text, { style: styles.courier }, orderNumber),
    ),
    create(
      View,
      { style: { ...styles.block, alignItems: 'center' } },
      create(
        Svg,
        {
          width: SIZE[0]! - 2 * MARGIN,
          height: BARCODE_HEIGHT,
          viewBox: `${-QUIET} 0 ${width + 2 * QUIET} ${BARCODE_HEIGHT}`,
          preserveAspectRatio: 'none',
        },
        ...bars.map((bar, key) =>
          create(Rect, { key, x: bar.x, y: 0, width: bar.width, height: BARCODE_HEIGHT, fill: '#000000' }),
        ),
      ),
      create(Text, { style: styles.awb }, awb),
    ),
    create(
      View,
      { style: styles.block },
      create(Text, {}, texts.deliverTo),
      create(Text, { style: nameStyle }, recipient.name),
      ...lists(recipient.address, addressStyle),
      ...lists([recipient.phone && texts.phone(recipient.phone)], addressStyle),
      create(Text, { style: styles.pincode }, recipient.pincode),
    ),
    create(
      View,
      { style: styles.block },
      create(Text, { style: styles.cash }, codPaise > 0 ? texts.collect(formatPaise(codPaise)) : texts.prepaid),
    ),
    create(
      View,
      { style: styles.bottom },
      create(
        View,
        { style: styles.block },
        create(Text, {}, texts.returnTo),
        create(Text, { style: { fontWeight: 700 } }, sender.name),
        ...lists([sender.address.join(', '), sender.phone && texts.phone(sender.phone)]),
      ),
      create(
        View,
        { style: styles.row },
        create(Text, {}, texts.parcel(id)),
        create(
          Text,
          {},
          [texts.units(units), weightGrams && texts.weight((weightGrams / 1_000).toFixed(2))]
            .filter(Boolean)
            .join(' · '),
        ),
      ),
    ),
  );
}
