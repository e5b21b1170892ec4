import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { releaseStore } from '../support/command.js';
import { REGISTRY_SCRIPT } from '../support/releases.js';
import { run } from '../support/store.js';

const PREFETCH_LINK = /<link rel="prefetch"[^>]*>/;
const COMPRESSED = /\.(br|gz)$/;

const read = async (url: string): Promise<Buffer> => {
  const response = await fetch(run().address + url);
  if (!response.ok) throw new Error(`${url}: ${response.status}`);
  return Buffer.from(await response.arrayBuffer());
};
const hash = (bytes: Buffer | string): string => createHash('sha256').update(bytes).digest('hex');
const uncompressedFiles = (folder: string): string[] => readdirSync(folder).filter((name) => !COMPRESSED.test(name));

export const parseRegistry = (html: string) =>
  JSON.parse(REGISTRY_SCRIPT.exec(html)?.[2] ?? '{}') as {
    remotes: Record<string, { version: string; entry: string }>;
  };

export const filesOf = (slice: string, version: string): string[] =>
  uncompressedFiles(path.join(releaseStore(), slice, version, 'client')).map(
    (name) => `/remotes/${slice}/${version}/${name}`,
  );

export const liveVersion = (slice: string): string =>
  (JSON.parse(readFileSync(path.join(releaseStore(), slice, 'live.json'), 'utf8')) as { live: string }).live;

export async function hashShell(): Promise<Record<string, string>> {
  const files = uncompressedFiles(path.join(releaseStore(), 'shell', liveVersion('shell'), 'client'))
    .filter((name) => name !== 'index.html')
    .map((name) => `/${name}`);
  // No slice renders /cart on the server.
  const page = (await read('/cart')).toString().replace(REGISTRY_SCRIPT, '$1$3').replace(PREFETCH_LINK, '');
  return { page: hash(page), ...(await hashFiles(files)) };
}

export const hashRelease = (slice: string, version: string): Promise<Record<string, string>> =>
  hashFiles(filesOf(slice, version));

export const hashRemote = async (slice: string): Promise<Record<string, string>> => ({
  manifest: hash(await read(`/remotes/${slice}/release.json`)),
  ...(await hashRelease(slice, liveVersion(slice))),
});

const hashFiles = async (urls: readonly string[]): Promise<Record<string, string>> =>
  Object.fromEntries(await Promise.all(urls.map(async (url) => [url, hash(await read(url))] as const)));

export const processIds = (): Record<string, { pid: number; restarts: number }> =>
  Object.fromEntries(Object.entries(run().processes).map(([name, { pid, restarts }]) => [name, { pid, restarts }]));
