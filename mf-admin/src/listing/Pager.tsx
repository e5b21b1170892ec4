import { Button } from '@rangavalli/web-kit/ui/Button';
import type { PageOf } from './paging.js';
import css from './listing.module.css';

interface PagerProps {
  list: PageOf<unknown>;
  /** What is counted: 'products'. */
  what: string;
  onPage: (page: number) => void;
}

/** Where the page stands in the list, and the ways to the next and the one before. */
export function Pager({ list: { page, pages, first, last, total }, what, onPage }: PagerProps) {
  return (
    <nav className={css.pager} aria-label={`Pages of ${what}`}>
      <p className={css.count}>{first}–{last} of {total} {what}</p>
      {pages > 1 && (
        <div className={css.steps}>
          <Button look="secondary" disabled={page <= 1} onClick={() => onPage(page - 1)}>Previous</Button>
          <span>Page {page} of {pages}</span>
          <Button look="secondary" disabled={page >= pages} onClick={() => onPage(page + 1)}>Next</Button>
        </div>
      )}
    </nav>
  );
}
