// Writes src/common-passwords.ts: a Bloom filter of the common passwords in @zxcvbn-ts/language-common (MIT) that are
// long enough to be chosen. Run it after an update of that package:
//   node packages/contracts/scripts/build-common-passwords.mjs
import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { dictionary } from '@zxcvbn-ts/language-common';

const MIN_LENGTH = 10;
/** One in a million other passwords is refused by mistake. */
const BITS_PER_ENTRY = 29;
const HASHES = 20;
const LINE_LENGTH = 100;

const lists = Object.entries(dictionary).filter(([name]) => /password/i.test(name));
const bases = new Set(lists.flatMap(([, words]) => [...words]).map((word) => word.normalize('NFKC').toLowerCase()));
/** What people append to a short common password to make it long enough. */
const SUFFIXES = ['1', '12', '123', '1234', '12345', '123456', '!', '1!', '123!', '@123', '2024', '2025', '2026'];
const common = [...bases].slice(0, 2_000);
const entries = new Set([...bases, ...common.flatMap((word) => SUFFIXES.map((suffix) => word + suffix))]);
const passwords = [...entries].filter((word) => word.length >= MIN_LENGTH);

const bytes = Buffer.alloc(Math.ceil((passwords.length * BITS_PER_ENTRY) / 8));
const size = bytes.length * 8;
for (const password of passwords) {
  const digest = createHash('sha256').update(password).digest();
  const [first, step] = [digest.readUInt32LE(0), (digest.readUInt32LE(4) | 1) >>> 0];
  for (let index = 0; index < HASHES; index += 1) {
    const bit = (first + index * step) % size;
    bytes[bit >> 3] |= 1 << (bit & 7);
  }
}
const lines = bytes.toString('base64').match(new RegExp(`.{1,${LINE_LENGTH}}`, 'g')) ?? [];
const file = new URL('../src/common-passwords.ts', import.meta.url);
writeFileSync(
  file,
  `// Written by scripts/build-common-passwords.mjs. Server side only: too large for browsers.

/** A Bloom filter of ${passwords.length} common passwords in lower case, of ${MIN_LENGTH} characters and more. */
export const commonPasswords = {
  hashes: ${HASHES},
  bits: [
${lines.map((line) => `    '${line}',`).join('\n')}
  ].join(''),
} as const;
`,
);
console.log(`${bases.size} listed, ${passwords.length} of ${MIN_LENGTH} characters and more, ${bytes.length} bytes`);
