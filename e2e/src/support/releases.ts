import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { type BrowserContext, expect, type Route, test as base } from '@playwright/test';

/** Which releases a visitor gets: all as they are live, or one part of the shop as it was before (`npm run skew`). */
export type Releases = 'live' | 'previous shell' | 'previous remotes';

interface Registry {
  remotes: Record<string, { version: string; entry: string }>;
}

const REGISTRY = /(<script type="application\/json" id="registry">)([^<]*)(<\/script>)/;

/** What tells the page's script that the server has rendered the page: it did so with today's remotes, and the script would take theirs over. */
const RENDERED = ' data-rendered';

/** The previous release's built files of a slice (PREVIOUS_FRONTENDS). */
const clientOf = (slice: string): string => path.join(process.env['PREVIOUS_FRONTENDS'] ?? '', slice, 'dist/client');

function fileAt(folder: string, name: string): string | undefined {
  const file = path.join(folder, name);
  return existsSync(file) && statSync(file).isFile() ? file : undefined;
}

/** The registry as it was when the previous remotes were live. */
function previousRegistry(): Registry {
  const slices = readdirSync(process.env['PREVIOUS_FRONTENDS'] ?? '').filter((slice) =>
    fileAt(clientOf(slice), 'release.json'),
  );
  const releases = slices.map(
    (slice) =>
      JSON.parse(readFileSync(path.join(clientOf(slice), 'release.json'), 'utf8')) as {
        name: string;
        version: string;
        entry: string;
        pages?: object[];
      },
  );
  return {
    remotes: Object.fromEntries(
      releases.map(({ name, version, entry, pages = [] }) => [name, { version, entry, pages }]),
    ),
  };
}

/** Gives everybody in this browser context the previous release of one part. @returns how many of its files were taken */
export async function mix(context: BrowserContext, releases: Releases): Promise<() => number> {
  let taken = 0;
  const file = async (route: Route, found: string | undefined): Promise<void> => {
    if (!found) return route.fallback();
    taken += 1;
    await route.fulfill({ path: found });
  };
  const page = async (route: Route, change: (html: string) => string): Promise<void> => {
    if (route.request().resourceType() !== 'document') return route.fallback();
    const response = await route.fetch({ maxRedirects: 0 });
    const html = await response.text();
    await route.fulfill(REGISTRY.test(html) ? { response, body: change(html) } : { response });
  };
  const own = (url: URL): boolean => !url.pathname.startsWith('/api/') && !url.pathname.startsWith('/remotes/');
  if (releases === 'previous shell') {
    const built = readFileSync(path.join(clientOf('shell'), 'index.html'), 'utf8');
    await context.route(own, (route) =>
      page(route, (html) =>
        built.replace(
          REGISTRY,
          (_all, open: string, _old, close: string) => `${open}${REGISTRY.exec(html)?.[2] ?? ''}${close}`,
        ),
      ),
    );
    await context.route(own, (route) => {
      const { pathname } = new URL(route.request().url());
      return route.request().resourceType() === 'document'
        ? route.fallback()
        : file(route, fileAt(clientOf('shell'), pathname));
    });
  }
  if (releases === 'previous remotes') {
    const registry = JSON.stringify(previousRegistry());
    await context.route(own, (route) =>
      page(route, (html) =>
        html
          .replace(REGISTRY, (_all, open: string, _old, close: string) => `${open}${registry}${close}`)
          .replace(RENDERED, ''),
      ),
    );
    await context.route('**/registry.json', (route) =>
      route.fulfill({ contentType: 'application/json', body: registry }),
    );
    await context.route('**/remotes/*/**', (route) => {
      const [, , slice = '', ...rest] = new URL(route.request().url()).pathname.split('/');
      return file(route, fileAt(clientOf(slice), rest.join('/')));
    });
  }
  return () => taken;
}

/** Playwright's test, whose visitors get the releases that the project names. */
export const test = base.extend<{ releases: Releases }>({
  releases: ['live', { option: true }],
  context: async ({ context, releases }, use) => {
    const taken = await mix(context, releases);
    await use(context);
    if (releases !== 'live') expect(taken(), 'files of the previous release').toBeGreaterThan(0);
  },
});
