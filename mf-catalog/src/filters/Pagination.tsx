import { classNames } from '@rangavalli/web-kit/dom/class-names';
import { Link, useLocation } from '@rangavalli/web-kit/federation/router';
import { messages } from './messages.js';
import css from './Pagination.module.css';

/** Returns the first, the last and the pages around the current one; `undefined` is a gap. */
export function pageNumbers(page: number, pages: number): (number | undefined)[] {
  const shown = Array.from({ length: pages }, (_none, index) => index + 1).filter(
    (number) => number === 1 || number === pages || Math.abs(number - page) <= 1,
  );
  return shown.flatMap((number, index) =>
    index > 0 && number - (shown[index - 1] ?? 0) > 1 ? [undefined, number] : [number],
  );
}

/** Links to the pages of a list: back, new tabs and shared URLs work. */
export function Pagination({ page, pages, onNavigate }: { page: number; pages: number; onNavigate: () => void }) {
  const { pathname, search } = useLocation();
  if (pages < 2) return null;
  const urlOf = (number: number): string => {
    const params = new URLSearchParams(search);
    if (number === 1) params.delete('page');
    else params.set('page', String(number));
    return `${pathname}${params.size > 0 ? '?' : ''}${params}`;
  };
  return (
    <nav className={css.pages} aria-label={messages.pages}>
      {page > 1 && (
        <Link to={urlOf(page - 1)} onClick={onNavigate} rel="prev">
          {messages.previous}
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
            to={urlOf(number)}
            onClick={onNavigate}
            className={classNames(number === page && css.current)}
            aria-label={messages.page(number)}
            aria-current={number === page ? 'page' : undefined}
          >
            {number}
          </Link>
        ),
      )}
      {page < pages && (
        <Link to={urlOf(page + 1)} onClick={onNavigate} rel="next">
          {messages.next}
        </Link>
      )}
    </nav>
  );
}
