import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { releaseStore, ROOT } from '../support/command.js';
import { run } from '../support/store.js';

/** The part of the page that says which release of each remote this visitor gets. */
const REGISTRY = /(<script type="application\/json" id="registry">)([^<]*)(<\/script>)/;
const PREFETCHED = /<link rel="prefetch"[^>]*>/;
const COMPRESSED = /\.(br|gz)$/;

export type Registry = { remotes: Record<string, { version: string; entry: string }> };

const read = async (address: string): Promise<Buffer> => {
  const answer = await fetch(run().address + address);
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
  return Buffer.from(await answer.arrayBuffer());
};
const hash = (bytes: Buffer | string): string => createHash('sha256').update(bytes).digest('hex');
const plainFiles = (folder: string): string[] => readdirSync(folder).filter((name) => !COMPRESSED.test(name));

/** The registry that a page carries. */
export const registryIn = (html: string): Registry => JSON.parse(REGISTRY.exec(html)?.[2] ?? '{}') as Registry;

/** Addresses of a release's files, as a browser asks for them. */
export const filesOf = (slice: string, version: string): string[] =>
  plainFiles(path.join(releaseStore(), slice, version, 'client')).map((name) => `/remotes/${slice}/${version}/${name}`);

/** The release that everybody gets. */
export const liveVersion = (slice: string): string =>
  (JSON.parse(readFileSync(path.join(releaseStore(), slice, 'live.json'), 'utf8')) as { live: string }).live;

/** Hashes of what visitors get of the shell: its files, and its page but for what it says of the releases. */
export async function shellServed(): Promise<Record<string, string>> {
  const files = plainFiles(path.join(ROOT, 'shell/dist/client'))
    .filter((name) => name !== 'index.html')
    .map((name) => `/${name}`);
  // A page in which no slice has rendered anything yet.
  const page = (await read('/cart')).toString().replace(REGISTRY, '$1$3').replace(PREFETCHED, '');
  return { page: hash(page), ...(await hashes(files)) };
}

/** Hashes of what visitors get of a release. */
export const releaseServed = (slice: string, version: string): Promise<Record<string, string>> =>
  hashes(filesOf(slice, version));

/** Hashes of what visitors get of a remote: what its host says of its releases, and the files of the live one. */
export async function remoteServed(slice: string): Promise<Record<string, string>> {
  return {
    said: hash(await read(`/remotes/${slice}/release.json`)),
    ...(await releaseServed(slice, liveVersion(slice))),
  };
}

const hashes = async (addresses: readonly string[]): Promise<Record<string, string>> =>
  Object.fromEntries(
    await Promise.all(addresses.map(async (address) => [address, hash(await read(address))] as const)),
  );

/** Which process each part of the store is. */
export const processIds = (): Record<string, { pid: number; restarts: number }> =>
  Object.fromEntries(Object.entries(run().processes).map(([name, { pid, restarts }]) => [name, { pid, restarts }]));
