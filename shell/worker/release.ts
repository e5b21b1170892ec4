import { matchPage } from '@rangavalli/contracts/page-matcher';
import { isPublicPage, listPages, type Registry } from '../src/pages/pages.js';

const REGISTRY = /<script[^>]*id="registry"[^>]*>([^<]*)<\/script>/;
const SHELL_SCRIPTS = /"(\/[\w.-]+\.[0-9a-f]{10}\.js)"/g;
const REMOTE_FOLDERS = /"(\/remotes\/[\w-]+\/[^/"]+\/)/g;

const registryIn = (html: string) => REGISTRY.exec(html)?.[1] ?? '';
const scriptsIn = (html: string) => [...html.matchAll(SHELL_SCRIPTS)].map(([, path = '']) => path);

/** Returns what a release changes: the registry and the shell's scripts. */
export const releaseOf = (html: string) => JSON.stringify([registryIn(html), scriptsIn(html)]);

/** By the page definitions in the HTML's own registry. */
export function isPublicHtml(url: string, html: string) {
  try {
    const { remotes = {} } = JSON.parse(registryIn(html)) as Partial<Registry>;
    const page = matchPage(listPages(remotes), new URL(url).pathname);
    return page !== undefined && isPublicPage(page);
  } catch {
    return false;
  }
}

export function obsoleteFiles(oldHtml: string, newHtml: string): (url: string) => boolean {
  const folders = [...newHtml.matchAll(REMOTE_FOLDERS)].map(([, folder = '']) => folder);
  const isSameShell = scriptsIn(oldHtml).join() === scriptsIn(newHtml).join();
  return (url) => {
    const { pathname } = new URL(url);
    if (pathname.startsWith('/remotes/')) return !folders.some((folder) => pathname.startsWith(folder));
    return !isSameShell && !newHtml.includes(pathname);
  };
}
