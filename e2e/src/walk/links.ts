import { call } from '../support/api.js';
import type { Control } from './in-page.js';
import { Tab } from './tab.js';
import { rows } from './table.js';

const parts = (path: string): string[] => path.split('/').filter(Boolean);

/** The route of the table that shows `path`, and what stands in it for `:id`. An exact one goes before one with a part left open. */
export function routeOf(path: string): { route: string; id: string | undefined } | undefined {
  const asked = parts(path);
  const routes = [...new Set(rows.map(({ route }) => route))].filter((route) => {
    const wanted = parts(route);
    return (
      wanted.length === asked.length && wanted.every((part, index) => part.startsWith(':') || part === asked[index])
    );
  });
  const route = routes.find((one) => !one.includes(':')) ?? routes[0];
  return route === undefined ? undefined : { route, id: asked[parts(route).findIndex((part) => part.startsWith(':'))] };
}

/** Who knows whether there is something behind an id of a route. */
const there: Record<string, (id: string, token?: string) => Promise<{ ok: boolean; status: number }>> = {
  '/product/:id': (id) => call('GET /products/getOne/{id}', { params: { id } }),
  '/admin/products/edit/:id': (id) => call('GET /products/getOne/{id}', { params: { id } }),
  '/user/orders/:orderId': (orderId, token) => call('GET /orders/detail/{orderId}', { params: { orderId } }, token),
  '/admin/orders/:id': (orderId, token) => call('GET /orders/detail/{orderId}', { params: { orderId } }, token),
  '/admin/payments/:orderId': (orderId, token) => call('GET /payments/desk/{orderId}', { params: { orderId } }, token),
  '/admin/customers/:id': (userId, token) => call('GET /orders/{userId}', { params: { userId } }, token),
};

/** What is wrong with a link by itself: no address, or another shop's page in this shop's tab. */
export function faultOf({ href = '', newTab, opener }: Control, origin: string): string | undefined {
  if (!href || href === '#' || /^javascript:/i.test(href)) return `leads nowhere (${href || 'no href'})`;
  if (/^(mailto|tel):./.test(href)) return undefined;
  const target = new URL(href, origin);
  if (target.origin !== origin)
    return newTab && !opener ? undefined : `leaves the shop without target=_blank and rel=noopener (${href})`;
  return href.startsWith('#') || routeOf(target.pathname) ? undefined : `leads to no route of the table (${href})`;
}

/** Looked at before by this worker. */
const looked = new Map<string, Promise<string | undefined>>();

/** What is wrong with where a link of this shop leads: nothing is there, or nothing of what it promises. Each address is looked at once. */
export function targetFault(tab: Tab, href: string, origin: string): Promise<string | undefined> {
  const { pathname, search, hash, origin: shop } = new URL(href, tab.page.url());
  if (shop !== origin) return Promise.resolve(undefined);
  if (href.startsWith('#')) return anchorFault(tab, hash);
  const address = pathname + search;
  const { route = '', id } = routeOf(pathname) ?? {};
  // Without id and query it is a row of the table, which is looked at itself.
  if (!id && !search) return Promise.resolve(undefined);
  const found = looked.get(address) ?? (id ? nothingBehind(route, id, tab) : nothingShown(tab, address));
  looked.set(address, found);
  return found;
}

const anchorFault = async ({ page }: Tab, hash: string): Promise<string | undefined> =>
  (await page.evaluate((id) => document.querySelector(`#${CSS.escape(id)}`) !== null, hash.slice(1)))
    ? undefined
    : `leads to a place that is not on the page (${hash})`;

async function nothingBehind(route: string, id: string, { scene }: Tab): Promise<string | undefined> {
  const ask = there[route];
  if (!ask) return `leads to ${route}, of which links.ts cannot ask whether it is there`;
  const { ok, status } = await ask(id, scene.person?.token);
  return ok ? undefined : `leads to nothing: ${route} ${id} (${status})`;
}

/** A filtered or searched list that is linked to has something in it; a page with a query of its own shows itself. */
async function nothingShown({ page, scene }: Tab, address: string): Promise<string | undefined> {
  const tab = await Tab.of(page.context(), { path: address, ...(scene.person ? { person: scene.person } : {}) }, 1440);
  await tab.open();
  const words = await tab.page.getByRole('main').innerText();
  await tab.page.close();
  if (tab.problems.length > 0) return `leads to ${address}, which has errors: ${tab.problems.join('; ')}`;
  // An admin's list may well be empty: the link has said so, `0 orders`.
  const nothing = address.startsWith('/admin/') ? /not found/i : /not found|No .+ found/i;
  return nothing.test(words) ? `leads to ${address}, where nothing is found` : undefined;
}
