import type { ReactNode } from 'react';
import type { SearchTerm } from '@rangavalli/contracts/entities/search';
import { call } from '@rangavalli/web-kit/data/api';
import { useQuery, type Query } from '@rangavalli/web-kit/data/query';
import { Skeleton } from '@rangavalli/web-kit/ui/Skeleton';
import { LoadError } from '../layout/LoadError.js';
import { messages as layout } from '../layout/messages.js';
import shared from '../layout/shared.module.css';
import { messages } from './messages.js';
import css from './SearchPage.module.css';

interface SearchTermsProps {
  query: Query<{ terms: SearchTerm[] }>;
  emptyText: string;
  /** Beside the number of searches. */
  asideOf: (term: SearchTerm) => ReactNode;
}

interface TermsFilter {
  limit: number;
  withoutResults: boolean;
}

/** Loads the most frequent searches of the last 30 days. */
export const useSearchTerms = ({ limit, withoutResults }: TermsFilter): Query<{ terms: SearchTerm[] }> =>
  useQuery(`searches ${limit} ${withoutResults}`, (signal) =>
    call('GET /search/terms', { query: { limit, ...(withoutResults ? { withoutResults: 'true' } : {}) } }, { signal }),
  );

export function SearchTerms({ query, emptyText, asideOf }: SearchTermsProps) {
  if (!query.data) {
    if (query.error) return <LoadError title={messages.termsFailed} query={query} />;
    return (
      <div role="status" aria-label={layout.loading(messages.what)}>
        <Skeleton height="8rem" />
      </div>
    );
  }
  const { terms } = query.data;
  if (terms.length === 0) return <p className={shared.empty}>{emptyText}</p>;
  return (
    <ul className={css.terms}>
      {terms.map((term) => (
        <li key={term.text}>
          <span className={css.text}>{term.text}</span>
          <span className={css.fact}>{messages.searches(term.searches)}</span>
          {asideOf(term)}
        </li>
      ))}
    </ul>
  );
}
