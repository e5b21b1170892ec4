import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { brotliCompressSync } from 'node:zlib';
import { runChild } from '../command/child.js';
import { ROOT } from '../workspaces.js';
import { checkBudget, pageBudgetErrors } from './budget.js';
import { weigh } from './weight.js';

let folder: string;
beforeEach(() => (folder = mkdtempSync(path.join(tmpdir(), 'budget-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** A built file that weighs so much. */
function file(name: string, bytes: number): string {
  writeFileSync(path.join(folder, name), 'x');
  writeFileSync(path.join(folder, `${name}.br`), Buffer.alloc(bytes));
  return name;
}
function budgets(slices: object, pages: object = {}): URL {
  const name = path.join(folder, 'budgets.json');
  writeFileSync(name, JSON.stringify({ slices, pages }));
  return pathToFileURL(name);
}

describe('what files weigh', () => {
  test('is what leaves the server, each file once, scripts and styles apart', () => {
    const small = 'a small script';
    writeFileSync(path.join(folder, 'small.js'), small);
    expect(weigh([file('a.js', 100), file('b.css', 20), 'a.js', 'small.js'], folder)).toEqual({
      js: 100 + brotliCompressSync(small).length,
      css: 20,
    });
  });
});

describe('a budget', () => {
  const routes = { routes: { js: 32_000, css: 1_000 } };

  test('throws with both numbers and the largest modules when a part exceeds it', () => {
    const file31 = budgets({ 'mf-x': routes });
    expect(checkBudget('mf-x', { routes: [file('a.js', 31_000)] }, folder, { file: file31 })).toBe(
      'routes 30.3 KB JS, 0.0 KB CSS',
    );
    const largest = () => [
      { name: './src/loom.ts', bytes: 204_800 },
      { name: 'moment/moment.js', bytes: 102_400 },
    ];
    expect(() => checkBudget('mf-x', { routes: [file('a.js', 33_000)] }, folder, { file: file31, largest })).toThrow(
      'mf-x is over its budget (packages/build-kit/budgets.json):\n  routes loads 32.2 KB of JS (brotli), its budget is 31.3 KB\n    largest sources: ./src/loom.ts 200.0 KB, moment/moment.js 100.0 KB',
    );
    expect(() => checkBudget('mf-x', { routes: [file('a.css', 1_001)] }, folder, { file: file31 })).toThrow(
      'routes loads 1.0 KB of CSS',
    );
  });

  test('is required for each part', () => {
    expect(() =>
      checkBudget('mf-x', { routes: [], Badge: [file('b.js', 2_000)] }, folder, { file: budgets({ 'mf-x': routes }) }),
    ).toThrow('Badge has no budget');
  });

  test('of a combination of parts counts shared files once', () => {
    const combination = budgets({
      'mf-x': { A: { js: 300, css: 0 }, B: { js: 300, css: 0 }, 'A + B': { js: 400, css: 0 } },
    });
    const loads = { A: [file('entry.js', 100), file('a.js', 150)], B: ['entry.js', file('b.js', 150)] };
    expect(checkBudget('mf-x', loads, folder, { file: combination })).toContain('A + B 0.4 KB JS');
    file('b.js', 151);
    expect(() => checkBudget('mf-x', loads, folder, { file: combination })).toThrow('A + B loads 0.4 KB of JS');
  });
});

describe('a page', () => {
  const slices = { shell: { main: { js: 70_000, css: 0 } }, 'mf-x': { Badge: { js: 20_000, css: 0 } } };
  const home = (js: number) => budgets(slices, { home: { js, loads: { shell: 'main', 'mf-x': 'Badge' } } });

  test('has a budget that covers those of its parts', () => {
    expect(pageBudgetErrors(home(90_000))).toEqual([]);
    expect(pageBudgetErrors(home(89_000))).toEqual([
      'home has a budget of 86.9 KB of JS, its parts 87.9 KB: shell main 68.4 KB, mf-x Badge 19.5 KB',
    ]);
    expect(() => checkBudget('shell', { main: [] }, folder, { file: home(89_000) })).toThrow(
      'The budgets do not fit the pages',
    );
  });

  test('loads parts that have a budget, in this checkout too', () => {
    expect(pageBudgetErrors(budgets(slices, { home: { js: 1, loads: { shell: 'head' } } }))).toEqual([
      'home loads shell head, which has no budget',
    ]);
    expect(pageBudgetErrors()).toEqual([]);
  });
});

test('the build command removes the stamp, and requires valid pages and a build within its budget', async () => {
  const slice = path.join(folder, 'mf-account');
  mkdirSync(path.join(slice, 'src'), { recursive: true });
  const build = (pattern: string) => {
    writeFileSync(path.join(slice, 'src/pattern.ts'), `export const pattern = ${JSON.stringify(pattern)};`);
    writeFileSync(
      path.join(slice, 'src/routes.ts'),
      "import { pattern } from './pattern.js';\nexport default () => pattern;",
    );
    return runChild(process.execPath, [path.join(ROOT, 'packages/build-kit/dist/bin/build.js')], { cwd: slice });
  };
  writeFileSync(path.join(slice, 'package.json'), '{"name": "mf-account", "version": "1.0.0"}');
  writeFileSync(path.join(slice, 'tsconfig.json'), '{"compilerOptions": {"module": "preserve"}, "include": ["src"]}');
  writeFileSync(path.join(slice, 'remote.json'), '{"exposes": {"./routes": "./src/routes.ts"}}');
  const withoutPages = await build('plain');
  expect([withoutPages.code, withoutPages.output]).toEqual([1, expect.stringContaining('no src/pages.ts')]);
  const writePages = (pages: object[]) =>
    writeFileSync(path.join(slice, 'src/pages.ts'), `export const pages = ${JSON.stringify(pages)};`);
  writePages([{ path: 'login', title: 'Login' }]);
  const invalid = await build('plain');
  expect([invalid.code, invalid.output]).toEqual([1, expect.stringContaining('0.path: must be a path')]);
  writePages([{ path: '/login', title: 'Login' }]);
  const lean = await build('plain');
  expect([lean.code, lean.output]).toEqual([0, expect.stringContaining('mf-account 1.0.0')]);
  const release = JSON.parse(readFileSync(path.join(slice, 'dist/client/release.json'), 'utf8')) as object;
  expect(release).toMatchObject({ pages: [{ path: '/login', title: 'Login' }], rendering: { styles: [] } });
  const { slices } = JSON.parse(readFileSync(path.join(ROOT, 'packages/build-kit/budgets.json'), 'utf8')) as {
    slices: Record<string, { routes: { js: number } }>;
  };
  const random = Array.from({ length: (slices['mf-account']?.routes.js ?? 0) / 4 }, () =>
    Math.random().toString(36).slice(2, 8),
  ).join('');
  const stamp = path.join(slice, 'dist/inputs.sha256');
  writeFileSync(stamp, 'of the build before');
  const heavy = await build(random);
  expect([heavy.code, existsSync(stamp)]).toEqual([1, false]);
  expect(heavy.output).toMatch(
    /mf-account is over its budget .*\n {2}routes loads [\d.]+ KB of JS \(brotli\), its budget is [\d.]+ KB\n {4}largest sources: .*\.\/src\/pattern\.ts/,
  );
});
