import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Browser, expect, type Page, test } from '@playwright/test';
import { completeEveryCheckout, Load, unexpectedFailures } from '../load/load.js';
import { waitUntilCached } from '../support/browser-cache.js';
import { runCommand } from '../support/command.js';
import { logInAsOwner } from '../support/people.js';
import { eventually, run } from '../support/store.js';
import { filesOf, hashRelease, hashRemote, hashShell, liveVersion, parseRegistry, processIds } from './served.js';
import { type Edit, TeamCheckout } from './team-checkout.js';

// Traces inspect every page, which the browser takes for an interaction (`revisit`).
test.use({ trace: 'off', screenshot: 'off' });
test.describe.configure({ mode: 'serial', timeout: 150_000 });

const SLICE = 'mf-catalog';
const OTHERS = ['mf-checkout', 'mf-account', 'mf-admin'];
const BUYERS = 3;
const VISITORS = 2;

/** Creates a unique collection subtitle, so that each run has a new build. */
const uniqueSubtitle = (): string => `New this week ${randomUUID().slice(0, 8)}`;
const setSubtitle = (subtitle: string): Edit => [
  'src/collections/CollectionPage.tsx',
  'lead={blurb}',
  `lead=${JSON.stringify(subtitle)}`,
];
let team: TeamCheckout;
let base: string;
test.beforeAll(() => {
  team = new TeamCheckout(SLICE);
  base = liveVersion(SLICE);
});
test.afterAll(async () => {
  team.remove();
  if (liveVersion(SLICE) !== base) await runCommand('rollback', SLICE, base);
});

/** Loads a page as a new visitor, or with cookies. @returns the release in its registry */
async function loadVersion(cookie = ''): Promise<{ version: string | undefined; cookies: string[] }> {
  const response = await fetch(`${run().address}/pattu-saree`, { headers: cookie ? { cookie } : {} });
  return {
    version: parseRegistry(await response.text()).remotes['mf_catalog']?.version,
    cookies: response.headers.getSetCookie().map((header) => header.split(';')[0] ?? ''),
  };
}
/** Waits until new visitors get a release: the shell's server polls every two seconds. */
const waitForVersion = (version: string): Promise<void> =>
  eventually(async () => expect((await loadVersion()).version).toBe(version), 10_000);

async function release(...args: string[]): Promise<string> {
  const { code, output } = await team.release(...args);
  expect(code, output).toBe(0);
  return /^mf-catalog (\S+) is /m.exec(output)?.[1] ?? '';
}

const filesFrom = (tab: Tab, version: string): string[] =>
  tab.remoteFiles.filter((path) => path.startsWith(`/remotes/${SLICE}/${version}/`));

async function openCollection(browser: Browser, { shows, lacks }: { shows?: string; lacks?: string }): Promise<Tab> {
  const tab = await Tab.open(browser, '/pattu-saree');
  await expect(tab.page.getByRole('link', { name: 'Shop Now' }).first()).toBeVisible();
  if (shows) await expect(tab.page.getByText(shows)).toBeVisible();
  if (lacks) await expect(tab.page.getByText(lacks)).toHaveCount(0);
  return tab;
}

/**
 * Revisits a cached page, which is then replaced by the live release. The test must not inspect the page meanwhile: the
 * browser takes that for an interaction, after which the cached page stays.
 */
async function revisit({ page }: Tab, version: string): Promise<void> {
  const requested = page.waitForRequest((request) => request.url().includes(`/remotes/${SLICE}/${version}/`), {
    timeout: 30_000,
  });
  await page.goto('/pattu-saree');
  await requested;
}

