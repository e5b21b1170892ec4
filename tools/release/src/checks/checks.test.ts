import { Scratch } from '../testing/releases.js';
import { smokeLoad } from './smoke-load.js';

let scratch: Scratch;
beforeEach(() => (scratch = new Scratch()));
afterEach(() => scratch.remove());

const entry = 'remoteEntry.0123456789.js';
const release = {
  name: 'mf_x',
  slice: 'mf-x',
  version: '1.0.0',
  entry: `/remotes/mf-x/1.0.0/${entry}`,
  pages: [],
  exposes: ['routes'],
};
/** A container whose module is made by this script's expression. */
const container = (module: string): string =>
  `var mf_x = { init(lent) { this.lent = lent; }, async get() { const made = await (${module}); return () => made; } };`;
const fetchingAChunk = `new Promise((resolve, reject) => {
  const script = document.createElement('script');
  script.src = '/remotes/mf-x/1.0.0/305.js';
  script.onload = () => resolve({ default: window.chunk });
  script.onerror = () => reject(new Error('305 did not come'));
  document.head.append(script);
})`;

describe('a built remote', () => {
  test('loads with its chunks, which are named', async () => {
    const chunk = 'window.chunk = () => null;';
    const files = scratch.files({
      [entry]: container(fetchingAChunk),
      '305.js': chunk,
      'not-requested.js': 'x'.repeat(50_000),
    });
    expect(await smokeLoad(release, files)).toEqual({ routes: [entry, '305.js'] });
  });

  test('is lent the shell’s React', async () => {
    const files = scratch.files({
      [entry]: container('({ default: Object.values(mf_x.lent.react)[0].lib().createElement })'),
    });
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
