import type { FormEvent } from 'react';
import { Button } from '@rangavalli/web-kit/ui/Button';
import type { PageOf } from './paging.js';
import css from './listing.module.css';

interface PagerProps {
  list: PageOf<unknown>;
  /** What is counted: 'products'. */
  what: string;
  onPage: (page: number) => void;
}

const counted = (count: number): string => count.toLocaleString('en-IN');

/** Where the page stands in the list, and the ways to the next, the one before, and any other by its number. */
export function Pager({ list: { page, pages, first, last, total }, what, onPage }: PagerProps) {
  const go = (wanted: number) => {
    onPage(Math.min(Math.max(1, wanted), pages));
    // The new page is read from its beginning.
    document.documentElement.scrollTop = 0;
  };
  const jump = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const wanted = Math.trunc(Number(new FormData(event.currentTarget).get('page')));
    if (wanted) go(wanted);
  };
  return (
    <nav className={css.pager} aria-label={`Pages of ${what}`}>
      <p className={css.count}>
        {counted(first)}–{counted(last)} of {counted(total)} {what}
      </p>
      {pages > 1 && (
        <div className={css.steps}>
          <Button look="secondary" disabled={page <= 1} onClick={() => go(page - 1)}>
            Previous
          </Button>
          <form className={css.jump} noValidate onSubmit={jump}>
            <label>
              Page{' '}
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
            of {counted(pages)}
          </form>
          <Button look="secondary" disabled={page >= pages} onClick={() => go(page + 1)}>
            Next
          </Button>
        </div>
      )}
    </nav>
  );
}
