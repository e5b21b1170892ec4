import { useId, useRef, useState, type ReactNode } from 'react';
import { useSearchParams } from '@rangavalli/web-kit/federation/router';
import { Button } from '@rangavalli/web-kit/ui/Button';
import { Dialog } from '@rangavalli/web-kit/ui/Dialog';
import { ProductListing } from '../products/ProductListing.js';
import { changed, chipsOf, cleared, listQuery, readChoices, sorts, type Change, type Scope } from './choices.js';
import { Chips } from './Chips.js';
import { FilterPanel } from './FilterPanel.js';
import { Pages } from './Pages.js';
import css from './ProductBrowser.module.css';
import { useListing } from './use-listing.js';

interface ProductBrowserProps {
  scope: Scope;
  loadingText: string;
  emptyText: string;
  /** Where to go when there is nothing, whatever is chosen. */
  children: ReactNode;
}

const productsText = (count: number): string => `${count} ${count === 1 ? 'product' : 'products'}`;

/** A list of products with its filters, its order and its pages; all that is chosen stands in the address. */
export function ProductBrowser({ scope, loadingText, emptyText, children }: ProductBrowserProps) {
  const [search, setSearch] = useSearchParams();
  const [sheet, setSheet] = useState(false);
  const list = useRef<HTMLDivElement>(null);
  const sortId = useId();
  const choices = readChoices(search);
  const { data, previous, error, reload } = useListing(listQuery(scope, choices));

  const shown = data ?? (error ? undefined : previous);
  const chosen = chipsOf(choices).length;
  const change = (what: Change) => setSearch(changed(search, what));
  const facets = (data ?? previous)?.facets;
  // Without facets and without hope for them nothing is drawn: a skeleton would promise something.
  const panel = facets || !error ? <FilterPanel facets={facets} choices={choices} onChange={change} /> : undefined;

  return (
    <div className={css.browser}>
      <aside className={css.column} aria-label="Filters">
        {panel && <h2 className={css.heading}>Filters</h2>}
        {panel}
      </aside>
      <div ref={list} className={css.list} aria-busy={!data && !error}>
        <div className={css.bar}>
          <p className={css.count} role="status">
            {shown ? productsText(shown.total) : !error && loadingText}
          </p>
          <button
            type="button"
            className={css.open}
            disabled={!panel}
            aria-haspopup="dialog"
            onClick={() => setSheet(true)}
          >
            Filters{chosen > 0 && ` (${chosen})`}
          </button>
          <div className={css.sort}>
            <label htmlFor={sortId}>Sort by</label>
            <select
              id={sortId}
              value={choices.sort}
              onChange={({ target }) => change((wanted) => wanted.set('sort', target.value))}
            >
              {Object.entries(sorts).map(([value, label]) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </select>
          </div>
        </div>
        {shown?.didYouMean && shown.total > 0 && (
          <p className={css.meant}>No product has these words. Shown is what “{shown.didYouMean}” finds.</p>
        )}
        <Chips choices={choices} onChange={change} />
        <div className={!data && shown ? css.stale : undefined}>
          <ProductListing
            products={shown?.products}
            error={error}
            onRetry={reload}
            emptyText={emptyText}
            emptyHint={
              chosen > 0 ? 'Nothing matches all that is chosen. Take something away, or look around.' : undefined
            }
          >
            {chosen > 0 && <Button onClick={() => change(cleared)}>Clear all filters</Button>}
            {children}
          </ProductListing>
        </div>
        {shown?.pages !== undefined && (
          <Pages page={choices.page} pages={shown.pages} onTurn={() => list.current?.scrollIntoView()} />
        )}
      </div>
      {sheet && (
        <Dialog
          title="Filters"
          variant="sheet"
          onClose={() => setSheet(false)}
          footer={
            <>
              {chosen > 0 && (
                <Button look="secondary" onClick={() => change(cleared)}>
                  Clear all
                </Button>
              )}
              <Button onClick={() => setSheet(false)}>
                {shown ? `Show ${productsText(shown.total)}` : 'Show products'}
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
