import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { checkLanguage, problemsIn } from './language.js';

const problems = (text: string, file = 'services/order/src/a.ts') =>
  problemsIn(file, text).map(({ problem }) => problem);

it.each([
  ['in a comment', '// Tells the world what happened.'],
  ['in camelCase', 'const wasAsked = true;'],
  ['in PascalCase', 'class StockLetterService {}'],
  ['in a constant', 'const MAX_PIECES = 3;'],
  ['in kebab-case', "import './stock-shelf.js';"],
  ['as a phrase', '// The refund is under way.'],
])('finds a banned term %s', (_where, line) => {
  expect(problems(line)).toEqual([expect.stringContaining('write ')]);
});

it.each([
  '// Moved to the dead-letter stream.',
  'const deadLetters = 3;',
  'letter-spacing: 0;',
  '// With blouse piece.',
])('accepts the standard term in %s', (line) => {
  expect(problems(line)).toEqual([]);
});

it('accepts ordinary English in texts for people only', () => {
  const line = "help: 'Ask us on WhatsApp',";
  expect(problems(line, 'mf-catalog/src/product/messages.ts')).toEqual([]);
  expect(problems(line)).toHaveLength(1);
});

it('finds lines over 120 characters that the formatter leaves, except tables', () => {
  expect(problems(`// ${'b'.repeat(118)}`)).toEqual(['121 characters, 120 at most']);
  expect(problems(`// ${'b'.repeat(117)}`)).toEqual([]);
  expect(problems('b'.repeat(121), 'README.md')).toEqual(['121 characters, 120 at most']);
  expect(problems(`| ${'b'.repeat(121)} |`, 'README.md')).toEqual([]);
});

it('finds what an unfinished merge leaves, also after formatting', () => {
  for (const mark of [`${'<'.repeat(7)} HEAD`, `${'>'.repeat(7)} other`, `${'> '.repeat(7)}other`])
    expect(problems(mark, 'README.md')).toEqual(['the mark of a merge: choose a side']);
  expect(problems('> > A quotation.', 'README.md')).toEqual([]);
});

it('refuses a checkout without its files, and leaves out files that are deleted', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'language-'));
  const git = (...args: string[]) => execFileSync('git', ['-C', folder, ...args]);
  try {
    git('init', '--quiet');
    for (let index = 0; index <= 500; index += 1) writeFileSync(path.join(folder, `${index}.md`), 'Tells the world.\n');
    git('add', '.');
    rmSync(path.join(folder, '0.md'));
    expect(checkLanguage(folder)).toHaveLength(500);
    rmSync(path.join(folder, '1.md'));
    expect(() => checkLanguage(folder)).toThrow('only 499 files to check, 500 at least');
  } finally {
    rmSync(folder, { recursive: true });
  }
});
