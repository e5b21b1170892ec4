import { hash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { type BrowserContext, expect, type Route, test as base } from '@playwright/test';

/** What visitors get: the live releases, or one part of an earlier commit (`npm run skew`). */
export type Releases = 'live' | 'previous shell' | 'previous remotes';

export const REGISTRY_SCRIPT = /(<script type="application\/json" id="registry">)([^<]*)(<\/script>)/;

/** Marks server-rendered pages, which the page's script would hydrate with today's remotes. */
const RENDERED_ATTRIBUTE = ' data-rendered';

const clientOf = (slice: string): string => path.join(process.env['PREVIOUS_FRONTENDS'] ?? '', slice, 'dist/client');

function findFile(folder: string, name: string): string | undefined {
  const file = path.join(folder, name);
  return existsSync(file) && statSync(file).isFile() ? file : undefined;
}

interface PreviousPage {
  path: string;
  zone?: string;
}

const integrityOf = (file: string | undefined): string | undefined =>
  file && `sha384-${hash('sha384', readFileSync(file), 'base64')}`;

/** Releases from before pages had zones and hashes get those of today. */
function previousRegistry(live: string): object {
  const { remotes: liveRemotes = {} } = JSON.parse(live) as { remotes?: Record<string, { pages: PreviousPage[] }> };
  const livePages = Object.values(liveRemotes).flatMap(({ pages }) => pages);
  const zoneOf = ({ path: own, zone }: PreviousPage) => zone ?? livePages.find((page) => page.path === own)?.zone;
  const releases = readdirSync(process.env['PREVIOUS_FRONTENDS'] ?? '').flatMap((slice) => {
    const manifest = findFile(clientOf(slice), 'release.json');
    return manifest
      ? [
          JSON.parse(readFileSync(manifest, 'utf8')) as {
            name: string;
            version: string;
            entry: string;
            slice: string;
            pages?: PreviousPage[];
          },
        ]
      : [];
  });
  return {
    remotes: Object.fromEntries(
      releases.map(({ name, slice, version, entry, pages = [] }) => [
        name,
        {
          version,
          entry,
          integrity: integrityOf(findFile(clientOf(slice), path.basename(entry))),
          pages: pages.map((page) => ({ ...page, zone: zoneOf(page) })),
        },
      ]),
    ),
  };
}

const isDocument = (route: Route): boolean => route.request().resourceType() === 'document';
const isShellUrl = ({ pathname }: URL): boolean => !pathname.startsWith('/api/') && !pathname.startsWith('/remotes/');
const withRegistry = (html: string, registry: string): string =>
  html.replace(REGISTRY_SCRIPT, (_all, open: string, _old, close: string) => `${open}${registry}${close}`);

/** Serves the previous release of one part to a browser context. @returns the number of its files that were served */
export async function servePreviousRelease(context: BrowserContext, releases: Releases): Promise<() => number> {
  let served = 0;
  const serveFile = async (route: Route, file: string | undefined): Promise<void> => {
    if (!file) return route.fallback();
    served += 1;
    await route.fulfill({ path: file });
  };
  const changePages = (change: (html: string) => string) =>
    context.route(isShellUrl, async (route) => {
      if (!isDocument(route)) return route.fallback();
      const response = await route.fetch({ maxRedirects: 0 });
      const html = await response.text();
      await route.fulfill(REGISTRY_SCRIPT.test(html) ? { response, body: change(html) } : { response });
    });
  if (releases === 'previous shell') {
    const shell = readFileSync(path.join(clientOf('shell'), 'index.html'), 'utf8');
    await changePages((html) => withRegistry(shell, REGISTRY_SCRIPT.exec(html)?.[2] ?? ''));
    await context.route(isShellUrl, (route) =>
      isDocument(route)
        ? route.fallback()
        : serveFile(route, findFile(clientOf('shell'), new URL(route.request().url()).pathname)),
    );
  }
  if (releases === 'previous remotes') {
    let registry = JSON.stringify(previousRegistry('{}'));
    await changePages((html) => {
      registry = JSON.stringify(previousRegistry(REGISTRY_SCRIPT.exec(html)?.[2] ?? '{}'));
      return withRegistry(html, registry).replace(RENDERED_ATTRIBUTE, '');
    });
    await context.route('**/registry.json', (route) =>
      route.fulfill({ contentType: 'application/json', body: registry }),
    );
    await context.route('**/remotes/*/**', (route) => {
      const [, , slice = '', ...rest] = new URL(route.request().url()).pathname.split('/');
      return serveFile(route, findFile(clientOf(slice), rest.join('/')));
    });
  }
  return () => served;
}

/** Playwright's test with the releases that the project selects. */
export const test = base.extend<{ releases: Releases }>({
  releases: ['live', { option: true }],
  context: async ({ context, releases }, use) => {
    const countServed = await servePreviousRelease(context, releases);
    await use(context);
    if (releases !== 'live') expect(countServed(), 'files of the previous release').toBeGreaterThan(0);
  },
});
