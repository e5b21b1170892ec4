import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { brotliCompressSync } from 'node:zlib';
import { ROOT } from '@rangavalli/build-kit/workspaces';
import { remoteSlices } from '../remotes.js';
import { Scratch } from '../testing/releases.js';
import { checkBudget } from './budget.js';
import { smokeLoad } from './smoke-load.js';

let scratch: Scratch;
beforeEach(() => (scratch = new Scratch()));
afterEach(() => scratch.remove());

const entry = 'remoteEntry.0123456789.js';
const release = { name: 'mf_x', slice: 'mf-x', version: '1.0.0', entry: `/remotes/mf-x/1.0.0/${entry}`, exposes: ['routes'] };
/** A container whose module is made by this script's expression. */
const container = (module: string): string => `var mf_x = { init(lent) { this.lent = lent; }, async get() { const made = await (${module}); return () => made; } };`;
const fetchingAChunk = `new Promise((resolve, reject) => {
  const script = document.createElement('script');
  script.src = '/remotes/mf-x/1.0.0/305.js';
  script.onload = () => resolve({ default: window.chunk });
  script.onerror = () => reject(new Error('305 did not come'));
  document.head.append(script);
})`;

describe('a built remote', () => {
  test('loads with its chunks, and their compressed bytes are counted', async () => {
    const chunk = 'window.chunk = () => null;';
    const files = scratch.files({ [entry]: container(fetchingAChunk), '305.js': chunk, 'never-asked-for.js': 'x'.repeat(50_000) });
    writeFileSync(path.join(files, '305.js.br'), 'twelve bytes');
    expect(await smokeLoad(release, files)).toEqual({ routes: 12 + brotliCompressSync(container(fetchingAChunk)).length });
  });

  test('is lent the shell’s React', async () => {
    const files = scratch.files({ [entry]: container('({ default: Object.values(mf_x.lent.react)[0].lib().createElement })') });
    await expect(smokeLoad(release, files)).resolves.toHaveProperty('routes');
  });

  test.each([
    ['a chunk that is missing', container(fetchingAChunk), '305 did not come'],
    ['a module that throws', container('Promise.reject(new Error("the loom broke"))'), 'the loom broke'],
    ['a script that is none', 'this is no script', 'made no mf_x'],
    ['no default export', container('({})'), 'it has no default export'],
    ['a container of another name', 'var mf_y = {};', 'its script made no mf_x'],
  ])('%s is named', async (_what, script, reason) => {
    const failure = await smokeLoad(release, scratch.files({ [entry]: script })).catch((error: Error) => error.message);
    expect(failure).toMatch(/^mf_x\/routes does not load: /);
    expect(failure).toContain(reason);
  });
});

describe('a budget', () => {
  const budgets = (): URL => pathToFileURL(path.join(scratch.files({ 'budgets.json': '{"mf-x": {"routes": 32000}}' }), 'budgets.json'));

  test('is kept or refused with both numbers', () => {
    expect(checkBudget('mf-x', { routes: 31_000 }, budgets())).toBe('routes 30.3 KB');
    expect(() => checkBudget('mf-x', { routes: 33_000 }, budgets())).toThrow('routes loads 32.2 KB (brotli) at once, its budget is 31.3 KB');
  });

  test('must be there for each module', () => {
    expect(() => checkBudget('mf-x', { routes: 1, Badge: 2_000 }, budgets())).toThrow('Badge has no budget: give it one in tools/release/budgets.json (it loads 2000 bytes)');
  });

  test('is there for every module that a remote of this checkout exposes', () => {
    for (const slice of remoteSlices) {
      const { exposes } = JSON.parse(readFileSync(path.join(ROOT, slice, 'remote.json'), 'utf8')) as { exposes: Record<string, string> };
      expect(() => checkBudget(slice, Object.fromEntries(Object.keys(exposes).map((name) => [name.replace('./', ''), 1])))).not.toThrow();
    }
  });
});
