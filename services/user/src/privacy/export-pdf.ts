import { createRequire } from 'node:module';
import { brand } from '@rangavalli/contracts/brand';
import type { AccountExport } from '@rangavalli/contracts/entities/account-data';

const { resolve } = createRequire(import.meta.url);

type Weight = 400 | 700;
type Subset = 'latin' | 'latin-ext' | 'devanagari';
const fontFile = (subset: Subset, weight: Weight): string =>
  resolve(`@fontsource/mukta/files/mukta-${subset}-${weight}-normal.woff`);

/** With the joiners of its conjuncts and the rupee sign. */
const DEVANAGARI = /[\u0900-\u097F\u20B9\u25CC]|\u200C|\u200D/u;
const BASIC_LATIN = /[\u0020-\u00FF\u2013\u2014\u2018-\u201D\u2022\u2026]/u;

interface Run {
  text: string;
  subset: Subset;
}

/** Splits a text by the font file that has its characters. */
export function splitByFont(text: string): Run[] {
  const runs: Run[] = [];
  for (const character of text) {
    const previous = runs.at(-1);
    const subset = DEVANAGARI.test(character)
      ? 'devanagari'
      : character === ' ' && previous
        ? previous.subset
        : BASIC_LATIN.test(character)
          ? 'latin'
          : 'latin-ext';
    if (previous?.subset === subset) previous.text += character;
    else runs.push({ text: character, subset });
  }
  return runs;
}

const dateFormat = new Intl.DateTimeFormat('en-IN', {
  dateStyle: 'medium',
  timeStyle: 'short',
  timeZone: 'Asia/Kolkata',
});
const rupeeFormat = new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR' });
const date = (instant: string): string => dateFormat.format(new Date(instant));

interface Section {
  title: string;
  /** One or more lines per entry. */
  entries: string[][];
}

/** Returns the content of the PDF, in order. */
export function sectionsOf(data: AccountExport): Section[] {
  const { account, addresses, wishlist, sessions, consents, orders, cart, stockAlerts } = data;
  return [
    {
      title: 'Account',
      entries: [
        [
          `Name: ${account.name}`,
          `Email: ${account.email} (${account.emailVerified ? 'confirmed' : 'not confirmed'})`,
          ...(account.phone ? [`Phone: ${account.phone}`] : []),
          `Member since: ${date(account.createdAt)}`,
          `ID: ${account._id}`,
        ],
      ],
    },
    {
      title: 'Addresses',
      entries: addresses.map(({ fullName, phone, addressLine, city, state, pincode, country }) => [
        fullName,
        `${addressLine}, ${city}, ${state} ${pincode}, ${country}`,
        phone,
      ]),
    },
    {
      title: 'Orders',
      entries: orders.map(({ _id, orderedAt, totalAmount, status, products }) => [
        `${_id}, ${date(orderedAt)}: ${rupeeFormat.format(totalAmount)}, ${status}`,
        ...products.map(({ product, quantity }) => `${quantity} × ${product.name}`),
      ]),
    },
    ...(cart
      ? [{ title: 'Cart', entries: cart.map(({ productId, quantity }) => [`${quantity} × ${productId}`]) }]
      : []),
    { title: 'Wishlist', entries: wishlist.map((productId) => [productId]) },
    {
      title: 'Stock alerts',
      entries: stockAlerts.map(({ productId, size, email, createdAt }) => [
        `${productId}${size ? `, size ${size}` : ''}: ${email}, ${date(createdAt)}`,
      ]),
    },
    {
      title: 'Active sessions',
      entries: sessions.map(({ device, startedAt, lastUsedAt }) => [
        `${device}: since ${date(startedAt)}, last used ${date(lastUsedAt)}`,
      ]),
    },
    {
      title: 'Consents',
      entries: consents.map(({ purpose, granted, noticeVersion, at }) => [
        `${purpose.replaceAll('_', ' ')}: ${granted ? 'given' : 'withdrawn'} on ${date(at)} (notice of ${noticeVersion})`,
      ]),
    },
  ];
}

/** Draws an export as a document for people. Scripts other than Latin and Devanagari are complete in the JSON only. */
export async function drawExport(data: AccountExport): Promise<Buffer> {
  // Loaded with its fonts when a document is requested: it needs 10 MB.
  const { default: PdfDocument } = await import('pdfkit');
  const document = new PdfDocument({ size: 'A4', margin: 56, info: { Title: `Your data at ${brand.name}` } });
  const chunks: Buffer[] = [];
  document.on('data', (chunk: Buffer) => chunks.push(chunk));
  const finished = new Promise<Buffer>((done, fail) => {
    document.on('end', () => done(Buffer.concat(chunks)));
    document.on('error', fail);
  });
  const write = (text: string, size: number, weight: Weight = 400): void => {
    document.fontSize(size);
    const runs = splitByFont(text);
    for (const [index, run] of runs.entries())
      document.font(fontFile(run.subset, weight)).text(run.text, { continued: index < runs.length - 1 });
  };
  write(`Your data at ${brand.name}`, 20, 700);
  write(`As of ${date(data.exportedAt)}. ${brand.legalName}, ${brand.address.join(', ')}`, 9);
  for (const { title, entries } of sectionsOf(data)) {
    document.moveDown();
    write(title, 13, 700);
    if (entries.length === 0) write('None', 10);
    for (const lines of entries) {
      for (const line of lines) write(line, 10);
      document.moveDown(0.4);
    }
  }
  document.end();
  return finished;
}
