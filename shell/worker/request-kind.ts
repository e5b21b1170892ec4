import { offlineReads } from '@rangavalli/contracts/browser';
import { matchPage } from '@rangavalli/contracts/page-matcher';
import { FILE_PATH } from '@rangavalli/contracts/reserved-paths';

/** Pages and files come from the cache first, `read`s (public API calls) from the network. */
export type RequestKind = 'page' | 'file' | 'picture' | 'read';

const HASHED_NAME = /\.[0-9a-f]{10}\.[a-z0-9]+$/;
const REMOTE_FILE = /^\/remotes\/[\w-]+\/[^/]+\/[^/]+$/;

/** Returns undefined for writes, other calls and other origins, which bypass the worker. */
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

/** By `?mf-catalog=1.4.0` or `live`. */
export const selectsRelease = (url: string) =>
  [...new URL(url).searchParams.keys()].some((name) => name.startsWith('mf-'));
