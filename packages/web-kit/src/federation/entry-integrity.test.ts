import { entryIntegrity, expectIntegrity } from './entry-integrity.js';
import { hostRemotes, type LoadFailure, type Registry } from './host.js';
import { loadExposed } from './remotes.js';

declare const process: { env: Record<string, string | undefined> };

const ENTRY = '/remotes/mf-catalog/1.0.0/remoteEntry.js';
const scriptFor = (url: string) =>
  (entryIntegrity.createScript as (options: { url: string }) => HTMLScriptElement | undefined)({ url });

test('the script of an entry has the hash that the registry names', () => {
  expectIntegrity(ENTRY, 'sha384-A');
  for (const url of [ENTRY, `${location.origin}${ENTRY}`]) {
    const script = scriptFor(url);
    expect([script?.integrity, script?.getAttribute('src'), script?.crossOrigin]).toEqual(['sha384-A', url, null]);
  }
});

test('an entry of another host is read with permission to check it', () => {
  expectIntegrity('https://cdn.example/remoteEntry.js', 'sha384-B');
  expect(scriptFor('https://cdn.example/remoteEntry.js')?.crossOrigin).toBe('anonymous');
});

test('other scripts are left to the runtime', () => {
  expectIntegrity('/remotes/mf-admin/remoteEntry.js', undefined);
  for (const url of ['/remotes/mf-admin/remoteEntry.js', `${ENTRY}?x`, '/other.js'])
    expect(scriptFor(url)).toBeUndefined();
});

test('in production an entry without a hash is not loaded, and the failure is reported', async () => {
  const registry: Registry = { remotes: { mf_catalog: { version: '1.0.0', entry: ENTRY } } };
  const fetched = { ok: true, json: async () => registry } as Response;
  const saved = { fetch: globalThis.fetch, env: process.env['NODE_ENV'] };
  Object.assign(globalThis, { fetch: async () => fetched });
  process.env['NODE_ENV'] = 'production';
  try {
    const failures: LoadFailure[] = [];
    hostRemotes((failure) => failures.push(failure));
    await expect(loadExposed('mf_catalog', 'routes', { fresh: false })).rejects.toThrow('has no integrity hash');
    expect(failures).toEqual([{ remote: 'mf_catalog', release: undefined, error: expect.any(Error) as Error }]);
    expect(document.querySelector('script')).toBeNull();
  } finally {
    Object.assign(globalThis, { fetch: saved.fetch });
    process.env['NODE_ENV'] = saved.env;
  }
});
