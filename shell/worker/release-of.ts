const REGISTRY = /<script[^>]*id="registry"[^>]*>([^<]*)<\/script>/;
/** Scripts of the shell that the page names, in whatever attribute. */
const OWN_SCRIPTS = /"(\/[\w.-]+\.[0-9a-f]{10}\.js)"/g;
const REMOTE_FOLDER = /"(\/remotes\/[\w-]+\/[^/"]+\/)/g;

const scriptsIn = (html: string): string[] => [...html.matchAll(OWN_SCRIPTS)].map(([, src = '']) => src);

/** What of a page's HTML changes with a release: its registry of remotes, and the shell's own scripts. */
export function releaseOf(html: string): string {
  return JSON.stringify([REGISTRY.exec(html)?.[1] ?? '', scriptsIn(html)]);
}

/** Which kept files belong to none of the releases that the page is made of now. The shell's stay while its own scripts do. */
export function isOfAnotherRelease(before: string, now: string): (url: string) => boolean {
  const folders = [...now.matchAll(REMOTE_FOLDER)].map(([, folder = '']) => folder);
  const sameShell = scriptsIn(before).join() === scriptsIn(now).join();
  return (url) => {
    const { pathname } = new URL(url);
    if (pathname.startsWith('/remotes/')) return !folders.some((folder) => pathname.startsWith(folder));
    return !sameShell && !now.includes(pathname);
  };
}
