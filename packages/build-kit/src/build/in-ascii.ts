import { readFileSync, writeFileSync } from 'node:fs';

/** What would mean something else once it is escaped: it stands behind a backslash, or in a template that is taken as it is written. */
const MUST_STAY = /\\[^\0-\x7f]|String\.raw`[^`]*[^\0-\x7f]/;

/** The same program in ASCII, if it can be: V8 then keeps a byte a letter of it instead of two, which are 10 MB a process. */
export function inAscii(text: string): string {
  if (MUST_STAY.test(text)) return text;
  return text.replaceAll(/[^\0-\x7f]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

export function writeInAscii(file: string): void {
  writeFileSync(file, inAscii(readFileSync(file, 'utf8')));
}
