import { useId, useState, type FormEvent, type ReactNode } from 'react';
import type { DeliveryTerms } from '@rangavalli/contracts/entities/delivery';
import type { ProductFacets } from '@rangavalli/contracts/entities/product-query';
import { LazyPart } from '@rangavalli/web-kit/ui/LazyPart';
import { Skeleton } from '@rangavalli/web-kit/ui/Skeleton';
import { VisuallyHidden } from '@rangavalli/web-kit/ui/VisuallyHidden';
import css from './FilterPanel.module.css';
import {
  formatPriceBand,
  includesValue,
  MAX_PRICE_RUPEES,
  multiFilters,
  setInStock,
  setMinRating,
  setPrice,
  toggleValue,
  type Change,
  type Filters,
} from './filters.js';
import { messages } from './messages.js';

const VISIBLE_OPTIONS = 7;
/** Nobody looks for fewer stars. */
const LEAST_RATING = 3;

/** Colours of the catalog's colour families; others get the background of unwoven cloth. */
const swatches: Readonly<Record<string, string>> = {
  Red: '#9c1f2f',
  Pink: '#d1437f',
  Orange: '#d4692a',
  Yellow: '#dda92b',
  Green: '#33704a',
  Blue: '#23457d',
  Purple: '#65356f',
  White: '#fffdf6',
  Beige: '#cdb38c',
  Grey: '#868487',
  Black: '#1d1a1c',
  Gold: '#b98a2f',
  Silver: '#c3c7cb',
};

/** Adds selected values without a match, so that they can be deselected. */
const withSelected = (facet: ProductFacets['weave'], selected: readonly string[]): ProductFacets['weave'] => [
  ...selected
    .filter((value) => !facet.some((option) => includesValue([option.value], value)))
    .map((value) => ({ value, count: 0 })),
  ...facet,
];

interface FilterPanelProps {
  facets: ProductFacets | undefined;
  filters: Filters;
  /** Undefined until they are loaded. */
  terms: DeliveryTerms | undefined;
  onChange: (change: Change) => void;
}

/** All filters of a list, each option with the number of products it would show. */
export function FilterPanel({ facets, filters, terms, onChange }: FilterPanelProps) {
  if (!facets) {
    return (
      <div className={css.skeleton}>
        {[90, 82, 74, 66, 58, 50].map((width) => (
          <Skeleton key={width} height="1.6rem" width={`${width}%`} />
        ))}
      </div>
    );
  }
  const { minPrice, maxPrice, inStock, minRating, values } = filters;
  const hasPrice = minPrice !== undefined || maxPrice !== undefined;
  return (
    <div className={css.panel}>
      <FilterGroup heading={messages.availability} items={[facets.availability]}>
        {({ inStock: count }) => (
          <Option
            key="stock"
            label={messages.inStock}
            count={count}
            checked={inStock}
            onToggle={() => onChange(setInStock(!inStock))}
          />
        )}
      </FilterGroup>
      <FilterGroup
        heading={messages.rating}
        items={facets.rating?.filter(({ min }) => min >= LEAST_RATING || min === minRating) ?? []}
      >
        {({ min, count }) => (
          <Option
            key={min}
            label={messages.ratedFrom(min)}
            count={count}
            checked={minRating === min}
            onToggle={() => onChange(setMinRating(minRating === min ? undefined : min))}
          />
        )}
      </FilterGroup>
      {multiFilters.map((name) => (
        <FilterGroup key={name} heading={messages.headings[name]} items={withSelected(facets[name], values[name])}>
          {({ value, count }) => (
            <Option
              key={value}
              label={value}
              count={count}
              checked={includesValue(values[name], value)}
              swatch={name === 'colour' ? (swatches[value] ?? 'var(--cotton-deep)') : undefined}
              onToggle={() => onChange(toggleValue(name, value))}
            />
          )}
        </FilterGroup>
      ))}
      <FilterGroup
        heading={messages.price}
        items={facets.price}
        below={<PriceForm key={`${minPrice} ${maxPrice}`} filters={filters} onChange={onChange} />}
      >
        {({ min, max, count }) => {
          const checked = hasPrice && (minPrice ?? 0) === min && maxPrice === max;
          return (
            <Option
              key={min}
              label={formatPriceBand(min, max)}
              count={count}
              checked={checked}
              onToggle={() => onChange(checked ? setPrice() : setPrice(min || undefined, max))}
            />
          );
        }}
      </FilterGroup>
      {/* Last, because it appears later: nothing moves. */}
      {terms && (
        <LazyPart
          id="mf-catalog/festival"
          load={async () => (await import('../festival/FestivalFilter.js')).FestivalFilter}
          props={{
            terms,
            pincode: filters.pincode ?? terms.pincode,
            checked: filters.arrivesBefore !== undefined,
            onChange,
          }}
          failed={messages.loadFailed}
        />
      )}
    </div>
  );
}

interface FilterGroupProps<T> {
  heading: string;
  items: readonly T[];
  children: (item: T) => ReactNode;
  below?: ReactNode;
}

function FilterGroup<T>({ heading, items, children, below }: FilterGroupProps<T>) {
  const [isExpanded, setIsExpanded] = useState(false);
  if (items.length === 0) return null;
  return (
    <fieldset className={css.group}>
      <legend className={css.heading}>{heading}</legend>
      {(isExpanded ? items : items.slice(0, VISIBLE_OPTIONS)).map(children)}
      {items.length > VISIBLE_OPTIONS && (
        <button
          type="button"
          className={css.more}
          aria-expanded={isExpanded}
          onClick={() => setIsExpanded(!isExpanded)}
        >
          {isExpanded ? messages.showFewer : messages.showAll(items.length)}
          <VisuallyHidden>{messages.showWhat(heading)}</VisuallyHidden>
        </button>
      )}
      {below}
    </fieldset>
  );
}

interface OptionProps {
  label: string;
  count: number;
  checked: boolean;
  onToggle: () => void;
  swatch?: string;
}

const Option = ({ label, count, checked, onToggle, swatch }: OptionProps) => (
  <label className={css.option}>
    <input type="checkbox" checked={checked} onChange={onToggle} />
    {swatch && <span className={css.swatch} style={{ background: swatch }} aria-hidden="true" />}
    <span className={css.label}>{label}</span>
    <span className={css.count}>
      {count}
      <VisuallyHidden> {messages.productUnit(count)}</VisuallyHidden>
    </span>
  </label>
);

/** A price range in rupees; a reversed range is turned around. */
function PriceForm({ filters: { minPrice, maxPrice }, onChange }: Pick<FilterPanelProps, 'filters' | 'onChange'>) {
  const id = useId();
  const apply = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const [from, to] = ['from', 'to'].map((name) => (form.get(name) ? Number(form.get(name)) : undefined));
    onChange(from !== undefined && to !== undefined && from > to ? setPrice(to, from) : setPrice(from, to));
  };
  const field = (name: string, label: string, value: number | undefined) => (
    <div>
      <label htmlFor={`${id}-${name}`}>{label}</label>
      <input
        id={`${id}-${name}`}
        name={name}
        type="number"
        inputMode="numeric"
        min={0}
        max={MAX_PRICE_RUPEES}
        step="any"
        defaultValue={value === undefined ? '' : Math.floor(value)}
      />
    </div>
  );
  return (
    <form className={css.price} onSubmit={apply}>
      {field('from', messages.from, minPrice)}
      {field('to', messages.to, maxPrice)}
      <button type="submit" className={css.apply}>
        {messages.apply}
        <VisuallyHidden>{messages.applyWhat}</VisuallyHidden>
      </button>
    </form>
  );
}
