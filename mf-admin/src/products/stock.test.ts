import { isSameSizeStock, readSizeStock, soldOutSizes, toInput, totalStock, validateSizeStock } from './stock.js';

const bySize = [
  { size: 'S', stock: 3 },
  { size: 'M', stock: 0 },
];

describe('stock by size', () => {
  it('has a total and sold-out sizes', () => {
    expect(totalStock(bySize)).toBe(3);
    expect(soldOutSizes(bySize)).toEqual(['M']);
    expect(totalStock([])).toBe(0);
  });

  it('is equal only with the same sizes in the same order', () => {
    expect(isSameSizeStock(bySize, [...bySize])).toBe(true);
    expect(isSameSizeStock(bySize, bySize.toReversed())).toBe(false);
    expect(isSameSizeStock(bySize, bySize.slice(0, 1))).toBe(false);
    expect(
      isSameSizeStock(bySize, [
        { size: 'S', stock: 3 },
        { size: 'M', stock: 1 },
      ]),
    ).toBe(false);
  });

  it('converts to text and back', () => {
    expect(readSizeStock(['S', 'M'], toInput(bySize))).toEqual(bySize);
    expect(readSizeStock(['L'], toInput(bySize))).toEqual([{ size: 'L', stock: 0 }]);
  });

  it('must be a whole number for each size', () => {
    expect(validateSizeStock(['S', 'M', 'L', 'XL'], { S: '0', M: '1.5', L: '-1' })).toEqual({
      'sizeStock.1.stock': 'Enter a whole number, 0 or more.',
      'sizeStock.2.stock': 'Enter a whole number, 0 or more.',
      'sizeStock.3.stock': 'Enter a whole number, 0 or more.',
    });
    expect(Object.keys(validateSizeStock(['S'], { S: '1000001' }))).toEqual(['sizeStock.0.stock']);
  });
});
