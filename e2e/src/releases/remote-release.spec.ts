import { randomUUID } from 'node:crypto';
import { type Browser, expect, test } from '@playwright/test';
import { Load } from '../load/load.js';
import { failuresIn, steadyHabits } from '../load/well-shop.js';
import { command } from '../support/command.js';
import { untilKept } from '../support/kept.js';
import { theAdmin } from '../support/people.js';
import { eventually, run } from '../support/store.js';
import { liveVersion, processIds, registryIn, releaseServed, remoteServed, shellServed } from './served.js';
import { Tab } from './tab.js';
import { type Edit, TeamCheckout } from './team-checkout.js';
import { Visitors } from './visitors.js';

// A trace looks at every page, too, and a look is a touch to the browser (`comesBackTo`).
test.use({ trace: 'off', screenshot: 'off' });
test.describe.configure({ mode: 'serial', timeout: 150_000 });

const SLICE = 'mf-catalog';
const OTHERS = ['mf-checkout', 'mf-account', 'mf-admin'];
const BUYERS = 3;
const VISITORS = 2;

/** What pages of collections say below their heading. Each run of the tests has its own, so that each is a new build. */
const said = (): string => `Fresh from the loom ${randomUUID().slice(0, 8)}`;
const saying = (words: string): Edit => [
  'src/collections/CollectionPage.tsx',
  'lead={collection.blurb}',
  `lead=${JSON.stringify(words)}`,
];
/** The product's page becomes a chunk of its own, which is fetched when somebody goes there. */
const lazyProducts: Edit[] = [
  [
    'src/routes.tsx',
    "import { ProductPage } from './product/ProductPage.js';",
    "import { lazy, Suspense } from 'react';\nconst ProductPage = lazy(async () => ({ default: (await import('./product/ProductPage.js')).ProductPage }));",
  ],
  ['src/routes.tsx', 'element={<ProductPage />}', 'element={<Suspense fallback={null}><ProductPage /></Suspense>}'],
];

let team: TeamCheckout;
let base: string;
test.beforeAll(() => {
  team = new TeamCheckout(SLICE);
  base = liveVersion(SLICE);
});
test.afterAll(async () => {
  team.remove();
  if (liveVersion(SLICE) !== base) await command('rollback', SLICE, base);
});

/** The release that a new visitor's page names, or the visitor's with these cookies. */
async function metBy(cookie = '', path = '/pattu-saree'): Promise<{ version: string | undefined; cookies: string[] }> {
  const answer = await fetch(run().address + path, { headers: cookie ? { cookie } : {} });
  return {
    version: registryIn(await answer.text()).remotes['mf_catalog']?.version,
    cookies: answer.headers.getSetCookie().map((set) => set.split(';')[0] ?? ''),
  };
}
/** Waits until new visitors get a release: the shell's server looks for new ones every two seconds. */
const untilMet = (version: string): Promise<void> =>
  eventually(async () => expect((await metBy()).version).toBe(version), 10_000);

async function release(...words: string[]): Promise<string> {
  const { code, text } = await team.release(...words);
  expect(code, text).toBe(0);
  return /^mf-catalog (\S+) is /m.exec(text)?.[1] ?? '';
}

const fromRelease = (tab: Tab, version: string): string[] =>
  tab.fetched.filter((address) => address.startsWith(`/remotes/${SLICE}/${version}/`));

async function aNewPage(browser: Browser, { saying: words, not }: { saying?: string; not?: string }): Promise<Tab> {
  const tab = await Tab.open(browser, '/pattu-saree');
  await expect(tab.page.getByRole('link', { name: 'Shop Now' }).first()).toBeVisible();
  if (words) await expect(tab.page.getByText(words)).toBeVisible();
  if (not) await expect(tab.page.getByText(not)).toHaveCount(0);
  return tab;
}

/**
 * Somebody whose browser keeps the page comes back: it is shown, and makes room for the one of the release that is live. Nobody looks at the page
 * meanwhile: the browser takes a test's look for a touch, and who has touched a page keeps it.
 */
async function comesBackTo({ page }: Tab, version: string): Promise<void> {
  const met = page.waitForRequest((request) => request.url().includes(`/remotes/${SLICE}/${version}/`), {
    timeout: 30_000,
  });
  await page.goto('/pattu-saree');
  await met;
}

