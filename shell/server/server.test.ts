import { mkdtempSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { shellApp } from './app.js';
import { RegistryReader } from './registry.js';

const entry = '/remotes/mf-catalog/remoteEntry.0123456789.js';
let host: Server;
let address: string;
let clock = 0;

beforeEach(async () => {
  host = createServer((_request, response) => response.end(JSON.stringify({ name: 'mf_catalog', version: '1', entry })));
  await new Promise<void>((resolve) => {
    host.listen(0, '127.0.0.1', resolve);
  });
  address = `http://127.0.0.1:${(host.address() as AddressInfo).port}`;
});
afterEach(() => host.close());

function builtPage(): string {
  const folder = mkdtempSync(join(tmpdir(), 'shell-'));
  writeFileSync(join(folder, 'index.html'), '<html><head><script type="application/json" id="registry">{}</script></head></html>');
  writeFileSync(join(folder, 'main.0123456789.js'), '1');
  return folder;
}

test('a remote that goes down keeps its last good entry in the registry', async () => {
  const reader = new RegistryReader({ mf_catalog: address }, () => clock);
  expect((await reader.fresh()).remotes.mf_catalog).toEqual({ version: '1', entry });
  host.closeAllConnections();
  host.close();
  clock += 60_000;
  expect((await reader.fresh()).remotes.mf_catalog?.entry).toBe(entry);
});

test('a remote that was never there is left out, and comes in once it is', async () => {
  const reader = new RegistryReader({ mf_catalog: address, mf_admin: 'http://127.0.0.1:9' }, () => clock);
  expect(Object.keys((await reader.fresh()).remotes)).toEqual(['mf_catalog']);
});

test('a page carries the registry and asks ahead for its remote', async () => {
  const app = await shellApp(builtPage(), new RegistryReader({ mf_catalog: address }));
  const page = await app.inject('/pattu-saree');
  expect(page.statusCode).toBe(200);
  expect(page.body).toContain(`"entry":"${entry}"`);
  expect(page.body).toContain(`<link rel="prefetch" as="script" href="${entry}"`);
  expect((await app.inject('/')).body).not.toContain('prefetch');
});

test('unknown pages are 404 with the page, unknown files 404 without, hashed files are immutable', async () => {
  const app = await shellApp(builtPage(), new RegistryReader({}));
  const nowhere = await app.inject('/nowhere');
  expect([nowhere.statusCode, nowhere.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
  expect((await app.inject('/main.ffffffffff.js')).headers['content-type']).toMatch('text/plain');
  expect((await app.inject('/main.0123456789.js')).headers['cache-control']).toContain('immutable');
});
