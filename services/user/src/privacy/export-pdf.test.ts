import type { AccountExport } from '@rangavalli/contracts/entities/account-data';
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
  ])
    expect(text).toContain(part);
  expect(text).not.toContain('Cart');
});

test('is a PDF with its fonts', async () => {
  const document = await drawExport(data);
  expect(document.subarray(0, 5).toString()).toBe('%PDF-');
  expect(document.subarray(-6).toString()).toContain('%%EOF');
  expect(document.toString('latin1')).toMatch(/FontName \/\w+\+Mukta/);
});
