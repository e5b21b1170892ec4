import { ownPaths, DESIGN_PATH, remoteOfPath } from '../src/remote-paths.js';

/**
 * What the worker has to do with a request:
 * - `page`: a public page: shown as it was kept, and asked for anew behind it;
 * - `own page`: cart, checkout, what belongs to somebody: never kept;
 * - `file`: its name carries its content's hash: kept until its release is gone;
 * - `picture`: of the shop's image host;
 * - `read`: a product, or a list of them: the same for everybody, kept for when there is no connection.
 */
export type Kind = 'page' | 'own page' | 'file' | 'picture' | 'read';

/** The part of a request that says what it is. */
export interface Asked {
  url: string;
  method: string;
  mode: string;
  headers: Headers;
}

const HASHED_NAME = /\.[0-9a-f]{10}\.[a-z0-9]+$/;
const FILE_PATH = /\.[a-z0-9]{2,5}$/i;
const REMOTE_FILE = /^\/remotes\/[\w-]+\/[^/]+\/[^/]+$/;
/** The calls that contracts name `shared`, and no other. */
const READ = /^\/api\/products\/(?:getAll|getOne\/[0-9a-f]{24})$/;

/** Whose pages may be kept: the shell's own and the catalog's are the same for everybody. */
export function isPublicPage(pathname: string): boolean {
  const path = pathname.replace(/(.)\/+$/, '$1');
  return (ownPaths.some((own) => own === path) && path !== DESIGN_PATH) || remoteOfPath(path) === 'mf_catalog';
}

/** Undefined for what goes to the network as if there were no worker: every write, every other call, other origins. */
export function kindOf({ url, method, mode, headers }: Asked, origin: string): Kind | undefined {
  const address = new URL(url);
  if (method !== 'GET' || address.origin !== origin || headers.has('range')) return undefined;
  const { pathname } = address;
  if (mode === 'navigate') {
    if (FILE_PATH.test(pathname) || pathname.startsWith('/api/')) return undefined;
    return isPublicPage(pathname) ? 'page' : 'own page';
  }
  if (READ.test(pathname)) return 'read';
  if (pathname.startsWith('/media/')) return 'picture';
  if (HASHED_NAME.test(pathname) && (pathname.lastIndexOf('/') === 0 || REMOTE_FILE.test(pathname))) return 'file';
  return undefined;
}

/** A tester asks for a release by the page's address (`?mf-catalog=1.4.0`), or for the live one again. */
export const asksForRelease = (url: string): boolean =>
  [...new URL(url).searchParams.keys()].some((name) => name.startsWith('mf-'));
