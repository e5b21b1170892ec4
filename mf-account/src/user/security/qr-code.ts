/**
 * QR codes (ISO/IEC 18004) of short texts: byte mode, error correction level M, versions 1 to 12. Small enough to be
 * written here: the secret of an authenticator app must not be sent to an image service.
 */

/** By version: error correction codewords per block, and the data codewords of each block. */
const BLOCKS: readonly (readonly [corrections: number, ...data: number[]])[] = [
  [10, 16],
  [16, 28],
  [26, 44],
  [18, 32, 32],
  [24, 43, 43],
  [16, 27, 27, 27, 27],
  [18, 31, 31, 31, 31],
  [22, 38, 38, 39, 39],
  [22, 36, 36, 36, 37, 37],
  [26, 43, 43, 43, 43, 44],
  [30, 50, 51, 51, 51, 51],
  [22, 36, 36, 36, 36, 36, 36, 37, 37],
];
/** Centres of the alignment patterns by version. */
const ALIGNMENTS: readonly (readonly number[])[] = [
  [],
  [6, 18],
  [6, 22],
  [6, 26],
  [6, 30],
  [6, 34],
  [6, 22, 38],
  [6, 24, 42],
  [6, 26, 46],
  [6, 28, 50],
  [6, 30, 54],
  [6, 32, 58],
];
const MASKS: readonly ((row: number, column: number) => boolean)[] = [
  (row, column) => (row + column) % 2 === 0,
  (row) => row % 2 === 0,
  (_row, column) => column % 3 === 0,
  (row, column) => (row + column) % 3 === 0,
  (row, column) => (Math.floor(row / 2) + Math.floor(column / 3)) % 2 === 0,
  (row, column) => ((row * column) % 2) + ((row * column) % 3) === 0,
  (row, column) => (((row * column) % 2) + ((row * column) % 3)) % 2 === 0,
  (row, column) => (((row + column) % 2) + ((row * column) % 3)) % 2 === 0,
];
const FORMAT_LEVEL_M = 0;
const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);

/** Returns the dark modules as rows of a square. @throws RangeError for texts of more than 287 bytes */
export function qrCode(text: string): boolean[][] {
  const bytes = new TextEncoder().encode(text);
  const version = BLOCKS.findIndex(([, ...data], index) => bytes.length + (index < 9 ? 2 : 3) <= sum(data)) + 1;
  const [corrections = 0, ...blocks] = BLOCKS[version - 1] ?? [];
  if (version === 0) throw new RangeError(`${bytes.length} bytes are too long for a QR code`);
  const codewords = interleave(dataCodewords(bytes, version, sum(blocks)), blocks, corrections);
  const candidates = MASKS.map((_mask, mask) => drawSymbol(version, codewords, mask));
  return candidates.reduce((best, next) => (penalty(next) < penalty(best) ? next : best));
}

function dataCodewords(bytes: Uint8Array, version: number, capacity: number): number[] {
  const bits: number[] = [];
  const append = (value: number, length: number) => {
    for (let bit = length - 1; bit >= 0; bit -= 1) bits.push((value >> bit) & 1);
  };
  append(0b0100, 4);
  append(bytes.length, version < 10 ? 8 : 16);
  for (const byte of bytes) append(byte, 8);
  append(0, Math.min(4, capacity * 8 - bits.length));
  append(0, (8 - (bits.length % 8)) % 8);
  const words = Array.from({ length: bits.length / 8 }, (_none, index) =>
    bits.slice(index * 8, index * 8 + 8).reduce((word, bit) => word * 2 + bit, 0),
  );
  for (let pad = 0; words.length < capacity; pad += 1) words.push(pad % 2 === 0 ? 0xec : 0x11);
  return words;
}

/** Multiplies in the Galois field of 256 elements with the polynomial 0x11d. */
function multiply(left: number, right: number): number {
  let product = 0;
  for (let bit = 7; bit >= 0; bit -= 1) {
    product = (product << 1) ^ ((product >> 7) * 0x11d);
    if ((right >> bit) & 1) product ^= left;
  }
  return product;
}

function generator(degree: number): number[] {
  const coefficients = [...Array.from({ length: degree - 1 }, () => 0), 1];
  let root = 1;
  for (let step = 0; step < degree; step += 1) {
    for (let index = 0; index < degree; index += 1)
      coefficients[index] = multiply(coefficients[index] ?? 0, root) ^ (coefficients[index + 1] ?? 0);
    root = multiply(root, 2);
  }
  return coefficients;
}

/** Returns the Reed-Solomon remainder. */
function correctionCodewords(data: readonly number[], divisor: readonly number[]): number[] {
  const remainder = divisor.map(() => 0);
  for (const word of data) {
    const factor = word ^ (remainder.shift() ?? 0);
    remainder.push(0);
    divisor.forEach((coefficient, index) => {
      remainder[index] = (remainder[index] ?? 0) ^ multiply(coefficient, factor);
    });
  }
  return remainder;
}

function interleave(data: readonly number[], lengths: readonly number[], corrections: number): number[] {
  const divisor = generator(corrections);
  let start = 0;
  const blocks = lengths.map((length) => data.slice(start, (start += length)));
  const corrected = blocks.map((block) => correctionCodewords(block, divisor));
  const columns = (rows: readonly (readonly number[])[]) =>
    Array.from({ length: Math.max(...rows.map((row) => row.length)) }, (_none, index) =>
      rows.flatMap((row) => row.slice(index, index + 1)),
    ).flat();
  return [...columns(blocks), ...columns(corrected)];
}

