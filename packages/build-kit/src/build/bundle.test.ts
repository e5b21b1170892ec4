import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { bundleOf } from './bundle-of.js';
import { toAscii } from './bundle.js';

const BUNDLE = join(import.meta.dirname, '../../dist/bin/bundle.js');
const RUN = join(import.meta.dirname, '../../dist/bin/run.cjs');

/** Compiler output, one file with its source map. */
const FILES = {
  'main.js': `
import { readFileSync } from 'node:fs';
import { greet, isHindi, price, Shop } from './shop.js';
const missing = await import('a-package-that-nobody-has').catch((error) => error.code);
const { later } = await import('./later.js');
console.log(JSON.stringify([greet('Meera'), Shop.name, missing, later, import.meta.dirname, readFileSync(new URL('beside.txt', import.meta.url), 'utf8'), process.argv.slice(2), price, isHindi]));
if (process.argv[2] === 'fail') new Shop().close();
`,
  'shop.js': `export const greet = (name) => 'Namaste, ' + name; export const price = '₹ 1,499 for “नमस्ते” 🪡'; export const isHindi = /^[ऀ-ॿ]+$/.test('नमस्ते');
export class Shop {
    close() { throw new TypeError('the shop has no door'); }
}
//# sourceMappingURL=shop.js.map
`,
  // Compiled line 3 is line 7 of the source.
  'shop.js.map': JSON.stringify({
    version: 3,
    file: 'shop.js',
    sourceRoot: '',
    sources: ['../src/shop.ts'],
    sourcesContent: ['\\n'.repeat(9)],
    names: [],
    mappings: 'AAAA;AAKA;AACA',
  }),
  'later.js': `console.log('imported late'); export const later = 'here';\n`,
  'beside.txt': 'file beside it',
};

describe('a bundled program', () => {
  let folder: string;
  let program: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'bundle-'));
    program = join(folder, 'dist/main.js');
    mkdirSync(join(folder, 'dist'));
    writeFileSync(join(folder, 'package.json'), '{"type": "module"}');
    for (const [name, text] of Object.entries(FILES)) writeFileSync(join(folder, 'dist', name), text);
    execFileSync(process.execPath, [BUNDLE, program]);
    for (const name of ['main.js', 'shop.js', 'later.js']) rmSync(join(folder, 'dist', name));
  });
  afterAll(() => rmSync(folder, { recursive: true }));
  const run = (...args: string[]) =>
    spawnSync(process.execPath, [RUN, bundleOf(program), ...args], { encoding: 'utf8' });

  it('behaves like the compiled one: class names, missing packages, dynamic imports, files beside it, arguments', () => {
    const [late = '', output = ''] = run('to', 'Surat').stdout.split('\n');
    expect(late).toBe('imported late');
    expect(JSON.parse(output)).toEqual([
      'Namaste, Meera',
      'Shop',
      expect.stringMatching(/MODULE_NOT_FOUND/),
      'here',
      join(folder, 'dist'),
      'file beside it',
      ['to', 'Surat'],
      '₹ 1,499 for “नमस्ते” 🪡',
      true,
    ]);
    expect(readFileSync(bundleOf(program), 'latin1')).not.toMatch(/[^\0-\x7f]/);
  });

  it('runs without the launcher', () => {
    expect(spawnSync(process.execPath, [bundleOf(program)], { encoding: 'utf8' }).stdout).toContain('Namaste, Meera');
  });

  it('maps stack traces to the source and its line', () => {
    expect(run('fail').stderr).toMatch(/TypeError: the shop has no door\n +at Shop\.close \(\S*src\/shop\.ts:7\)/);
  });

  it('is compiled once, and again when its content changes at the same length', () => {
    const code = `${bundleOf(program)}.code`;
    rmSync(code, { force: true });
    run();
    const cached = readFileSync(code);
    run();
    expect(readFileSync(code)).toEqual(cached);
    writeFileSync(bundleOf(program), readFileSync(bundleOf(program), 'utf8').replace('Namaste', 'Welcome'));
    expect(run().stdout).toContain('Welcome, Meera');
    expect(readFileSync(code)).not.toEqual(cached);
  });

  it('runs without a writable cache', () => {
    const elsewhere = join(folder, 'moved');
    renameSync(join(folder, 'dist'), elsewhere);
    rmSync(join(elsewhere, 'main.cjs.code'), { force: true });
    mkdirSync(join(elsewhere, 'main.cjs.code'));
    const { stdout, status } = spawnSync(process.execPath, [RUN, join(elsewhere, 'main.cjs')], { encoding: 'utf8' });
    expect(stdout).toContain(JSON.stringify(elsewhere));
    expect(status).toBe(0);
    renameSync(elsewhere, join(folder, 'dist'));
  });
});

it('does not escape text whose meaning would change', () => {
  expect(toAscii("'₹'")).toBe(String.raw`'\u20b9'`);
  for (const text of [String.raw`'\₹'`, 'String.raw`₹`']) expect(toAscii(text)).toBe(text);
});

it('imports a program that is not bundled', () => {
  const folder = mkdtempSync(join(tmpdir(), 'compiled-'));
  writeFileSync(join(folder, 'main.mjs'), `console.log(import.meta.url, process.argv.slice(2).join());`);
  const { stdout } = spawnSync(process.execPath, [RUN, join(folder, 'main.mjs'), 'one'], { encoding: 'utf8' });
  expect(stdout.trim()).toBe(`${pathToFileURL(join(folder, 'main.mjs')).href} one`);
  expect(existsSync(join(folder, 'main.mjs.code'))).toBe(false);
  rmSync(folder, { recursive: true });
});
