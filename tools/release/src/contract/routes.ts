import { matchPage } from '@rangavalli/contracts/page-matcher';
import type { PageDefinition } from '@rangavalli/contracts/pages';
import { isReservedPath } from '@rangavalli/contracts/reserved-paths';
import { readRoutes } from './read-routes.js';
import type { SliceContract } from './slice-contract.js';
import { type Source, sourcesOf } from './sources.js';

type Pages = readonly Pick<PageDefinition, 'path'>[];

/**
 * Returns why routes of a remote may be missing from the pages of its manifest. The registry carries pages, so the
 * shell would respond with 404 to others. A route that can't be read is such a reason, too.
 */
export function findRouteProblems(slice: string, sources: readonly Source[], pages: Pages): string[] {
  const { paths, unreadable } = readRoutes(sources);
  const unlisted = [...new Set(paths)].filter((route) => !isListed(route, pages)).toSorted();
  return [
    ...unreadable,
    ...unlisted.map((route) => `${route}: the shell would respond with 404; add a page to ${slice}/src/pages.ts`),
  ];
}

/** A route that also matches what is below needs a page that does. */
function isListed(route: string, pages: Pages): boolean {
  const address = route.replace(/\/\*$/, '').replaceAll(/:[^/]+/g, ':');
  const addresses = route.endsWith('/*') ? [address, `${address}/:/:`] : [address];
  return addresses.every((one) => matchPage(pages, one) !== undefined);
}

/** Returns whether the live shell loads the pages of a remote; true where no shell is live. */
export function isKnownToShell({ slice, offers }: SliceContract, live: readonly SliceContract[]): boolean {
  const routes = `${slice.replaceAll('-', '_')}/routes`;
  const shell = live.find((contract) => contract.slice === 'shell');
  return !(routes in offers.fragments) || !shell || routes in shell.needs.fragments;
}

/** Returns which pages would never be served: their paths are those of files, or of the gateway and the shell. */
export const findReservedPages = (pages: Pages): string[] =>
  pages
    .filter(({ path }) => isReservedPath(path.replace(/\/\*$/, '')))
    .map(({ path }) => `${path}: the gateway and the shell serve such paths themselves; choose another one`);

/** Returns why pages of a remote of this checkout would be a 404 beside these contracts. */
export function findPageProblems(contract: SliceContract, pages: Pages, live: readonly SliceContract[]): string[] {
  const { slice } = contract;
  const problems = [...findRouteProblems(slice, sourcesOf(slice), pages), ...findReservedPages(pages)];
  return isKnownToShell(contract, live)
    ? problems
    : [...problems, `the live shell does not load the pages of ${slice}: first release the shell`];
}
