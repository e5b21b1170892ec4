import type { ReactNode } from 'react';
import { Button } from '@rangavalli/web-kit/ui/Button';
import { EmptyState } from '@rangavalli/web-kit/ui/EmptyState';
import { Skeleton } from '@rangavalli/web-kit/ui/Skeleton';
import { LoadError } from '../layout/LoadError.js';
import { messages as layout } from '../layout/messages.js';
import shared from '../layout/shared.module.css';
import { formatCount } from './counts.js';
import css from './listing.module.css';
import { messages } from './messages.js';
import type { List, ListPage } from './use-list.js';

interface PagedListProps<P extends ListPage, T> {
  list: List<P>;
  rowsOf: (page: P) => readonly T[];
  /** What is listed: 'products'. */
  what: string;
  loadFailed: string;
  empty: { title: string; text?: string; children?: ReactNode };
  rowHeight?: string;
  children: (rows: T[]) => ReactNode;
}

/** The rows of a list and a button for more; before that its skeleton, its error, or what to show when it is empty. */
export function PagedList<P extends ListPage, T>({
  list,
  rowsOf,
  what,
  loadFailed,
  empty,
  rowHeight = '3.25rem',
  children,
}: PagedListProps<P, T>) {
  if (!list.pages) {
    if (list.error) return <LoadError title={loadFailed} query={list} />;
    return (
      <div className={shared.stack} role="status" aria-label={layout.loading(what)}>
        {[1, 2, 3, 4, 5, 6].map((row) => (
          <Skeleton key={row} height={rowHeight} />
        ))}
      </div>
    );
  }
  const rows = list.pages.flatMap(rowsOf);
  if (rows.length === 0 && !list.hasMore) return <EmptyState {...empty} />;
  return (
    <>
      {children(rows)}
      <MoreRows list={list} shown={rows.length} what={what} />
    </>
  );
}

interface MoreRowsProps {
  list: Pick<List<ListPage>, 'first' | 'hasMore' | 'isLoadingMore' | 'moreError' | 'loadMore'>;
  shown: number;
  what: string;
}

export function MoreRows({ list: { first, hasMore, isLoadingMore, moreError, loadMore }, shown, what }: MoreRowsProps) {
  // Rows may have been added or deleted since they were counted.
  const total = hasMore ? Math.max(first?.total ?? 0, shown + 1) : shown;
  return (
    <nav className={css.more} aria-label={messages.moreLabel(what)}>
      <p className={shared.empty} role="status">
        {messages.shown(shown.toLocaleString('en-IN'), formatCount(total), what)}
      </p>
      {moreError && <p role="alert">{moreError.message}</p>}
      {hasMore && (
        <Button look="secondary" busy={isLoadingMore} onClick={() => void loadMore()}>
          {messages.loadMore}
        </Button>
      )}
    </nav>
  );
}
