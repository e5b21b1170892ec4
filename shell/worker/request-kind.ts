import { offlineReads } from '@rangavalli/contracts/browser';
import { matchPage } from '@rangavalli/contracts/page-matcher';

/**
 * How the worker handles a request:
 * - `page`: a public page comes from the cache and is revalidated, any other from the network;
 * - `file`: its name contains its hash: from the cache until its release is gone;
 * - `picture`: of the shop's image host;
 * - `read`: a public API read: from the network, from the cache without a connection.
 */
export type RequestKind = 'page' | 'file' | 'picture' | 'read';

const HASHED_NAME = /\.[0-9a-f]{10}\.[a-z0-9]+$/;
const FILE_PATH = /\.[a-z0-9]{2,5}$/i;
const REMOTE_FILE = /^\/remotes\/[\w-]+\/[^/]+\/[^/]+$/;

/** Returns undefined for a request that bypasses the worker: every write, every other call, other origins. */
export function requestKind(
  { url, method, mode, headers }: Pick<Request, 'url' | 'method' | 'mode' | 'headers'>,
  origin: string,
): RequestKind | undefined {
  const { origin: target, pathname } = new URL(url);
  if (method !== 'GET' || target !== origin || headers.has('range')) return undefined;
  if (mode === 'navigate') return FILE_PATH.test(pathname) || pathname.startsWith('/api/') ? undefined : 'page';
  if (matchPage(offlineReads, pathname)) return 'read';
  if (pathname.startsWith('/media/')) return 'picture';
  if (HASHED_NAME.test(pathname) && (pathname.lastIndexOf('/') === 0 || REMOTE_FILE.test(pathname))) return 'file';
  return undefined;
}

/** Whether a page's address selects the release of a remote: `?mf-catalog=1.4.0`, or `live`. */
export const selectsRelease = (url: string): boolean =>
  [...new URL(url).searchParams.keys()].some((name) => name.startsWith('mf-'));
