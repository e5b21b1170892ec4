import { paiseToRupees, rupeesToPaise } from './money.js';

describe('money', () => {
  it('converts every amount to rupees and back without loss', () => {
    const lost = Array.from({ length: 300_001 }, (_, paise) => paise).filter(
      (paise) => rupeesToPaise(paiseToRupees(paise)) !== paise,
    );
    expect(lost).toEqual([]);
    expect(rupeesToPaise(84_999.99)).toBe(8_499_999);
    expect(rupeesToPaise(0.29)).toBe(29);
  });
});
