import { useEffect, useState } from 'react';
import type { CallResponse } from '@rangavalli/contracts/calls';
import type { Product } from '@rangavalli/contracts/entities/product';
import { call } from '@rangavalli/web-kit/data/api';
import { useQuery, type Query } from '@rangavalli/web-kit/data/query';
import { categories } from '../layout/categories.js';
import { searchAddress } from './search-address.js';

/** One line under the search field: where it leads, and what it says. */
export interface Suggestion {
  to: string;
  kind: 'product' | 'phrase' | 'collection' | 'recent';
  label: string;
  product?: Product;
  /** How many products a phrase finds. */
  count?: number;
}

type Suggested = CallResponse<'GET /products/suggest'>;

/** So many of a kind are suggested: the list must fit over a phone's keyboard. */
const MOST = 5;
/** Letters that come faster than this are asked about together, ms. */
const PAUSE_MS = 120;
const LONGEST = 120;

const plain = (text: string): string => text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();

/** What could be meant by `query`: collections of that name, texts to search for, and the products that fit best. */
export function suggestionsFor(
  query: string,
  suggested: Pick<Suggested, 'phrases' | 'products'> | undefined,
): Suggestion[] {
  const words = plain(query).split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  const collections = categories.filter(({ label }) => words.every((word) => plain(label).includes(word)));
  return [
    ...collections.map(({ to, label }): Suggestion => ({ to, kind: 'collection', label })),
    // What is typed already is found by Enter.
    ...(suggested?.phrases ?? [])
      .filter(({ text }) => text !== words.join(' '))
      .map(({ text, count }): Suggestion => ({ to: searchAddress(text), kind: 'phrase', label: text, count })),
    ...(suggested?.products ?? []).map((product): Suggestion => ({
      to: `/product/${product._id}`,
      kind: 'product',
      label: product.name,
      product,
    })),
  ];
}

/** What the shop suggests for what is typed. While the next is on its way, the last stays. */
export function useSuggested(query: string): Query<Suggested> {
  const typed = query.trim().slice(0, LONGEST);
  const [asked, setAsked] = useState('');
  const [last, setLast] = useState<Suggested>();
  useEffect(() => {
    const timer = setTimeout(() => setAsked(typed), asked === '' ? 0 : PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed, asked]);
  const { data, error, loading, reload } = useQuery(asked ? `suggestions for ${asked}` : undefined, (signal) =>
    call('GET /products/suggest', { query: { q: asked, limit: MOST } }, { signal }),
  );
  useEffect(() => {
    if (data) setLast(data);
  }, [data]);
  return { data: data ?? (error ? undefined : last), error, loading: loading || asked !== typed, reload };
}
