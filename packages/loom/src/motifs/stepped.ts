/** Draws rows of text, one knot per character: `.` is empty, others are keys of `inks`; `cell` is the knot's size. */
export function stepped(
  rows: readonly string[],
  x: number,
  y: number,
  cell: number,
  inks: Readonly<Record<string, string>>,
  flip = false,
): string {
  let out = '';
  rows.forEach((row, j) => {
    let i = 0;
    while (i < row.length) {
      const knot = row[i];
      let end = i + 1;
      while (row[end] === knot) end += 1;
      const ink = inks[knot];
      if (ink) {
        const from = flip ? row.length - end : i;
        out += `<rect x="${(x + from * cell).toFixed(3)}" y="${(y + j * cell).toFixed(3)}"
          width="${((end - i) * cell + 0.015).toFixed(3)}" height="${(cell + 0.015).toFixed(3)}" fill="${ink}"/>`;
      }
      i = end;
    }
  });
  return out;
}

export const elephant = [
  '....aaaaa........',
  '...abbbbba.......',
  '..aaaaaaaaaaa....',
  '.aaaaaaaaaaaaaa..',
  '.aaaacaaaaaaaaca.',
  '.aaaaaaaaaaaaaaaa',
  '.aaacacaaaaaaaaaa',
  'aaaaacaaaaaaaa.aa',
  'a.aaaaaaaaaaaa.aa',
  '..aaaaaaaaaaaa.a.',
  '..aa.aa..aa.aa.aa',
  '..aa.aa..aa.aa...',
  '..aa.aa..aa.aa...',
] as const;

export const parrot = [
  '.....aaa.....',
  '....aacab....',
  '....aaaabb...',
  '....aaaa.....',
  '...aaaaaa....',
  '..aaaccaaa...',
  '..aaacccaa...',
  '..aaaaccaa...',
  '...aaaaaa....',
  '....aaaa.....',
  '....aabb.....',
  '...aa.b.b....',
  '..aaa........',
  '.aaa.........',
] as const;

export const dancer = [
  '.....aaa.....',
  '.....aca.....',
  '.a....a....a.',
  '.aa..aaa..aa.',
  '..aaaaaaaaa..',
  '....aaaaa....',
  '....bbbbb....',
  '....aaaaa....',
  '...aaacaaa...',
  '...aacacaa...',
  '..aaacacaaa..',
  '..aaaacaaaa..',
  '.aaaaaaaaaaa.',
  '....a...a....',
] as const;

export const leafFlower = [
  '......a......',
  '.....aba.....',
  '....abbba....',
  '...aabcbaa...',
  '..aabcccbaa..',
  '.aabccdccbaa.',
  'aabccdddccbaa',
  '.aabccdccbaa.',
  '..aabcccbaa..',
  '...aabcbaa...',
  '....abbba....',
  '.....aba.....',
  '......a......',
] as const;
