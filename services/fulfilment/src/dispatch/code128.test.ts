import { encodeCode128 } from './code128.js';

/** Widths of bars and spaces, from left to right. */
const widthsOf = (text: string): string => {
  const { bars, width } = encodeCode128(text);
  return bars.map((bar, index) => `${bar.width}${(bars[index + 1]?.x ?? width) - bar.x - bar.width || ''}`).join('');
};

test('a text is encoded with start, check character and stop', () => {
  // Start B, R V - 1, check character (104 + 50 + 2 × 54 + 3 × 13 + 4 × 17) mod 103 = 60, stop.
  expect(widthsOf('RV-1')).toBe(['211214', '231131', '311123', '122132', '123221', '314111', '2331112'].join(''));
  expect(encodeCode128('RV-1').width).toBe(11 * 6 + 13);
});

test('characters outside of the code set are refused', () => {
  expect(() => encodeCode128('సీత')).toThrow('Code 128 B has no such characters.');
});
