import { type CallKey, getCall, calls } from '@rangavalli/contracts/calls';
import type { EventName } from '@rangavalli/contracts/events';

/** Longer addresses are not kept: nobody sends them but to fill a memory. */
const LONGEST_URL = 512;

/** What an answer tells of: one product, or any number of them. */
export interface Subject {
  /** Not given: lists, any number of products. */
  productId?: string;
  /** The template of its call's address, as measures name it. */
  route: string;
}

/** The calls whose answer is the same for everybody, by the beginning of their addresses. */
const routes = (Object.keys(calls) as CallKey[])
  .filter((key) => getCall(key).cacheable && key.startsWith('GET '))
  .map((key) => {
    const route = `/api${key.slice('GET '.length).replaceAll(/\{(\w+)\}/g, ':$1')}`;
    const at = route.indexOf(':');
    return { route, prefix: at < 0 ? route : route.slice(0, at), hasId: at >= 0, lists: { route } as Subject };
  });

/** @returns what the answer at this address tells of; undefined when it is not everybody's alike */
export function subjectOf(url: string): Subject | undefined {
  if (url.length > LONGEST_URL) return undefined;
  for (const { route, prefix, hasId, lists } of routes) {
    if (!url.startsWith(prefix)) continue;
    const rest = url.slice(prefix.length);
    if (!hasId) return rest === '' || rest.startsWith('?') ? lists : undefined;
    // A question mark after a product's address asks for nothing else.
    return rest !== '' && !/[/?]/.test(rest) ? { productId: rest, route } : undefined;
  }
  return undefined;
}

/**
 * The events after which an answer may be another one. What an admin changed is to be seen at once; pieces that are held
 * and sold come by the hundred in a sale: lists follow those `in a moment`, the product itself at once.
 */
export const changes = {
  'catalog.product.created': 'at once',
  'catalog.product.updated': 'at once',
  'catalog.product.deleted': 'at once',
  'catalog.stock.held': 'in a moment',
  'catalog.stock.sold': 'in a moment',
  'catalog.stock.released': 'in a moment',
  'catalog.stock.returned': 'in a moment',
} as const satisfies Partial<Record<EventName, 'at once' | 'in a moment'>>;
