import { useEffect, useRef, useState } from 'react';
import type { CallResponse } from '@rangavalli/contracts/calls';
import { call } from '@rangavalli/web-kit/data/api';
import { useQuery, type Query } from '@rangavalli/web-kit/data/query';
import { useLocation } from '@rangavalli/web-kit/federation/router';
import type { ListQuery } from './choices.js';

export type Listing = CallResponse<'GET /products/getAll'>;

/** What stood on the pages of the tab's history, and how far down they were read. */
const memory = new Map<string, { listing?: Listing; scrolled?: number }>();
const REMEMBERED = 30;

function remember(entry: string, fact: { listing?: Listing; scrolled?: number }): void {
  const before = memory.get(entry);
  memory.delete(entry);
  memory.set(entry, { ...before, ...fact });
  const oldest = memory.size > REMEMBERED ? memory.keys().next().value : undefined;
  if (oldest !== undefined) memory.delete(oldest);
}

/** For tests: another visitor. */
export const forgetListings = (): void => memory.clear();

/**
 * The page of products that is asked for. Going back shows at once what stood there, at the place where it was left,
 * and asks again behind it. `previous` is what was shown before the last change, to stay while the new is on its way.
 */
export function useListing(query: ListQuery): Query<Listing> & { previous: Listing | undefined } {
  const name = JSON.stringify(query);
  const { key } = useLocation();
  const entry = `${key} ${name}`;
  const asked = useQuery(`products ${name}`, (signal) => call('GET /products/getAll', { query }, { signal }));
  const data = asked.data ?? memory.get(entry)?.listing;
  const [previous, setPrevious] = useState<Listing>();

  useEffect(() => {
    if (!asked.data) return;
    remember(entry, { listing: asked.data });
    setPrevious(asked.data);
  }, [entry, asked.data]);
  usePlace(entry, data !== undefined);
  return { ...asked, data, previous };
}

function usePlace(entry: string, ready: boolean): void {
  const restored = useRef(false);
  useEffect(() => {
    if (!ready) return undefined;
    const place = memory.get(entry)?.scrolled;
    // After the shell has scrolled to the top for the new path (specification §2), and once only.
    const frame = place && !restored.current ? requestAnimationFrame(() => window.scrollTo(0, place)) : undefined;
    restored.current = true;
    const note = () => remember(entry, { scrolled: window.scrollY });
    window.addEventListener('scroll', note, { passive: true });
    return () => {
      window.removeEventListener('scroll', note);
      if (frame !== undefined) cancelAnimationFrame(frame);
    };
  }, [entry, ready]);
}
