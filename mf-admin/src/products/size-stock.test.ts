import { readCounts, sameCounts, soldOut, sumOf, typedCounts, wrongCounts } from './size-stock.js';

const counted = [
  { size: 'S', stock: 3 },
  { size: 'M', stock: 0 },
];

describe('stock by size', () => {
  it('has a sum, and sizes that are sold out', () => {
    expect(sumOf(counted)).toBe(3);
    expect(soldOut(counted)).toEqual(['M']);
    expect(sumOf([])).toBe(0);
  });

  it('is the same only with the same sizes in the same order', () => {
    expect(sameCounts(counted, [...counted])).toBe(true);
    expect(sameCounts(counted, counted.toReversed())).toBe(false);
    expect(sameCounts(counted, counted.slice(0, 1))).toBe(false);
    expect(
      sameCounts(counted, [
        { size: 'S', stock: 3 },
        { size: 'M', stock: 1 },
      ]),
    ).toBe(false);
  });

  it('is typed and read back', () => {
    expect(readCounts(['S', 'M'], typedCounts(counted))).toEqual(counted);
    expect(readCounts(['L'], typedCounts(counted))).toEqual([{ size: 'L', stock: 0 }]);
  });

  it('must be a whole number of each size', () => {
    expect(wrongCounts(['S', 'M', 'L', 'XL'], { S: '0', M: '1.5', L: '-1' })).toEqual({
      'sizeStock.1.stock': 'A whole number, 0 or more.',
      'sizeStock.2.stock': 'A whole number, 0 or more.',
      'sizeStock.3.stock': 'A whole number, 0 or more.',
    });
    expect(Object.keys(wrongCounts(['S'], { S: '1000001' }))).toEqual(['sizeStock.0.stock']);
  });
});
