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
const money = (rupees: number): string => rupeeFormat.format(rupees);
/** `price_drop` becomes `price drop`. */
const words = (name: string): string => name.replaceAll('_', ' ');
const lines = (text: string): string[] => text.split(/\r?\n/).filter(Boolean);

interface Section {
  title: string;
  /** One or more lines per entry. */
  entries: string[][];
}

/** Returns the content of the PDF, in order. */
export function sectionsOf(data: AccountExport): Section[] {
  const { account, addresses, wishlist, sessions, consents, orders, cart, stockAlerts, notIncluded = [] } = data;
  return [
    ...(notIncluded.length > 0 ? [{ title: 'Not included', entries: [notIncluded] }] : []),
    {
      title: 'Account',
      entries: [
        [
          `Name: ${account.name}`,
          `Email: ${account.email} (${account.emailVerified ? 'confirmed' : 'not confirmed'})`,
          ...(account.phone ? [`Phone: ${account.phone}`] : []),
          ...(data.previousEmails?.length ? [`Previous email addresses: ${data.previousEmails.join(', ')}`] : []),
          `Member since: ${date(account.createdAt)}`,
          ...(data.lastLoginAt ? [`Last login: ${date(data.lastLoginAt)}`] : []),
          `ID: ${account._id}`,
          ...(data.groups?.length ? [`Groups: ${data.groups.join(', ')}`] : []),
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
        `${_id}, ${date(orderedAt)}: ${money(totalAmount)}, ${status}`,
        ...products.map(({ product, quantity }) => `${quantity} × ${product.name}`),
      ]),
    },
    ...(cart
      ? [{ title: 'Cart', entries: cart.map(({ productId, quantity }) => [`${quantity} × ${productId}`]) }]
      : []),
    ...creditSections(data),
    ...writtenSections(data),
    { title: 'Wishlist', entries: wishlist.map((productId) => [productId]) },
    {
      title: 'Stock alerts',
      entries: stockAlerts.map(({ productId, size, email, createdAt }) => [
        `${productId}${size ? `, size ${size}` : ''}: ${email}, ${date(createdAt)}`,
      ]),
    },
    {
      title: 'PIN codes waiting for delivery',
      entries: (data.waitlist ?? []).map(({ pincode, productId, requestedAt }) => [
        `${pincode}${productId ? `, product ${productId}` : ''}: ${date(requestedAt)}`,
      ]),
    },
    ...notificationSections(data),
    ...loginSections(data),
    {
      title: 'Active sessions',
      entries: sessions.map(({ device, startedAt, lastUsedAt }) => [
        `${device}: since ${date(startedAt)}, last used ${date(lastUsedAt)}`,
      ]),
    },
    {
      title: 'Consents',
      entries: consents.map(({ purpose, granted, noticeVersion, at }) => [
        `${words(purpose)}: ${granted ? 'given' : 'withdrawn'} on ${date(at)} (notice of ${noticeVersion})`,
      ]),
    },
  ];
}

function creditSections({ storeCredit, giftCards = [] }: AccountExport): Section[] {
  const { balance = 0, reserved = 0, nextExpiry, movements = [] } = storeCredit ?? {};
  return [
    {
      title: 'Store credit',
      entries: [
        [
          `Balance: ${money(balance)}`,
          ...(reserved > 0 ? [`Reserved by unpaid orders: ${money(reserved)}`] : []),
          ...(nextExpiry ? [`Expires next: ${money(nextExpiry.amount)} on ${date(nextExpiry.at)}`] : []),
        ],
        ...movements.map(({ at, reason, amount, note }) => [
          `${date(at)}: ${money(amount)}, ${words(reason)}`,
          ...(note ? [note] : []),
        ]),
      ],
    },
    {
      title: 'Redeemed gift cards',
      entries: giftCards.map(({ ending, amount, redeemedAt }) => [
        `Ending in ${ending}: ${money(amount)}, ${date(redeemedAt)}`,
      ]),
    },
  ];
}

