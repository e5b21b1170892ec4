import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cacheControl, staticHost } from './static-host.js';

function builtRemote(): string {
  const folder = mkdtempSync(join(tmpdir(), 'remote-'));
  const files = join(folder, 'dist/client');
  mkdirSync(files, { recursive: true });
  writeFileSync(
    join(files, 'release.json'),
    JSON.stringify({ name: 'mf_catalog', slice: 'mf-catalog', version: '1', entry: '/x', pages: [], exposes: [] }),
  );
  writeFileSync(join(files, 'remoteEntry.0123456789.js'), 'var mf_catalog;');
  writeFileSync(join(files, 'remoteEntry.0123456789.js.br'), 'compressed');
  return folder;
}

test('caches hashed files for ever and revalidates all others', () => {
  expect(cacheControl('/a/main.0123456789.js')).toContain('immutable');
  expect(cacheControl('/a/main.0123456789.css.br')).toContain('immutable');
  expect(cacheControl('/a/release.json')).toBe('no-cache');
});

test('serves a remote’s files under its name, compressed when accepted', async () => {
  const app = await staticHost(builtRemote());
  const plain = await app.inject('/remotes/mf-catalog/remoteEntry.0123456789.js');
  expect([plain.statusCode, plain.body]).toEqual([200, 'var mf_catalog;']);
  const compressed = await app.inject({
    url: '/remotes/mf-catalog/remoteEntry.0123456789.js',
    headers: { 'accept-encoding': 'br' },
  });
  expect([compressed.headers['content-encoding'], compressed.body]).toEqual(['br', 'compressed']);
  expect((await app.inject('/remotes/mf-catalog/missing.js')).statusCode).toBe(404);
});

test('serves the manifest of its one version like a releases host', async () => {
  const app = await staticHost(builtRemote());
  const { headers, body } = await app.inject('/remotes/mf-catalog/release.json');
  expect(headers['cache-control']).toBe('no-cache');
  expect(JSON.parse(body)).toMatchObject({ version: '1', pages: [], versions: { 1: { entry: '/x', pages: [] } } });
});

test('is not ready when its files are missing', async () => {
  const folder = builtRemote();
  const app = await staticHost(folder);
  expect((await app.inject('/health/ready')).statusCode).toBe(200);
  rmSync(join(folder, 'dist'), { recursive: true });
  expect((await app.inject('/health/ready')).statusCode).toBe(503);
  expect((await app.inject('/health/live')).statusCode).toBe(200);
});
