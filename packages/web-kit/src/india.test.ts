import { indianStates, isIndia, phoneProblem, pincodeProblem } from './india.js';

it.each([
  '9848012345',
  '98480 12345',
  '+91 98480 12345',
  '+91-98480-12345',
  '91 98480 12345',
  '098480 12345',
  '+1 415 555 0100',
  '+44 20 7946 0958',
])('%s is a phone number', (phone) => {
  expect(phoneProblem(phone)).toBeUndefined();
});

it.each([
  ['12345', 'has 10 digits; this one has 5'],
  ['984801234567', 'has 10 digits'],
  ['1234567890', 'begin with 6, 7, 8 or 9'],
  ['call me 9848012345', 'valid phone number'],
  ['+1 415', 'valid phone number'],
])('%s is none, and why is told', (phone, why) => {
  expect(phoneProblem(phone)).toContain(why);
});

it('a PIN code has six digits in India; elsewhere codes are their own', () => {
  expect(pincodeProblem('500092', 'India')).toBeUndefined();
  expect(pincodeProblem('500 092', '')).toBeUndefined();
  for (const wrong of ['50009', '5000921', '012345', 'SW1A 1AA'])
    expect(pincodeProblem(wrong, 'india')).toContain('6 digits');
  expect(pincodeProblem('SW1A 1AA', 'United Kingdom')).toBeUndefined();
  expect(pincodeProblem('*', 'United Kingdom')).toBe('Please enter a valid postal code.');
});

it('knows the 28 states and 8 union territories', () => {
  expect(indianStates).toHaveLength(36);
  expect(isIndia(' INDIA ')).toBe(true);
  expect(isIndia('Nepal')).toBe(false);
});
