import type { RemoteName } from '@rangavalli/contracts/fragments';

/** Which remote shows which paths (specification §2). `/*` stands for everything below; `:id` for one part. */
export const remotePaths: Record<RemoteName, readonly string[]> = {
  mf_catalog: [
    '/customised-sarees',
    '/handloom-saree',
    '/pattu-saree',
    '/family-combo',
    '/accessaries',
    '/all',
    '/pant',
    '/kidswear',
    '/product/:id',
    '/search',
  ],
  mf_checkout: ['/cart', '/checkout', '/payment-success'],
  mf_account: ['/login', '/register', '/forgot-password', '/reset-password', '/user/*'],
  mf_admin: ['/admin/*'],
};

/** All parts of web-kit in all their states; the server leaves it out of a shop that is open for business. */
export const DESIGN_PATH = '/design';

/** The shell's own pages. */
export const ownPaths = [
  '/',
  DESIGN_PATH,
  '/tnc',
  '/refund',
  '/shipping',
  '/privacy',
  '/contact',
  '/about',
  '/trending',
] as const;

/** Remotes whose pages are the same for every visitor at first, so that the server renders them. */
const renderedRemotes: readonly RemoteName[] = ['mf_catalog'];

/** Whether the server renders the page at `path`. */
export const isRenderedPath = (path: string): boolean => {
  const remote = remoteOfPath(path);
  return remote ? renderedRemotes.includes(remote) : path === '/';
};

const parts = (path: string): string[] => path.split('/').filter(Boolean);

function matches(pattern: string, path: readonly string[]): boolean {
  const wanted = parts(pattern);
  const below = wanted.at(-1) === '*';
  const fixed = below ? wanted.slice(0, -1) : wanted;
  return (
    (below || fixed.length === path.length) &&
    fixed.every((part, index) => (part.startsWith(':') ? Boolean(path[index]) : part === path[index]))
  );
}

/** Whether anybody shows `path`: what is not known is answered with the not-found page and status 404. */
export const isKnownPath = (path: string): boolean => {
  const asked = `/${parts(path).join('/')}`;
  return ownPaths.some((own) => own === asked) || remoteOfPath(asked) !== undefined;
};

/** The remote that shows `path`; undefined for the shell's own pages and for paths that nobody has. */
export function remoteOfPath(path: string): RemoteName | undefined {
  const asked = parts(path);
  return (Object.keys(remotePaths) as RemoteName[]).find((remote) =>
    remotePaths[remote].some((pattern) => matches(pattern, asked)),
  );
}
