import { sha256 } from '@rangavalli/web-kit/testing/node-crypto';
import { qrCode } from './qr-code.js';

const OTPAUTH =
  'otpauth://totp/Rangavalli:meera%40example.com?issuer=Rangavalli&secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP' +
  '&algorithm=SHA1&digits=6&period=30';
const rowsOf = (text: string): string[] => qrCode(text).map((row) => row.map(Number).join(''));

// The expected symbols come from the npm package `qrcode` 1.5.4.
it('draws the smallest symbol', () => {
  expect(qrCode('A').map((row) => row.map((isDark) => (isDark ? '#' : '.')).join(''))).toEqual([
    '#######.#..#..#######',
    '#.....#.#####.#.....#',
    '#.###.#...#.#.#.###.#',
    '#.###.#.##.##.#.###.#',
    '#.###.#..###..#.###.#',
    '#.....#..#.##.#.....#',
    '#######.#.#.#.#######',
    '........##.##........',
    '#.##.###..###.#..#.##',
    '.#.##..#.#.####..#...',
    '##..###.##.#.....##.#',
    '#.##.#.....#..#####..',
    '#..####..#..#..#..#..',
    '........#.##..#..#..#',
    '#######.#..##..#.#...',
    '#.....#.##.....##.##.',
    '#.###.#..##.#####...#',
    '#.###.#.####..######.',
    '#.###.#.#.#.#.##.....',
    '#.....#...#..#.#..#.#',
    '#######.#....#..#....',
  ]);
});

it('draws the address of an authenticator app, in several blocks with version information', () => {
  const rows = rowsOf(OTPAUTH);
  expect(rows).toHaveLength(49);
  expect(sha256(rows.join('\n'))).toMatch(/^335fe8374964f4bf/);
});

it('rejects a text that is too long', () => {
  expect(qrCode('x'.repeat(287))).toHaveLength(65);
  expect(() => qrCode('x'.repeat(288))).toThrow('288 bytes are too long');
});