test('mf-catalog is released and rolled back under load: open tabs keep working and nothing else changes', async ({
  browser,
}) => {
  const readEverythingElse = async () => ({
    processes: processIds(),
    shell: await hashShell(),
    others: await Promise.all(OTHERS.map(hashRemote)),
    base: await hashRelease(SLICE, base),
  });
  const before = await readEverythingElse();
  const subtitle = uniqueSubtitle();
  const load = await Load.create(await logInAsOwner(), BUYERS, completeEveryCheckout);
  const visitors = new Visitors(VISITORS);
  load.start();
  const tabs: Tab[] = [];
  let next = '';
  try {
    const homeTab = await Tab.open(browser, '/');
    const catalogTab = await openCollection(browser, { lacks: subtitle });
    const cachedTab = await openCollection(browser, { lacks: subtitle });
    await waitUntilCached(cachedTab.page);
    tabs.push(homeTab, catalogTab, cachedTab);

    team.change([setSubtitle(subtitle)]);
    next = await release();
    await waitForVersion(next);
    const newTab = await openCollection(browser, { shows: subtitle });
    tabs.push(newTab);
    await revisit(cachedTab, next);
    await expect(cachedTab.page.getByText(subtitle)).toBeVisible();
    await waitUntilCached(cachedTab.page);
    // Open tabs continue with their release and load its missing files.
    await homeTab.openPattuSarees();
    await expect(homeTab.page.getByText(subtitle)).toHaveCount(0);
    await catalogTab.openProduct();
    for (const tab of [homeTab, catalogTab]) expect(filesFrom(tab, next)).toEqual([]);
    expect(filesFrom(homeTab, base)).not.toEqual([]);

    const files = filesFrom(newTab, next);
    const nextHashes = await hashRelease(SLICE, next);
    await runCommand('rollback', SLICE);
    await waitForVersion(base);
    tabs.push(await openCollection(browser, { lacks: subtitle }));
    await revisit(cachedTab, base);
    await expect(cachedTab.page.getByText(subtitle)).toHaveCount(0);
    await expect(cachedTab.page.getByRole('link', { name: 'Shop Now' }).first()).toBeVisible();
    await newTab.openProduct();
    expect(filesFrom(newTab, next).length).toBeGreaterThan(files.length);
    expect(await hashRelease(SLICE, next)).toEqual(nextHashes);
  } finally {
    await Promise.all([load.stop(), visitors.stop()]);
    await Promise.all(tabs.map((tab) => tab.close()));
  }
  expect(tabs.flatMap(({ failures }) => failures)).toEqual([]);
  expect(visitors.failures).toEqual([]);
  expect([...visitors.versions].toSorted()).toEqual([base, next].toSorted());
  expect([load.log.contractViolations, unexpectedFailures(load.log)]).toEqual([[], []]);
  expect(load.log.confirmed.size).toBeGreaterThan(0);
  expect(await readEverythingElse()).toEqual(before);
});

test('a canary reaches some visitors, who keep it; a tester selects any release by URL', async ({ browser }) => {
  const subtitle = uniqueSubtitle();
  team.change([setSubtitle(subtitle)]);
  const canary = await release('--canary', '50');
  /** Waits until 40 visitors get exactly these versions. */
  const waitForVersions = (...versions: string[]) =>
    eventually(async () => {
      const visitors = await Promise.all(Array.from({ length: 40 }, () => loadVersion()));
      expect(new Set(visitors.map(({ version }) => version))).toEqual(new Set(versions));
      return visitors;
    }, 10_000);
  const visitors = await waitForVersions(base, canary);
  for (const { version, cookies } of visitors.slice(0, 10))
    expect((await loadVersion(cookies.join('; '))).version).toBe(version);

  await runCommand('rollback', SLICE);
  await waitForVersions(base);
  const tester = await Tab.open(browser, `/pattu-saree?${SLICE}=${canary}`);
  await expect(tester.page.getByText(subtitle)).toBeVisible();
  await tester.page.goto('/handloom-saree');
  await expect(tester.page.getByText(subtitle)).toBeVisible();
  await tester.page.goto(`/handloom-saree?${SLICE}=live`);
  await expect(tester.page.getByRole('link', { name: 'Shop Now' }).first()).toBeVisible();
  await expect(tester.page.getByText(subtitle)).toHaveCount(0);
  await tester.close();
});

