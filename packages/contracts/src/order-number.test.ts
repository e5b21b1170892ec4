import { formatOrderNumber, hasValidCheckDigit, normalizeOrderNumber } from './order-number.js';
import { orderReference } from './primitives.js';

describe('an order number', () => {
  // 572 → 4 is the example of the literature; leading zeros change nothing.
  it.each([
    ['00', 572, 'RV-00-0005724'],
    ['26', 4217, 'RV-26-0042174'],
    ['26', 1, 'RV-26-0000019'],
    ['27', 1_234_567, 'RV-27-12345676'],
  ])('of year %s and sequence %i has a check digit', (year, sequence, expected) => {
    expect(formatOrderNumber(year, sequence)).toBe(expected);
  });

  it('is recognised with and without dashes, in lower case and with spaces', () => {
    for (const typed of ['RV-26-0042174', 'rv-26-0042174', 'rv260042174', 'RV 26 0042174', ' rv 26-0042174 '])
      expect(normalizeOrderNumber(typed)).toBe('RV-26-0042174');
    for (const typed of ['RV-26-004217', '0042174', 'RV-2A-0042174', 'XRV-26-0042174', ''])
      expect(normalizeOrderNumber(typed)).toBeUndefined();
  });

  it('with one wrong digit or two swapped neighbours has a wrong check digit', () => {
    const number = formatOrderNumber('26', 904_217);
    expect(hasValidCheckDigit(number)).toBe(true);
    const digits = number.replaceAll(/\D/g, '');
    const wrong = new Set<string>();
    for (let at = 0; at < digits.length; at += 1) {
      const [before, digit, after] = [digits.slice(0, at), digits[at], digits.slice(at + 1)];
      for (const other of '0123456789') if (other !== digit) wrong.add(before + other + after);
      const next = after[0];
      if (next && next !== digit) wrong.add(before + next + digit + after.slice(1));
    }
    expect(wrong.size).toBeGreaterThan(80);
    expect([...wrong].filter((one) => hasValidCheckDigit(one))).toEqual([]);
  });

  it('or an id names an order in paths', () => {
    expect(orderReference.parse('rv260042174')).toBe('RV-26-0042174');
    expect(orderReference.parse('65a1b2c3d4e5f60718293a4b')).toBe('65a1b2c3d4e5f60718293a4b');
    for (const other of ['RV-26', 'x', '', '65a1b2c3d4e5f60718293a4'])
      expect(orderReference.safeParse(other).success).toBe(false);
  });
});
