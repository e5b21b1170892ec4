const REGISTRY = /<script[^>]*id="registry"[^>]*>([^<]*)<\/script>/;
const OWN_SCRIPTS = /<script[^>]*\ssrc="(\/[^"/]+\.js)"/g;
const REMOTE_FOLDER = /"(\/remotes\/[\w-]+\/[^/"]+\/)/g;

/** What of a page's HTML changes with a release: its registry of remotes, and the shell's own scripts. */
export function releaseOf(html: string): string {
  return JSON.stringify([REGISTRY.exec(html)?.[1] ?? '', [...html.matchAll(OWN_SCRIPTS)].map(([, src]) => src)]);
}

/** Whether a kept file belongs to none of the releases that a page is made of. */
export function isOfAnotherRelease(html: string): (url: string) => boolean {
  const folders = [...html.matchAll(REMOTE_FOLDER)].map(([, folder = '']) => folder);
  return (url) => {
    const { pathname } = new URL(url);
    if (pathname.startsWith('/remotes/')) return !folders.some((folder) => pathname.startsWith(folder));
    return !html.includes(`"${pathname}"`);
  };
}
