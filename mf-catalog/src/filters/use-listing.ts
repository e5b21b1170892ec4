import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { CallResponse } from '@rangavalli/contracts/calls';
import { call } from '@rangavalli/web-kit/data/api';
import { useQuery, type Query } from '@rangavalli/web-kit/data/query';
import { useLocation } from '@rangavalli/web-kit/federation/router';
import type { ListQuery } from './filters.js';

type Listing = CallResponse<'GET /products/getAll'>;

/** Products and scroll position by history entry. */
const cache = new Map<string, { listing?: Listing; scrollY?: number }>();
const MAX_CACHED = 30;

function store(entry: string, state: { listing?: Listing; scrollY?: number }): void {
  const old = cache.get(entry);
  cache.delete(entry);
  cache.set(entry, { ...old, ...state });
  const oldest = cache.size > MAX_CACHED ? cache.keys().next().value : undefined;
  if (oldest !== undefined) cache.delete(oldest);
}

/** For tests. */
export const clearListings = (): void => cache.clear();

/**
 * Loads a page of products. On the way back, the cached products and scroll position show at once while they are
 * reloaded. `previous` are the products before the last change, to show until the new ones arrive.
 */
export function useListing(query: ListQuery): Query<Listing> & { previous: Listing | undefined } {
  const name = JSON.stringify(query);
  const { key } = useLocation();
  const entry = `${key} ${name}`;
  const result = useQuery(`products ${name}`, (signal) => call('GET /products/getAll', { query }, { signal }));
  const data = result.data ?? cache.get(entry)?.listing;
  const [previous, setPrevious] = useState<Listing>();

  useEffect(() => {
    if (!result.data) return;
    store(entry, { listing: result.data });
    setPrevious(result.data);
  }, [entry, result.data]);
  useScrollRestoration(entry, data !== undefined);
  return { ...result, data, previous };
}

function useScrollRestoration(entry: string, isReady: boolean): void {
  const isRestored = useRef(false);
  useEffect(() => {
    if (!isReady) return undefined;
    const scrollY = cache.get(entry)?.scrollY;
    // After the shell has scrolled to the top for the new path (specification §2), and only once.
    const frame = scrollY && !isRestored.current ? requestAnimationFrame(() => window.scrollTo(0, scrollY)) : undefined;
    isRestored.current = true;
    return () => {
      if (frame !== undefined) cancelAnimationFrame(frame);
    };
  }, [entry, isReady]);
  // Ends before the next page is laid out: a shorter one scrolls, and that is no place on this page.
  useLayoutEffect(() => {
    if (!isReady) return undefined;
    const onScroll = () => store(entry, { scrollY: window.scrollY });
    window.addEventListener('scroll', onScroll, { passive: true });
    return () => window.removeEventListener('scroll', onScroll);
  }, [entry, isReady]);
}