test('mf-catalog is released and taken back under load: new pages have it, open tabs go on, nothing else moves and nothing fails', async ({
  browser,
}) => {
  const everythingElse = async () => ({
    processes: processIds(),
    shell: await shellServed(),
    others: await Promise.all(OTHERS.map(remoteServed)),
    before: await releaseServed(SLICE, base),
  });
  const before = await everythingElse();
  const words = said();
  const load = await Load.prepare(await theAdmin(), BUYERS, steadyHabits);
  const visitors = new Visitors(VISITORS);
  load.begin();
  const tabs: Tab[] = [];
  let next = '';
  try {
    const atHome = await Tab.open(browser, '/');
    const inTheCatalog = await aNewPage(browser, { not: words });
    // Somebody whose browser keeps the page of the release before.
    const comingBack = await aNewPage(browser, { not: words });
    await untilKept(comingBack.page);
    tabs.push(atHome, inTheCatalog, comingBack);

    team.change([saying(words), ...lazyProducts]);
    next = await release();
    await untilMet(next);
    const onTheNew = await aNewPage(browser, { saying: words });
    tabs.push(onTheNew);
    await comesBackTo(comingBack, next);
    await expect(comingBack.page.getByText(words)).toBeVisible();
    await untilKept(comingBack.page);
    // Tabs that were open go on with what they have, and fetch what they lack of it.
    await atHome.toPattuSarees();
    await expect(atHome.page.getByText(words)).toHaveCount(0);
    await inTheCatalog.toAProduct();
    for (const tab of [atHome, inTheCatalog]) expect(fromRelease(tab, next)).toEqual([]);
    expect(fromRelease(atHome, base)).not.toEqual([]);

    const fetched = fromRelease(onTheNew, next);
    const nextServed = await releaseServed(SLICE, next);
    await command('rollback', SLICE);
    await untilMet(base);
    tabs.push(await aNewPage(browser, { not: words }));
    await comesBackTo(comingBack, base);
    await expect(comingBack.page.getByText(words)).toHaveCount(0);
    await expect(comingBack.page.getByRole('link', { name: 'Shop Now' }).first()).toBeVisible();
    await onTheNew.toAProduct();
    expect(fromRelease(onTheNew, next).length).toBeGreaterThan(fetched.length);
    expect(await releaseServed(SLICE, next)).toEqual(nextServed);
  } finally {
    await Promise.all([load.end(), visitors.end()]);
    await Promise.all(tabs.map((tab) => tab.close()));
  }
  expect(tabs.flatMap(({ failures }) => failures)).toEqual([]);
  expect(visitors.failures).toEqual([]);
  expect([...visitors.met].toSorted()).toEqual([base, next].toSorted());
  expect([load.book.misfits, failuresIn(load.book)]).toEqual([[], []]);
  expect(load.book.confirmed.size).toBeGreaterThan(0);
  expect(await everythingElse()).toEqual(before);
});

test('a canary meets some visitors, who stay with it; a tester gets any release by its address', async ({
  browser,
}) => {
  const words = said();
  team.change([saying(words)]);
  const canary = await release('--canary', '50');
  /** So many that each release that some get is among theirs. */
  const untilManyMeet = (...versions: string[]) =>
    eventually(async () => {
      const met = await Promise.all(Array.from({ length: 40 }, () => metBy()));
      expect(new Set(met.map(({ version }) => version))).toEqual(new Set(versions));
      return met;
    }, 10_000);
  const visitors = await untilManyMeet(base, canary);
  for (const { version, cookies } of visitors.slice(0, 10))
    expect((await metBy(cookies.join('; '))).version).toBe(version);

  await command('rollback', SLICE);
  // A single visitor could still have got it by chance.
  await untilManyMeet(base);
  const tester = await Tab.open(browser, `/pattu-saree?${SLICE}=${canary}`);
  await expect(tester.page.getByText(words)).toBeVisible();
  await tester.page.goto('/handloom-saree');
  await expect(tester.page.getByText(words)).toBeVisible();
  await tester.page.goto(`/handloom-saree?${SLICE}=live`);
  await expect(tester.page.getByRole('link', { name: 'Shop Now' }).first()).toBeVisible();
  await expect(tester.page.getByText(words)).toHaveCount(0);
  await tester.close();
});

test('a build that does not load is refused, and everything stays as it is', async () => {
  team.change([['src/routes.tsx', '/** Every screen', "throw new Error('the loom broke');\n/** Every screen"]]);
  const { code, text } = await team.release();
  expect([code, text]).toEqual([1, expect.stringMatching(/mf_catalog\/routes does not load: .*the loom broke/)]);
  expect(liveVersion(SLICE)).toBe(base);
  expect((await metBy()).version).toBe(base);
});
