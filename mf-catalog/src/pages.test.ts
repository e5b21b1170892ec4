import { emailPages } from '@rangavalli/contracts/email-pages';
import { matchPage } from '@rangavalli/contracts/page-matcher';
import { pageDefinitions } from '@rangavalli/contracts/pages';
import { routePaths } from '@rangavalli/web-kit/testing/route-paths';
import { Listing } from './listing/Listing.js';
import { pages } from './pages.js';
import CatalogRoutes from './routes.js';

it('defines a valid page for every route, and no other', () => {
  expect(pageDefinitions.parse(pages)).toEqual(pages);
  // `Listing` continues the routes at `/*`.
  const paths = [...routePaths(CatalogRoutes()).filter((path) => path !== '/*'), ...routePaths(Listing())];
  expect(paths.filter((path) => !matchPage(pages, path))).toEqual([]);
  const defined = new Set(paths.map((path) => matchPage(pages, path)?.path));
  expect(pages.filter(({ path }) => !defined.has(path))).toEqual([]);
});

it('has the pages that links in emails open', () => {
  const { confirmStockAlert, cancelStockAlert } = emailPages;
  const paths = routePaths(CatalogRoutes());
  for (const path of [confirmStockAlert, cancelStockAlert]) expect(paths).toContain(path);
});