/** What the customer has written, with the replies of the shop. */
function writtenSections({ reviews = [], questions = [], complaints = [] }: AccountExport): Section[] {
  const replyLines = (reply: { text: string } | undefined) => (reply ? lines(`Reply: ${reply.text}`) : []);
  return [
    {
      title: 'Reviews',
      entries: reviews.map(({ productName, stars, at, state, author, text, reply }) => [
        `${productName}: ${stars} of 5 stars, ${date(at)}, ${state}, by ${author}`,
        ...lines(text),
        ...replyLines(reply),
      ]),
    },
    {
      title: 'Questions',
      entries: questions.map(({ productName, at, state, author, text, reply }) => [
        `${productName}: ${date(at)}, ${state}, by ${author}`,
        ...lines(text),
        ...replyLines(reply),
      ]),
    },
    {
      title: 'Complaints',
      entries: complaints.map(({ number, receivedAt, state, subject, name, email, phone, messages }) => [
        `${number}, ${date(receivedAt)}, ${state}: ${subject}`,
        `${name}, ${email}${phone ? `, ${phone}` : ''}`,
        ...messages.flatMap(({ at, from, text }) =>
          lines(`${from === 'shop' ? 'Shop' : 'Customer'}, ${date(at)}: ${text}`),
        ),
      ]),
    },
  ];
}

function notificationSections({ notificationPreferences, pushBrowsers = [], messages = [] }: AccountExport): Section[] {
  const {
    phone,
    phoneVerifiedAt,
    unverifiedPhone,
    whatsApp,
    quietHours,
    switchedOff = [],
  } = notificationPreferences ?? {};
  return [
    {
      title: 'Notification settings',
      entries: [
        ...(phone ? [`Mobile number: ${phone}${phoneVerifiedAt ? `, verified on ${date(phoneVerifiedAt)}` : ''}`] : []),
        ...(unverifiedPhone ? [`Mobile number that is not verified: ${unverifiedPhone}`] : []),
        ...(whatsApp
          ? [
              `WhatsApp: ${whatsApp.isOptedIn ? 'allowed' : 'not allowed'} since ${date(whatsApp.at)} (${whatsApp.source})`,
            ]
          : []),
        ...(quietHours ? [`Quiet hours: ${quietHours.isOn ? `${quietHours.from} to ${quietHours.to}` : 'off'}`] : []),
        ...(switchedOff.length > 0
          ? [`Switched off: ${switchedOff.map((one) => words(one).replace(':', ' by ')).join(', ')}`]
          : []),
      ].map((line) => [line]),
    },
    {
      title: 'Browsers with push notifications',
      entries: pushBrowsers.map(({ service, confirmedAt }) => [`${service}: ${date(confirmedAt)}`]),
    },
    {
      title: 'Messages',
      entries: messages.map(({ kind, to, channel, state, orderNumber, createdAt }) => [
        `${date(createdAt)}: ${words(kind)}${orderNumber ? ` of ${orderNumber}` : ''} to ${to}` +
          `${channel ? ` by ${channel}` : ''}, ${state}`,
      ]),
    },
  ];
}

function loginSections({ authenticatorAppSince, passkeys = [], knownDevices = [] }: AccountExport): Section[] {
  return [
    ...(authenticatorAppSince
      ? [{ title: 'Authenticator app', entries: [[`Set up on ${date(authenticatorAppSince)}`]] }]
      : []),
    {
      title: 'Passkeys',
      entries: passkeys.map(({ name, createdAt, lastUsedAt }) => [
        `${name}: since ${date(createdAt)}${lastUsedAt ? `, last used ${date(lastUsedAt)}` : ''}`,
      ]),
    },
    {
      title: 'Known devices',
      entries: knownDevices.map(({ lastUsedAt }) => [`Last login ${date(lastUsedAt)}`]),
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
