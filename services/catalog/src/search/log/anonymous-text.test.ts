import { anonymousText } from './anonymous-text.js';

test.each([
  ['  Red   SILK saree ', 'red silk saree'],
  ['Saree under ₹10,000', 'saree under ₹10,000'],
  ['5000 to 8000 saree', '5000 to 8000 saree'],
  ['పట్టు చీర', 'పట్టు చీర'],
  ['500092', '500092'],
])('%j is logged as %j', (text, logged) => {
  expect(anonymousText(text)).toBe(logged);
});

test.each([
  'asha@example.com',
  'order for asha @ example',
  'www.example.com',
  '9848010407',
  '+91 98480-10407',
  '(040) 2345 6789',
  '98480–10407',
  '౯౮౪౮౦౧౦౪౦౭',
  'RV-26-004217',
  '4111 1111 1111 1111',
  'x'.repeat(81),
  '   ',
])('%j is not logged', (text) => {
  expect(anonymousText(text)).toBeUndefined();
});