function drawSymbol(version: number, codewords: readonly number[], mask: number): boolean[][] {
  const size = 17 + 4 * version;
  const dark = Array.from({ length: size }, () => Array.from({ length: size }, () => false));
  const reserved = dark.map((row) => [...row]);
  const draw = (row: number, column: number, isDark: boolean) => {
    const cells = dark[row];
    const fixed = reserved[row];
    if (!cells || !fixed || column < 0 || column >= size) return;
    cells[column] = isDark;
    fixed[column] = true;
  };
  /** Concentric squares around a centre. */
  const drawRings = (row: number, column: number, radius: number, isDark: (distance: number) => boolean) => {
    for (let y = -radius; y <= radius; y += 1)
      for (let x = -radius; x <= radius; x += 1) draw(row + y, column + x, isDark(Math.max(Math.abs(x), Math.abs(y))));
  };
  for (let index = 0; index < size; index += 1) {
    draw(6, index, index % 2 === 0);
    draw(index, 6, index % 2 === 0);
  }
  for (const [row, column] of [
    [3, 3],
    [3, size - 4],
    [size - 4, 3],
  ] as const)
    drawRings(row, column, 4, (distance) => distance !== 2 && distance !== 4);
  const centres = ALIGNMENTS[version - 1] ?? [];
  const last = size - 7;
  for (const row of centres)
    for (const column of centres)
      if (!(row === 6 && (column === 6 || column === last)) && !(column === 6 && row === last))
        drawRings(row, column, 2, (distance) => distance !== 1);
  drawFormat(draw, size, mask);
  if (version >= 7) drawVersion(draw, size, version);
  placeCodewords(dark, reserved, codewords, MASKS[mask] ?? (() => false));
  return dark;
}

type Draw = (row: number, column: number, isDark: boolean) => void;

/** Appends the remainder of a division by a generator polynomial of this degree. */
function withRemainder(value: number, polynomial: number, degree: number): number {
  let remainder = value;
  for (let step = 0; step < degree; step += 1)
    remainder = (remainder << 1) ^ ((remainder >> (degree - 1)) * polynomial);
  return (value << degree) | remainder;
}

function drawFormat(draw: Draw, size: number, mask: number): void {
  const format = withRemainder((FORMAT_LEVEL_M << 3) | mask, 0x537, 10) ^ 0x5412;
  const bit = (index: number) => ((format >> index) & 1) === 1;
  for (let index = 0; index < 15; index += 1) {
    const skip = index < 6 ? index : index + 1;
    // The first copy goes around the upper left finder pattern…
    if (index < 8) draw(skip, 8, bit(index));
    else draw(8, 15 - skip + (index === 8 ? 1 : 0), bit(index));
    // … the second one along the others.
    if (index < 8) draw(8, size - 1 - index, bit(index));
    else draw(size - 15 + index, 8, bit(index));
  }
  draw(size - 8, 8, true);
}

function drawVersion(draw: Draw, size: number, version: number): void {
  const bits = withRemainder(version, 0x1f25, 12);
  for (let index = 0; index < 18; index += 1) {
    const isDark = ((bits >> index) & 1) === 1;
    const near = Math.floor(index / 3);
    const far = size - 11 + (index % 3);
    draw(near, far, isDark);
    draw(far, near, isDark);
  }
}

/** Fills pairs of columns from the right, upwards and downwards in turn. */
function placeCodewords(
  dark: boolean[][],
  reserved: readonly (readonly boolean[])[],
  codewords: readonly number[],
  isMasked: (row: number, column: number) => boolean,
): void {
  const size = dark.length;
  let next = 0;
  for (let right = size - 1; right > 0; right -= 2) {
    if (right === 6) right = 5;
    const isUpwards = ((right + 1) & 2) === 0;
    for (let step = 0; step < size; step += 1) {
      const row = isUpwards ? size - 1 - step : step;
      for (const column of [right, right - 1]) {
        const cells = dark[row];
        if (!cells || reserved[row]?.[column]) continue;
        const isDark = (((codewords[next >> 3] ?? 0) >> (7 - (next & 7))) & 1) === 1;
        next += 1;
        cells[column] = isDark !== isMasked(row, column);
      }
    }
  }
}

/** Rates how hard a symbol is to scan. */
function penalty(dark: readonly (readonly boolean[])[]): number {
  const size = dark.length;
  const columns = dark.map((_row, index) => dark.map((row) => row[index] ?? false));
  let points = 0;
  for (const line of [...dark, ...columns]) {
    const text = line.map(Number).join('');
    for (const [run] of text.matchAll(/0{5,}|1{5,}/g)) points += run.length - 2;
    for (const _finder of text.matchAll(/(?=10111010000|00001011101)/g)) points += 40;
  }
  for (let row = 1; row < size; row += 1)
    for (let column = 1; column < size; column += 1) {
      const isDark = dark[row]?.[column];
      if (
        [dark[row]?.[column - 1], dark[row - 1]?.[column], dark[row - 1]?.[column - 1]].every((one) => one === isDark)
      )
        points += 3;
    }
  const share = sum(dark.flat().map(Number)) / (size * size);
  return points + 10 * Math.floor(Math.abs(share * 20 - 10));
}
