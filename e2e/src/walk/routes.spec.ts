// The table has every route of every slice, and the walk itself finds faults.
import { readFileSync } from 'node:fs';
import { expect } from '@playwright/test';
import { remoteSlices } from '@rangavalli/contracts/slices';
import { selectControls, tryControl } from './controls.js';
import { findLinkFault } from './links.js';
import { Tab } from './tab.js';
import { rows } from './table.js';
import { test } from './fixtures.js';

const source = (path: string): string => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');

/** Returns the paths of a slice's `<Routes>`; a relative path belongs to the last open element. */
function routesOf(path: string): string[] {
  let parent = '';
  return [...source(path).matchAll(/<Route (?:path="([^"]+)"|index)(.*)/g)].flatMap(([, route, rest = '']) => {
    if (!route || route.endsWith('*')) return [];
    if (!route.startsWith('/')) return [`${parent}/${route}`];
    if (!rest.endsWith('/>')) parent = route;
    return [route];
  });
}

test('the table has every route', () => {
  const routes = [
    ...['shell/src/pages', ...remoteSlices.map((slice) => `${slice}/src`)].flatMap((folder) =>
      [...source(`${folder}/pages.ts`).matchAll(/'(\/[^'*]*)'/g)].map(([, path = '']) => path),
    ),
    ...[...source('mf-catalog/src/collections/collections.ts').matchAll(/path: '([^']+)'/g)].map(
      ([, path = '']) => path,
    ),
    ...remoteSlices.flatMap((slice) => routesOf(`${slice}/src/routes.tsx`)),
  ];
  expect(routes.length).toBeGreaterThan(40);
  const inTable = new Set(rows.map(({ route }) => route));
  expect([...new Set(routes)].filter((route) => !inTable.has(route))).toEqual([]);
});

test('row names are unique', () => {
  expect(new Set(rows.map(({ name }) => name)).size).toBe(rows.length);
});

const page = `<!doctype html><title>Rangavalli</title><h1>Heading</h1>
  <button>Dead</button>
  <button onfocus="this.title='focused'" onmouseenter="this.title='hovered'">Reacts to hover only</button>
  <button onclick="document.querySelector('h1').textContent='Changed'">Alive</button>
  <button onclick="window.open('about:blank')">Tab</button> <button disabled>Disabled</button>
  <button hidden>Hidden</button>
  <form><button>Send</button><input required aria-label="Name"></form>
  <div style="position:relative"><button onclick="this.textContent='?'">Covered</button>
  <div style="position:absolute;inset:0"></div></div>
  <select aria-label="Dead select"><option>a<option>b</select> <label><input type="checkbox">Box</label>
  <ul><li><button onclick="this.append('!')">First</button><li><button>Second of the same</button></ul>
  <a href="#">Nowhere</a> <a>No URL</a> <a href="https://example.com">Leaves</a>
  <a href="https://example.com" target="_blank" rel="noopener">New tab</a>
  <a href="/no-such-route">Lost</a> <a href="/product/abc">Found</a> <a href="mailto:a@example.com">Mail</a>
  <div style="width:3000px">wide</div><img src="/broken.webp" alt="">`;

test('the walk finds dead controls, dead links, wide content and broken pictures', async ({ tabs, baseURL }) => {
  const tab = await Tab.create(tabs, { path: '/faulty-page' }, 1440);
  await tab.page.route('**/faulty-page', (route) => route.fulfill({ contentType: 'text/html', body: page }));
  await tab.page.route('**/broken.webp', (route) => route.fulfill({ status: 404 }));
  await tab.open();
  const controls = await tab.page.evaluate(() => window.walk.controls());
  const faults: Record<string, string> = {};
  for (const [key, { control }] of selectControls(controls)) {
    const fault = await tryControl(tab, key);
    if (fault) faults[control.name] = fault.slice(0, 17);
  }
  expect(faults).toEqual({
    Dead: 'changes nothing',
    'Reacts to hover only': 'changes nothing',
    Covered: 'cannot be clicked',
    'Dead select': 'changes nothing',
  });
  const links = controls
    .filter(({ kind }) => kind === 'link')
    .map((link) => [link.name, findLinkFault(link, new URL(baseURL ?? '').origin)]);
  expect(links.filter(([, fault]) => fault).map(([name]) => name)).toEqual(['Nowhere', 'No URL', 'Leaves', 'Lost']);
  expect(await tab.page.evaluate(() => window.walk.cutOff())).toHaveLength(1);
  expect(await tab.page.evaluate(() => window.walk.pictures().broken)).toHaveLength(1);
  expect(tab.problems.join()).toContain('404 GET');
  await tab.page.close();
});
