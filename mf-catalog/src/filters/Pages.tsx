import { classNames } from '@rangavalli/web-kit/dom/class-names';
import { Link, useLocation } from '@rangavalli/web-kit/federation/router';
import css from './Pages.module.css';

/** First, last, and those around the current one; `undefined` where some are left out. */
export function pageNumbers(page: number, pages: number): (number | undefined)[] {
  const near = Array.from({ length: pages }, (_none, index) => index + 1).filter(
    (number) => number === 1 || number === pages || Math.abs(number - page) <= 1,
  );
  return near.flatMap((number, index) =>
    index > 0 && number - (near[index - 1] ?? 0) > 1 ? [undefined, number] : [number],
  );
}

/** The way through a long list. Links, so that back, a new tab and a shared address work. */
export function Pages({ page, pages, onTurn }: { page: number; pages: number; onTurn: () => void }) {
  const { pathname, search } = useLocation();
  if (pages < 2) return null;
  const addressOf = (number: number): string => {
    const wanted = new URLSearchParams(search);
    if (number === 1) wanted.delete('page');
    else wanted.set('page', String(number));
    return `${pathname}${wanted.size > 0 ? '?' : ''}${wanted}`;
  };
  return (
    <nav className={css.pages} aria-label="Pages">
      {page > 1 && (
        <Link to={addressOf(page - 1)} onClick={onTurn} rel="prev">
          Previous
        </Link>
      )}
      {pageNumbers(page, pages).map((number, index) =>
        number === undefined ? (
          <span key={`gap ${index}`} aria-hidden="true">
            …
          </span>
        ) : (
          <Link
            key={number}
            to={addressOf(number)}
            onClick={onTurn}
            className={classNames(number === page && css.current)}
            aria-label={`Page ${number}`}
            aria-current={number === page ? 'page' : undefined}
          >
            {number}
          </Link>
        ),
      )}
      {page < pages && (
        <Link to={addressOf(page + 1)} onClick={onTurn} rel="next">
          Next
        </Link>
      )}
    </nav>
  );
}
