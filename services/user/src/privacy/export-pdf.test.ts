import type { AccountExport } from '@rangavalli/contracts/entities/account-data';
import { buildComplaint } from '../testing/sample-complaint.js';
import { drawExport, sectionsOf, splitByFont } from './export-pdf.js';

const at = '2026-03-14T09:30:00.000Z';
const data: AccountExport = {
  exportedAt: at,
  account: {
    _id: 'a'.repeat(24),
    name: 'मीरा नायर',
    email: 'meera@example.com',
    emailVerified: true,
    role: 'user',
    createdAt: at,
  },
  addresses: [],
  wishlist: ['b'.repeat(24)],
  sessions: [{ id: crypto.randomUUID(), device: 'Firefox on Linux', startedAt: at, lastUsedAt: at, expiresAt: at }],
  consents: [{ purpose: 'privacy_notice', granted: true, noticeVersion: '2026-11-22', at }],
  orders: [],
  stockAlerts: [{ productId: 'c'.repeat(24), size: 'M', email: 'meera@example.com', isConfirmed: true, createdAt: at }],
  storeCredit: {
    balance: 250,
    reserved: 0,
    nextExpiry: { amount: 250, at },
    movements: [{ at, reason: 'gift_card', amount: 250, balance: 250, note: 'Gift card ending in WXYZ' }],
  },
  giftCards: [{ ending: 'WXYZ', amount: 250, redeemedAt: at }],
  reviews: [
    {
      id: 'd'.repeat(24),
      productId: 'b'.repeat(24),
      productName: 'Gadwal saree',
      orderId: 'e'.repeat(24),
      stars: 4,
      text: 'Lovely border.\nSoft silk.',
      author: 'Meera N.',
      at,
      helpful: 0,
      state: 'published',
    },
  ],
  questions: [
    {
      id: 'd'.repeat(24),
      productId: 'b'.repeat(24),
      productName: 'Uppada saree',
      text: 'Does the colour run?',
      author: 'Meera N.',
      at,
      reply: { text: 'No.', at },
      helpful: 0,
      state: 'published',
    },
  ],
  complaints: [buildComplaint('meera@example.com', at)],
  waitlist: [{ pincode: '744101', requestedAt: at }],
  notificationPreferences: {
    phone: '9876543210',
    phoneVerifiedAt: at,
    whatsApp: { isOptedIn: true, at, source: 'account' },
    switchedOff: ['price_drop:email'],
  },
  pushBrowsers: [{ service: 'fcm.googleapis.com', confirmedAt: at }],
  messages: [{ kind: 'order_placed', to: '919876543210', channel: 'sms', state: 'sent', createdAt: at }],
  passkeys: [{ name: 'My phone', createdAt: at }],
  knownDevices: [{ lastUsedAt: at }],
  notIncluded: ['The cart could not be read. Please try again later.'],
};

test('each text is written with the font that has its characters', () => {
  expect(splitByFont('मीरा Nair, ₹5 – Ḍeś')).toEqual([
    { text: 'मीरा ', subset: 'devanagari' },
    { text: 'Nair, ', subset: 'latin' },
    { text: '₹', subset: 'devanagari' },
    { text: '5 – ', subset: 'latin' },
    { text: 'Ḍ', subset: 'latin-ext' },
    { text: 'e', subset: 'latin' },
    { text: 'ś', subset: 'latin-ext' },
  ]);
  expect(splitByFont('')).toEqual([]);
});

test('the document lists what the export contains', () => {
  const text = JSON.stringify(sectionsOf(data));
  for (const part of [
    'मीरा नायर',
    'meera@example.com (confirmed)',
    '14 Mar 2026',
    'Firefox on Linux',
    'privacy notice: given',
    'size M',
    'Balance: ₹250.00',
    'Ending in WXYZ: ₹250.00',
    'Gadwal saree: 4 of 5 stars',
    '"Soft silk."',
    'Does the colour run?',
    'Reply: No.',
    'RVC-26-0000421',
    'It is green, not blue.',
    '744101',
    'Mobile number: 9876543210, verified on 14 Mar 2026',
    'WhatsApp: allowed',
    'Switched off: price drop by email',
    'fcm.googleapis.com',
    'order placed to 919876543210 by sms, sent',
    'My phone: since 14 Mar 2026',
    'The cart could not be read.',
  ])
    expect(text).toContain(part);
  expect(text).not.toContain('"Cart"');
});

test('is a PDF with its fonts', async () => {
  const document = await drawExport(data);
  expect(document.subarray(0, 5).toString()).toBe('%PDF-');
  expect(document.subarray(-6).toString()).toContain('%%EOF');
  expect(document.toString('latin1')).toMatch(/FontName \/\w+\+Mukta/);
});