test('a build that does not load is rejected and changes nothing', async () => {
  team.change([
    ['src/routes.tsx', 'export default function', "throw new Error('broken build');\nexport default function"],
  ]);
  const { code, output } = await team.release();
  expect([code, output]).toEqual([1, expect.stringMatching(/mf_catalog\/routes does not load: .*broken build/)]);
  expect(liveVersion(SLICE)).toBe(base);
  expect((await loadVersion()).version).toBe(base);
});

class Tab {
  readonly failures: string[] = [];
  readonly remoteFiles: string[] = [];

  private constructor(readonly page: Page) {
    page.on('requestfailed', (request) => {
      // Navigation aborts the previous page's requests.
      if (request.failure()?.errorText !== 'net::ERR_ABORTED')
        this.failures.push(`${request.url()}: ${request.failure()?.errorText}`);
    });
    page.on('response', (response) => {
      const { pathname } = new URL(response.url());
      if (pathname.startsWith('/remotes/')) this.remoteFiles.push(pathname);
      if (response.status() >= 400) this.failures.push(`${response.url()}: ${response.status()}`);
    });
    page.on('pageerror', (error) => this.failures.push(String(error)));
  }

  static async open(browser: Browser, path: string): Promise<Tab> {
    const tab = new Tab(await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage());
    await tab.page.goto(path);
    return tab;
  }

  async openPattuSarees(): Promise<void> {
    await this.page.getByRole('contentinfo').getByRole('link', { name: 'Pattu Sarees' }).click();
    await expect(this.page.getByRole('heading', { level: 1, name: 'Pattu Sarees' })).toBeVisible();
  }

  async openProduct(): Promise<void> {
    const main = this.page.getByRole('main');
    await main.getByRole('link', { name: 'Shop Now' }).first().click();
    await expect(this.page).toHaveURL(/\/product\//);
    await expect(main.getByRole('heading', { level: 1 })).not.toHaveText('Pattu Sarees');
  }

  close(): Promise<void> {
    return this.page.context().close();
  }
}

const PAGES = ['/', '/pattu-saree', '/search?q=indigo', '/cart', '/all'];
const PAUSE_MS = 100;

/** Visitors who repeatedly load a page and the files of the releases in its registry. */
class Visitors {
  readonly failures: string[] = [];
  /** Versions of mf-catalog in the pages' registries. */
  readonly versions = new Set<string>();
  private isStopped = false;
  private readonly visiting: Promise<unknown>;

  constructor(count: number) {
    this.visiting = Promise.all(Array.from({ length: count }, (_, first) => this.visit(first)));
  }

  async stop(): Promise<void> {
    this.isStopped = true;
    await this.visiting;
  }

  private async visit(first: number): Promise<void> {
    for (let turn = first; !this.isStopped; turn++) {
      const html = await this.fetch(PAGES[turn % PAGES.length] ?? '/');
      if (html === undefined) continue;
      const { remotes } = parseRegistry(html);
      const { mf_catalog: catalog, ...others } = remotes;
      if (!catalog || Object.keys(others).length !== 3)
        this.failures.push(`a registry has only ${Object.keys(remotes).join(', ')}`);
      if (catalog) {
        this.versions.add(catalog.version);
        for (const file of new Set([catalog.entry, ...filesOf('mf-catalog', catalog.version)])) await this.fetch(file);
      }
      for (const { entry } of Object.values(others)) await this.fetch(entry);
      await sleep(PAUSE_MS);
    }
  }

  /** Returns the response's text; records a failure and returns undefined. */
  private async fetch(path: string): Promise<string | undefined> {
    try {
      const response = await fetch(run().address + path);
      if (response.ok) return await response.text();
      this.failures.push(`${path}: ${response.status}`);
    } catch (error) {
      this.failures.push(`${path}: ${String(error)}`);
    }
    return undefined;
  }
}
