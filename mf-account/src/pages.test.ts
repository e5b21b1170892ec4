import { emailPages } from '@rangavalli/contracts/email-pages';
import { matchPage } from '@rangavalli/contracts/page-matcher';
import { pageDefinitions } from '@rangavalli/contracts/pages';
import { routePaths } from '@rangavalli/web-kit/testing/route-paths';
import { pages } from './pages.js';
import AccountRoutes from './routes.js';

it('defines a valid page for every route, and no other', () => {
  expect(pageDefinitions.parse(pages)).toEqual(pages);
  const paths = routePaths(AccountRoutes());
  expect(paths.filter((path) => !matchPage(pages, path))).toEqual([]);
  const defined = new Set(paths.map((path) => matchPage(pages, path)?.path));
  expect(pages.filter(({ path }) => !defined.has(path))).toEqual([]);
});

it('has the pages that links in emails open', () => {
  const { resetPassword, confirmEmail, undoEmailChange, acceptInvitation } = emailPages;
  const paths = routePaths(AccountRoutes());
  for (const path of [resetPassword, confirmEmail, undoEmailChange, acceptInvitation]) expect(paths).toContain(path);
});
