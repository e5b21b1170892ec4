import { useId, useRef, useState, type ReactNode } from 'react';
import { useSearchParams } from '@rangavalli/web-kit/federation/router';
import { Button } from '@rangavalli/web-kit/ui/Button';
import { Dialog } from '@rangavalli/web-kit/ui/Dialog';
import { useDeliveryTerms } from '../festival/use-delivery-terms.js';
import { setColumns, useColumns } from '../products/columns.js';
import { ProductListing } from '../products/ProductListing.js';
import { AppliedFilters } from './AppliedFilters.js';
import { FilterPanel } from './FilterPanel.js';
import {
  appliedFilters,
  applyChange,
  clearFilters,
  listQuery,
  readFilters,
  sortsOf,
  type Change,
  type Scope,
} from './filters.js';
import { messages } from './messages.js';
import { NearestProducts } from './NearestProducts.js';
import { Pagination } from './Pagination.js';
import css from './ProductBrowser.module.css';
import { useListing } from './use-listing.js';

interface ProductBrowserProps {
  scope: Scope;
  loadingText: string;
  emptyText: string;
  /** The next step when no products are found. */
  children: ReactNode;
}

/** A list of products with filters, sort and pages. */
export function ProductBrowser({ scope, loadingText, emptyText, children }: ProductBrowserProps) {
  const [search, setSearch] = useSearchParams();
  const [isSheetOpen, setIsSheetOpen] = useState(false);
  const list = useRef<HTMLDivElement>(null);
  const sortId = useId();
  const columns = useColumns();
  const filters = readFilters(search, scope);
  const { data, previous, error, reload } = useListing(listQuery(scope, filters));

  const terms = useDeliveryTerms(filters.pincode);
  const shown = data ?? (error ? undefined : previous);
  const applied = appliedFilters(filters);
  const hasFilters = applied.length > 0;
  const change = (what: Change) => setSearch(applyChange(search, what));
  const facets = (data ?? previous)?.facets;
  // After an error without facets, a skeleton would never be replaced.
  const panel =
    facets || !error ? <FilterPanel facets={facets} filters={filters} terms={terms} onChange={change} /> : undefined;

  return (
    <div className={css.browser}>
      <a
        className={css.skip}
        href="#products"
        onClick={(event) => {
          event.preventDefault();
          list.current?.focus();
        }}
      >
        {messages.skipToProducts}
      </a>
      <aside className={css.column} aria-label={messages.filters}>
        {panel && <h2 className={css.heading}>{messages.filters}</h2>}
        {panel}
      </aside>
      <div ref={list} id="products" tabIndex={-1} className={css.list} aria-busy={!data && !error}>
        <div className={css.bar}>
          <p className={css.count} role="status">
            {shown ? messages.products(shown.total) : !error && loadingText}
          </p>
          <button
            type="button"
            className={css.open}
            disabled={!panel}
            aria-haspopup="dialog"
            onClick={() => setIsSheetOpen(true)}
          >
            {messages.openFilters(applied.length)}
          </button>
          <button
            type="button"
            className={css.columns}
            aria-label={messages.twoColumns}
            aria-pressed={columns === 2}
            onClick={() => setColumns(columns === 2 ? 1 : 2)}
          >
            <svg width="20" height="20" viewBox="0 0 20 20" fill="currentColor" aria-hidden="true">
              <path d="M2 3h7v14H2zM11 3h7v14h-7z" />
            </svg>
          </button>
          <div className={css.sort}>
            <label htmlFor={sortId}>{messages.sortBy}</label>
            <select
              id={sortId}
              value={filters.sort}
              onChange={({ target }) => change((params) => params.set('sort', target.value))}
            >
              {sortsOf(scope).map((sort) => (
                <option key={sort} value={sort}>
                  {messages.sorts[sort as keyof typeof messages.sorts]}
                </option>
              ))}
            </select>
          </div>
        </div>
        {shown?.didYouMean && shown.total > 0 && (
          <p className={css.suggestion}>{messages.showingResultsFor(shown.didYouMean)}</p>
        )}
        <AppliedFilters filters={filters} interpreted={shown?.interpreted} onChange={change} />
        <div className={!data && shown ? css.stale : undefined}>
          <ProductListing
            products={shown?.products}
            error={error}
            onRetry={reload}
            emptyText={emptyText}
            emptyHint={filters.arrivesBefore ? messages.noArrivals : hasFilters ? messages.noMatches : undefined}
            terms={terms}
          >
            {hasFilters && <Button onClick={() => change(clearFilters)}>{messages.clearFilters}</Button>}
            {children}
          </ProductListing>
          {shown?.nearest && <NearestProducts {...shown.nearest} />}
        </div>
        {shown?.pages !== undefined && (
          <Pagination page={filters.page} pages={shown.pages} onNavigate={() => list.current?.scrollIntoView()} />
        )}
      </div>
      {isSheetOpen && (
        <Dialog
          title={messages.filters}
          variant="sheet"
          onClose={() => setIsSheetOpen(false)}
          footer={
            <>
              {hasFilters && (
                <Button look="secondary" onClick={() => change(clearFilters)}>
                  {messages.clearAll}
                </Button>
              )}
              <Button onClick={() => setIsSheetOpen(false)}>
                {shown ? messages.show(messages.products(shown.total)) : messages.showProducts}
              </Button>
            </>
          }
        >
          {panel}
        </Dialog>
      )}
    </div>
  );
}
