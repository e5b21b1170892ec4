import { useEffect, useState } from 'react';
import type { CallResponse } from '@rangavalli/contracts/calls';
import type { Product } from '@rangavalli/contracts/entities/product';
import { call } from '@rangavalli/web-kit/data/api';
import { useQuery, type Query } from '@rangavalli/web-kit/data/query';

export interface Suggestion {
  to: string;
  kind: 'product' | 'phrase' | 'collection' | 'recent';
  label: string;
  product?: Product;
  count?: number;
}

type Suggestions = CallResponse<'GET /products/suggest'>;

/** The list must fit above a phone's keyboard. */
const MAX_PER_KIND = 5;
const DEBOUNCE_MS = 120;
const MAX_QUERY_LENGTH = 120;

export const searchUrl = (query: string) => `/search?q=${encodeURIComponent(query.trim())}`;

const normalize = (text: string) => text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();

/** Returns matching collections of the menu, then phrases and products of the API. */
export function listSuggestions(
  query: string,
  collections: readonly { to: string; label: string }[],
  suggestions: Pick<Suggestions, 'phrases' | 'products'> | undefined,
): Suggestion[] {
  const words = normalize(query).split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  return [
    ...collections
      .filter(({ label }) => words.every((word) => normalize(label).includes(word)))
      .map(({ to, label }): Suggestion => ({ to, kind: 'collection', label })),
    ...(suggestions?.phrases ?? [])
      .filter(({ text }) => text !== words.join(' '))
      .map(({ text, count }): Suggestion => ({ to: searchUrl(text), kind: 'phrase', label: text, count })),
    ...(suggestions?.products ?? []).map((product): Suggestion => ({
      to: `/product/${product._id}`,
      kind: 'product',
      label: product.name,
      product,
    })),
  ];
}

/** Debounced. The last ones stay while the next are loading. */
export function useSuggestions(query: string): Query<Suggestions> {
  const text = query.trim().slice(0, MAX_QUERY_LENGTH);
  const [debounced, setDebounced] = useState('');
  const [last, setLast] = useState<Suggestions>();
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(text), debounced === '' ? 0 : DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [text, debounced]);
  const { data, error, loading, reload } = useQuery(debounced ? `suggestions for ${debounced}` : undefined, (signal) =>
    call('GET /products/suggest', { query: { q: debounced, limit: MAX_PER_KIND } }, { signal }),
  );
  useEffect(() => {
    if (data) setLast(data);
  }, [data]);
  return { data: data ?? (error ? undefined : last), error, loading: loading || debounced !== text, reload };
}
