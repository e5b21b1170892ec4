import { paiseToRupees, rupeesToPaise } from './money.js';

describe('money', () => {
  it('survives the way from rupees to paise and back for every amount that people write', () => {
    for (let paise = 0; paise <= 300_000; paise += 1) expect(rupeesToPaise(paiseToRupees(paise))).toBe(paise);
    expect(rupeesToPaise(84_999.99)).toBe(8_499_999);
    expect(rupeesToPaise(0.29)).toBe(29);
  });
});
