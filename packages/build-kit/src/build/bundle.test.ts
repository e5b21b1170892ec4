import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bundleOf } from './bundle-of.js';
import { toAscii } from './bundle.js';

const BUNDLE = join(import.meta.dirname, '../../dist/bin/bundle.js');
const CODE_CACHE = join(import.meta.dirname, '../../dist/build/code-cache.cjs');

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
    spawnSync(process.execPath, ['--enable-source-maps', bundleOf(program), ...args], { encoding: 'utf8' });
  const runCached = (...args: string[]) =>
    spawnSync(process.execPath, ['--require', CODE_CACHE, bundleOf(program), ...args], {
      encoding: 'utf8',
      env: { ...process.env, CODE_CACHE_DIR: join(folder, 'cache') },
    });
  const cachedCode = () =>
    readdirSync(join(folder, 'cache'))
      .filter((name) => name.endsWith('.code'))
      .map((name) => join(folder, 'cache', name));

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

  it('maps stack traces to the source and its line', () => {
    expect(run('fail').stderr).toMatch(
      /TypeError: the shop has no door\n +at Shop\.close \(\S*src\/shop\.ts:7(:\d+)?\)/,
    );
  });

  it('runs the same with the code of an earlier run, which it keeps, and replaces when its file is damaged', () => {
    const [expected, trace] = [run('to', 'Surat').stdout, run('fail').stderr];
    expect(runCached('to', 'Surat').stdout).toBe(expected);
    const [file = '', ...others] = cachedCode();
    expect(others).toEqual([]);
    const written = statSync(file).ino;
    expect(runCached('to', 'Surat').stdout).toBe(expected);
    expect(runCached('fail').stderr).toBe(trace);
    expect(statSync(file).ino).toBe(written);

    const whole = readFileSync(file);
    writeFileSync(file, whole.fill(0, whole.length / 2));
    expect(runCached('to', 'Surat').stdout).toBe(expected);
    expect(statSync(file).ino).not.toBe(written);
  });

  it.each(['', 'own-cache'])('allocates nothing among the old objects once it is loaded (cache: “%s”)', (cache) => {
    const file = join(folder, 'keep.cjs');
    const work = 'const kept = []; for (let i = 0; i < 8e5; i += 1) kept.push({ i, pair: [i, i] });';
    writeFileSync(file, `setImmediate(() => { ${work} });`);
    const args = ['--trace-pretenuring-statistics', '--max-semi-space-size=1'];
    const decisions = (...more: string[]): string[] => {
      const env = { ...process.env, CODE_CACHE_DIR: cache && join(folder, cache) };
      const { stdout } = spawnSync(process.execPath, [...args, ...more, file], { encoding: 'utf8', env });
      return stdout.match(/pretenuring: .*=> tenure/g) ?? [];
    };
    expect(decisions()).not.toEqual([]);
    expect(decisions('--require', CODE_CACHE)).toEqual([]);
  });

  it('does not run a changed program of the same length with the code of the earlier one', () => {
    const file = bundleOf(program);
    const text = readFileSync(file, 'utf8');
    runCached();
    writeFileSync(file, text.replace('Namaste, ', 'Vanakkam '));
    const { stdout } = runCached('to', 'Surat');
    writeFileSync(file, text);
    expect(stdout).toContain('Vanakkam Meera');
    expect(cachedCode()).toHaveLength(2);
  });
});

it('does not escape text whose meaning would change', () => {
  expect(toAscii("'₹'")).toBe(String.raw`'\u20b9'`);
  for (const text of [String.raw`'\₹'`, 'String.raw`₹`']) expect(toAscii(text)).toBe(text);
});
