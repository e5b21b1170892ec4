import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { hostOf } from './static-host.js';

const pages = [{ path: '/all', title: 'All Products' }];
const entry = (version: string): string => `/remotes/mf-catalog/${version}/remoteEntry.0123456789.js`;
let store: string;
let app: FastifyInstance;
beforeEach(async () => {
  store = mkdtempSync(join(tmpdir(), 'store-'));
  mkdirSync(join(store, 'mf-catalog'));
  app = await hostOf('/anywhere/mf-catalog', { store });
});
afterEach(async () => {
  await app.close();
  rmSync(store, { recursive: true, force: true });
});

function put(version: string, more: object = {}): void {
  const files = join(store, 'mf-catalog', version, 'client');
  mkdirSync(files, { recursive: true });
  writeFileSync(join(files, 'remoteEntry.0123456789.js'), `var mf_catalog = '${version}';`);
  writeFileSync(join(files, 'remoteEntry.0123456789.js.br'), `compressed ${version}`);
  writeFileSync(join(files, 'weave.svg'), '<svg/>');
  writeFileSync(
    join(files, '../release.json'),
    JSON.stringify({
      name: 'mf_catalog',
      slice: 'mf-catalog',
      version,
      entry: entry(version),
      pages,
      exposes: ['routes'],
      ...more,
    }),
  );
}
/** Replaces the file atomically, as the release command does. */
function makeLive(live: object): void {
  const file = join(store, 'mf-catalog/live.json');
  writeFileSync(`${file}.new`, JSON.stringify({ history: [], ...live }));
  renameSync(`${file}.new`, file);
}
const manifest = async () => (await app.inject('/remotes/mf-catalog/release.json')).json<Record<string, unknown>>();

test('serves the live release’s manifest uncached and sees a new release without a restart', async () => {
  put('1.0.0');
  makeLive({ live: '1.0.0' });
  expect((await app.inject('/remotes/mf-catalog/release.json')).headers['cache-control']).toBe('no-cache');
  expect(await manifest()).toEqual({
    name: 'mf_catalog',
    slice: 'mf-catalog',
    version: '1.0.0',
    entry: entry('1.0.0'),
    pages,
    exposes: ['routes'],
    versions: { '1.0.0': { entry: entry('1.0.0'), pages } },
  });
  put('1.1.0');
  // Without a change of what is live, too.
  expect(Object.keys((await manifest())['versions'] as object)).toEqual(['1.0.0', '1.1.0']);
  makeLive({ live: '1.0.0', canary: { version: '1.1.0', share: 10 } });
  expect(await manifest()).toMatchObject({
    version: '1.0.0',
    canary: { version: '1.1.0', entry: entry('1.1.0'), share: 10 },
  });
  makeLive({ live: '1.1.0' });
  expect(await manifest()).toMatchObject({
    version: '1.1.0',
    entry: entry('1.1.0'),
    versions: { '1.0.0': { entry: entry('1.0.0'), pages }, '1.1.0': { entry: entry('1.1.0'), pages } },
  });
  expect(await manifest()).not.toHaveProperty('canary');
});

test('lists a version no longer as soon as its folder is removed', async () => {
  for (const version of ['1.0.0', '1.1.0']) put(version);
  makeLive({ live: '1.0.0' });
  expect(Object.keys((await manifest())['versions'] as object)).toEqual(['1.0.0', '1.1.0']);
  rmSync(join(store, 'mf-catalog/1.1.0'), { recursive: true });
  expect(Object.keys((await manifest())['versions'] as object)).toEqual(['1.0.0']);
});

test('lists which other versions were live, newest first', async () => {
  for (const version of ['1.0.0', '1.1.0', '1.2.0', '1.4.0']) put(version);
  const history = [
    ...['1.1.0', '1.0.0', '1.2.0', '1.3.0', '1.0.0'].map((version) => ({ at: '', what: 'released', version })),
    { at: '', what: 'canary', version: '1.4.0' },
  ];
  makeLive({ live: '1.2.0', history });
  expect((await manifest())['previous']).toEqual(['1.0.0', '1.1.0']);
});

test('lists every version’s page definitions and rendering files', async () => {
  const rendering = { server: 'server.0123456789.cjs', scripts: ['routes.0123456789.js'], styles: [] };
  put('1.0.0');
  const newPages = [...pages, { path: '/festive', title: 'Festive' }];
  put('1.1.0', { rendering, pages: newPages });
  makeLive({ live: '1.0.0' });
  expect(await manifest()).toMatchObject({
    version: '1.0.0',
    pages,
    versions: { '1.1.0': { rendering, pages: newPages } },
  });
});

test('serves the files of every release as immutable, whichever is live', async () => {
  put('1.0.0');
  put('1.1.0');
  makeLive({ live: '1.1.0' });
  for (const version of ['1.0.0', '1.1.0']) {
    const { statusCode, body, headers } = await app.inject(entry(version));
    expect([statusCode, body, headers['cache-control']]).toEqual([
      200,
      `var mf_catalog = '${version}';`,
      'public, max-age=31536000, immutable',
    ]);
    const compressed = await app.inject({ url: entry(version), headers: { 'accept-encoding': 'br' } });
    expect([compressed.headers['content-encoding'], compressed.body]).toEqual(['br', `compressed ${version}`]);
    expect((await app.inject(`/remotes/mf-catalog/${version}/weave.svg`)).headers['cache-control']).toContain(
      'immutable',
    );
  }
});

test.each([
  '2.0.0/remoteEntry.0123456789.js',
  '1.0.0/missing.js',
  '1.0.0/../live.json',
  '1.0.0/..%2f..%2flive.json',
  '../mf-catalog/live.json',
  '.lock/x',
  'live.json',
])('does not serve %s', async (path) => {
  put('1.0.0');
  makeLive({ live: '1.0.0' });
  const { statusCode, headers } = await app.inject(`/remotes/mf-catalog/${path}`);
  expect([403, 404]).toContain(statusCode);
  expect(String(headers['cache-control'])).not.toContain('immutable');
});

test('is not ready before the first release, or when the live release is missing', async () => {
  const ready = async () => (await app.inject('/health/ready')).statusCode;
  expect([await ready(), (await app.inject('/remotes/mf-catalog/release.json')).statusCode]).toEqual([503, 404]);
  put('1.0.0');
  makeLive({ live: '1.0.0' });
  expect(await ready()).toBe(200);
  makeLive({ live: '1.1.0' });
  expect([await ready(), (await app.inject('/remotes/mf-catalog/release.json')).statusCode]).toEqual([503, 500]);
  expect((await app.inject('/health/live')).statusCode).toBe(200);
});
