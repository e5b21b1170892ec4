import type { FormEvent, ReactNode } from 'react';
import type { Query } from '@rangavalli/web-kit/data/query';
import { Button } from '@rangavalli/web-kit/ui/Button';
import { EmptyState } from '@rangavalli/web-kit/ui/EmptyState';
import { Skeleton } from '@rangavalli/web-kit/ui/Skeleton';
import { LoadError } from '../layout/LoadError.js';
import { messages as layout } from '../layout/messages.js';
import shared from '../layout/shared.module.css';
import css from './listing.module.css';
import { messages } from './messages.js';
import type { PageOf } from './paging.js';

interface PagedListProps<T> {
  query: Pick<Query<unknown>, 'error' | 'reload'>;
  /** Missing until it is loaded. */
  list: PageOf<T> | undefined;
  /** What is listed: 'products'. */
  what: string;
  loadFailed: string;
  empty: { title: string; text?: string; children?: ReactNode };
  rowHeight?: string;
  onPage: (page: number) => void;
  children: (rows: T[]) => ReactNode;
}

/** The rows of a list with its pages; before that its skeleton, its error, or what to show when it is empty. */
export function PagedList<T>({
  query,
  list,
  what,
  loadFailed,
  empty,
  rowHeight = '3.25rem',
  onPage,
  children,
}: PagedListProps<T>) {
  if (!list) {
    if (query.error) return <LoadError title={loadFailed} query={query} />;
    return (
      <div className={shared.stack} role="status" aria-label={layout.loading(what)}>
        {[1, 2, 3, 4, 5, 6].map((row) => (
          <Skeleton key={row} height={rowHeight} />
        ))}
      </div>
    );
  }
  if (list.rows.length === 0) return <EmptyState {...empty} />;
  return (
    <>
      {children(list.rows)}
      <Pager list={list} what={what} onPage={onPage} />
    </>
  );
}

const formatCount = (count: number): string => count.toLocaleString('en-IN');

export function Pager({
  list: { page, pages, first, last, total },
  what,
  onPage,
}: Pick<PagedListProps<unknown>, 'what' | 'onPage'> & { list: PageOf<unknown> }) {
  const go = (requested: number) => {
    onPage(Math.min(Math.max(1, requested), pages));
    document.documentElement.scrollTop = 0;
  };
  const jump = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const requested = Math.trunc(Number(new FormData(event.currentTarget).get('page')));
    if (requested) go(requested);
  };
  return (
    <nav className={css.pager} aria-label={messages.pagesLabel(what)}>
      <p className={shared.empty}>{messages.range(formatCount(first), formatCount(last), formatCount(total), what)}</p>
      {pages > 1 && (
        <div className={css.steps}>
          <Button look="secondary" disabled={page <= 1} onClick={() => go(page - 1)}>
            {messages.previous}
          </Button>
          <form className={css.jump} noValidate onSubmit={jump}>
            <label>
              {messages.page}{' '}
              <input
                key={page}
                name="page"
                type="number"
                inputMode="numeric"
                enterKeyHint="go"
                min={1}
                max={pages}
                defaultValue={page}
              />
            </label>{' '}
            {messages.ofPages(formatCount(pages))}
          </form>
          <Button look="secondary" disabled={page >= pages} onClick={() => go(page + 1)}>
            {messages.next}
          </Button>
        </div>
      )}
    </nav>
  );
}
