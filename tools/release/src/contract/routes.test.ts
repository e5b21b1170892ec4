import { ROOT, workspaceAt } from '@rangavalli/build-kit/workspaces';
import { readPages } from '@rangavalli/build-kit/build/release';
import path from 'node:path';
import { contractFor } from '../testing/releases.js';
import { treeOf } from './ast.js';
import { contractOf, remoteSlices } from './contract-of.js';
import { readRoutes } from './read-routes.js';
import { findReservedPages, findRouteProblems, isKnownToShell } from './routes.js';
import { sourcesOf } from './sources.js';

const IMPORT = `import { Route, Routes } from '@rangavalli/web-kit/federation/router';\n`;
const sourceOf = (file: string, code: string) => ({ file, tree: treeOf(IMPORT + code) });
const source = (code: string) => [sourceOf('mf-gifts/src/routes.tsx', code)];
const pages = [{ path: '/search' }, { path: '/product/:id' }, { path: '/user/*' }];
const missing = (route: string) => `${route}: the shell would respond with 404; add a page to mf-gifts/src/pages.ts`;
const problems = (code: string, listed = pages) => findRouteProblems('mf-gifts', source(code), listed);
const unreadable = 'mf-gifts/src/routes.tsx: the path of a <Route> is no literal, no constant, and not from a list';

describe('the routes of a remote', () => {
  test('are all pages of its manifest, or a release would be a 404', () => {
    const routes = `const routes = (
      <Routes>
        <Route path="/search" element={<p />} />
        <Route path="/product/:productId" element={<p />} />
        <Route path="/user" element={<p />}><Route path="orders" element={<p />} /><Route path="*" /></Route>
        <Route path={isNew ? '/gifts' : '/search'} element={<p />} />
        <Route path="/product/:id/reviews" element={<p />} />
        <Route path="*" element={<p />} />
      </Routes>);`;
    expect(problems(routes)).toEqual([missing('/gifts'), missing('/product/:id/reviews')]);
    expect(problems(routes, [...pages, { path: '/gifts' }, { path: '/product/:id/reviews' }])).toEqual([]);
  });

  test('are relative to their parents, also below routes without a path', () => {
    const routes = `const routes = (
      <Routes>
        <Route path="gifts" element={<p />} />
        <Route element={<p />}>
          <Route path="cards" element={<p />}><Route index element={<p />} /><Route path=":kind" /></Route>
        </Route>
      </Routes>);`;
    expect(problems(routes)).toEqual([missing('/cards'), missing('/cards/:kind'), missing('/gifts')]);
    expect(problems(routes, [{ path: '/gifts' }, { path: '/cards' }, { path: '/cards/:id' }])).toEqual([]);
  });

  test('with all below need a page with all below', () => {
    const routes = `const routes = <Routes><Route path="/search/*" element={<p />} /><Route path="/user/*" /></Routes>;`;
    expect(problems(routes)).toEqual([missing('/search/*')]);
  });

  test('may have their paths in constants and in lists that are written out', () => {
    const lists = sourceOf(
      'mf-gifts/src/gifts/gifts.ts',
      `export const gifts: Gift[] = [{ path: '/gifts', title: 'Gifts' }, { path: '/cards' }] as const;`,
    );
    const routes = sourceOf(
      'mf-gifts/src/routes.tsx',
      `import { gifts as all } from './gifts/gifts.js';
       const WISHES = '/wishes';
       const routes = (
         <Routes>
           {all.map((gift) => <Route key={gift.path} path={gift.path} element={<Gift gift={gift} />} />)}
           <Route path={WISHES} />
         </Routes>);`,
    );
    expect(readRoutes([routes, lists])).toEqual({ paths: ['/gifts', '/cards', '/wishes'], unreadable: [] });
  });

  test.each([
    ['a path that is computed', '<Route path={GIFTS} />'],
    ['a list that is computed', '{all.filter(Boolean).map((gift) => <Route path={gift.path} />)}'],
    ['a list from elsewhere', '{all.map((gift) => <Route path={gift.path} />)}'],
    ['a text with a part that is computed', '<Route path={`/${gift}`} />'],
    ['spread attributes', '<Route {...gift} />'],
    ['an optional segment', '<Route path="/:language?/gifts" />'],
  ])('are refused with %s', (_name, route) => {
    expect(problems(`const routes = <Routes>${route}</Routes>;`)).toEqual([expect.stringContaining(unreadable)]);
  });

  test('may be computed below a page with all below, and not below another one', () => {
    const routes = (parent: string) =>
      `const routes = <Routes><Route path="${parent}"><Route path={tab} /></Route></Routes>;`;
    expect(problems(routes('/user'))).toEqual([]);
    expect(problems(routes('/search'))).toEqual([missing('/search/*')]);
  });

  test('are refused as objects, and as anything else than elements', () => {
    const hook = `import { useRoutes } from 'react-router-dom'; const R = () => useRoutes([{ path: '/gifts' }]);`;
    const member = `const R = () => router.useRoutes([{ path: '/gifts' }]);`;
    for (const code of [hook, member])
      expect(problems(code)).toEqual(['mf-gifts/src/routes.tsx: useRoutes takes routes that are no <Route> elements']);
    expect(problems(`const made = createElement(Route, { path: '/gifts' });`)).toEqual([
      'mf-gifts/src/routes.tsx: Route is used otherwise than as <Route>',
    ]);
    const renamed = `import { Route as R } from './router.js'; const routes = <Routes><R path="/gifts" /></Routes>;`;
    expect(problems(renamed)).toEqual([missing('/gifts')]);
  });

  test.each(remoteSlices)('of %s are in its pages', async (slice) => {
    const listed = await readPages(workspaceAt(path.join(ROOT, slice)));
    const { paths } = readRoutes(sourcesOf(slice));
    expect(paths.length).toBeGreaterThan(0);
    expect(findRouteProblems(slice, sourcesOf(slice), listed)).toEqual([]);
    expect(findReservedPages(listed)).toEqual([]);
  });
});

test.each(['/api', '/api/gifts', '/media/*', '/remotes/:name', '/health/live', '/.well-known/x', '/gifts.html'])(
  'a page %s is refused: the gateway or the shell serves such paths',
  (reserved) => {
    expect(findReservedPages([{ path: '/apiary' }, { path: reserved }])).toEqual([
      `${reserved}: the gateway and the shell serve such paths themselves; choose another one`,
    ]);
  },
);

test('a remote whose pages the live shell does not load is recognised', async () => {
  const shell = await contractOf('shell', '1.0.0');
  const gifts = contractFor('mf-gifts', '0.1.0');
  const withRoutes = { ...gifts, offers: { ...gifts.offers, fragments: { 'mf_gifts/routes': {} } } };
  expect(isKnownToShell(withRoutes, [shell])).toBe(false);
  expect(isKnownToShell(gifts, [shell])).toBe(true);
  expect(isKnownToShell(withRoutes, [])).toBe(true);
  expect(isKnownToShell(await contractOf('mf-catalog', '1.0.0'), [shell])).toBe(true);
});
