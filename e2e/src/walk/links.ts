import { call } from '../support/api.js';
import type { Control } from './in-page.js';
import { rows } from './table.js';
import { Tab } from './tab.js';

const split = (path: string): string[] => path.split('/').filter(Boolean);

function findRoute(path: string): { route: string; id: string | undefined } | undefined {
  const parts = split(path);
  const matching = rows
    .map(({ route }) => route)
    .filter((route) => {
      const wanted = split(route);
      return (
        wanted.length === parts.length && wanted.every((part, index) => part.startsWith(':') || part === parts[index])
      );
    });
  const route = matching.find((one) => !one.includes(':')) ?? matching[0];
  return route === undefined ? undefined : { route, id: parts[split(route).findIndex((part) => part.startsWith(':'))] };
}

const lookups: Record<string, (id: string, token?: string) => Promise<{ ok: boolean; status: number }>> = {
  '/product/:id': (id) => call('GET /products/getOne/{id}', { params: { id } }),
  '/admin/products/edit/:id': (id) => call('GET /products/getOne/{id}', { params: { id } }),
  '/user/orders/:orderId': (orderId, token) => call('GET /orders/detail/{orderId}', { params: { orderId } }, token),
  '/admin/orders/:id': (orderId, token) => call('GET /orders/detail/{orderId}', { params: { orderId } }, token),
  '/admin/payments/:orderId': (orderId, token) => call('GET /payments/admin/{orderId}', { params: { orderId } }, token),
  '/admin/customers/:id': (userId, token) => call('GET /orders/{userId}', { params: { userId } }, token),
};

export function findLinkFault({ href = '', newTab, opener }: Control, origin: string): string | undefined {
  if (!href || href === '#' || /^javascript:/i.test(href)) return `leads nowhere (${href || 'no href'})`;
  if (/^(mailto|tel):./.test(href)) return undefined;
  const target = new URL(href, origin);
  if (target.origin !== origin)
    return newTab && !opener ? undefined : `leaves the shop without target=_blank and rel=noopener (${href})`;
  return href.startsWith('#') || findRoute(target.pathname) ? undefined : `leads to no route of the table (${href})`;
}

/** Results of this worker by URL. */
const visited = new Map<string, Promise<string | undefined>>();

/** Returns the fault of a link's target in this shop: a missing record, anchor or an empty list. Visits a URL once. */
export async function findTargetFault(tab: Tab, href: string, origin: string): Promise<string | undefined> {
  const target = new URL(href, tab.page.url());
  if (target.origin !== origin) return undefined;
  if (href.startsWith('#')) {
    const id = target.hash.slice(1);
    const exists = await tab.page.evaluate((one) => document.querySelector(`#${CSS.escape(one)}`) !== null, id);
    return exists ? undefined : `leads to a missing anchor (#${id})`;
  }
  const { route = '', id } = findRoute(target.pathname) ?? {};
  // Without id and query, the target is a row of the table.
  if (!id && !target.search) return undefined;
  const url = target.pathname + target.search;
  const result = visited.get(url) ?? (id ? findMissingRecord(route, id, tab) : findEmptyList(tab, url));
  visited.set(url, result);
  return result;
}

async function findMissingRecord(route: string, id: string, { scene }: Tab): Promise<string | undefined> {
  const lookup = lookups[route];
  if (!lookup) return `leads to ${route}, which has no lookup in links.ts`;
  const { ok, status } = await lookup(id, scene.person?.token);
  return ok ? undefined : `leads to a missing record: ${route} ${id} (${status})`;
}

async function findEmptyList({ page, scene }: Tab, path: string): Promise<string | undefined> {
  const { person } = scene;
  const tab = await Tab.create(page.context(), { path, ...(person && { person }) }, 1440);
  await tab.open();
  const text = await tab.page.getByRole('main').innerText();
  await tab.page.close();
  if (tab.problems.length > 0) return `leads to ${path}, which has errors: ${tab.problems.join('; ')}`;
  // An admin's list may be empty: its link shows `0 orders`.
  const empty = path.startsWith('/admin/') ? /not found/i : /not found|No .+ found/i;
  return empty.test(text) ? `leads to ${path}, which is empty` : undefined;
}
