import { pdfFontFamily, type PdfRenderer } from '@rangavalli/service-kit/documents/pdf-renderer';

export const INK = '#221b1e';
export const MUTED = '#6e6266';
export const LINE = '#d8cfc2';
/** Of all pages. */
export const pageStyle = { fontFamily: pdfFontFamily, lineHeight: 1.4, color: INK } as const;

const rupees = new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR', maximumFractionDigits: 0 });
const exactRupees = new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR' });
export const formatPaise = (paise: number): string => (paise % 100 === 0 ? rupees : exactRupees).format(paise / 100);
const dateFormat = new Intl.DateTimeFormat('en-IN', { dateStyle: 'medium', timeZone: 'Asia/Kolkata' });
export const formatDate = (at: Date): string => dateFormat.format(at);

/** Returns a text for each line, as arguments of `create`. */
export const textLines = (
  { create, Text }: Pick<PdfRenderer, 'create' | 'Text'>,
  lines: readonly (string | undefined)[],
  style: object = {},
) => lines.filter((one) => one !== undefined && one !== '').map((one) => create(Text, { style }, one));
