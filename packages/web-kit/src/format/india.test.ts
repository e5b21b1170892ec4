import { isIndia } from '@rangavalli/contracts/india';
import { indianStates, phoneProblem, pincodeProblem } from './india.js';

it.each([
  '9848012345',
  '98480 12345',
  '+91 98480 12345',
  '+91-98480-12345',
  '91 98480 12345',
  '098480 12345',
  '+1 415 555 0100',
  '+44 20 7946 0958',
])('accepts the phone number %s', (phone) => {
  expect(phoneProblem(phone)).toBeUndefined();
});

it.each([
  ['12345', '10-digit mobile number'],
  ['984801234567', '10-digit mobile number'],
  ['1234567890', 'starts with 6, 7, 8 or 9'],
  ['call me 9848012345', 'valid phone number'],
  ['+1 415', 'valid phone number'],
])('rejects %s with a reason', (phone, reason) => {
  expect(phoneProblem(phone)).toContain(reason);
});

it('requires six digits of a PIN code in India only', () => {
  expect(pincodeProblem('500092', 'India')).toBeUndefined();
  expect(pincodeProblem('500 092', '')).toBeUndefined();
  for (const wrong of ['50009', '5000921', '012345', 'SW1A 1AA'])
    expect(pincodeProblem(wrong, 'india')).toContain('6-digit');
  expect(pincodeProblem('SW1A 1AA', 'United Kingdom')).toBeUndefined();
  expect(pincodeProblem('*', 'United Kingdom')).toBe('Enter a valid postal code.');
});

it('lists the 28 states and 8 union territories', () => {
  expect(indianStates).toHaveLength(36);
  expect(isIndia(' INDIA ')).toBe(true);
  expect(isIndia('Nepal')).toBe(false);
});
