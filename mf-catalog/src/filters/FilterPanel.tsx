import type { ProductFacets } from '@rangavalli/contracts/entities/product-query';
import { Skeleton } from '@rangavalli/web-kit/ui/Skeleton';
import { multiple, priceLabel, priced, stocked, toggled, type Change, type Choices, type Multiple } from './choices.js';
import { Choice, FilterGroup } from './FilterGroup.js';
import css from './FilterPanel.module.css';
import { PriceForm } from './PriceForm.js';

const headings: Record<Multiple, string> = {
  weave: 'Weave',
  colour: 'Colour',
  fabric: 'Fabric',
  occasion: 'Occasion',
  size: 'Size',
};

/** What is chosen stays in the list when nothing passes it, so that it can be unchosen. */
function withChosen(counted: ProductFacets['weave'], chosen: readonly string[]): { value: string; count: number }[] {
  const missing = chosen.filter((value) => !counted.some((one) => one.value.toLowerCase() === value.toLowerCase()));
  return [...missing.map((value) => ({ value, count: 0 })), ...counted];
}
const has = (chosen: readonly string[], value: string): boolean =>
  chosen.some((one) => one.toLowerCase() === value.toLowerCase());

interface FilterPanelProps {
  facets: ProductFacets | undefined;
  choices: Choices;
  onChange: (change: Change) => void;
}

/** Everything by which a list can be narrowed, with how many products each choice would show. */
export function FilterPanel({ facets, choices, onChange }: FilterPanelProps) {
  if (!facets) {
    return (
      <div className={css.skeleton}>
        {[0, 1, 2, 3, 4, 5].map((line) => (
          <Skeleton key={line} height="1.6rem" width={`${90 - line * 8}%`} />
        ))}
      </div>
    );
  }
  const { minPrice, maxPrice, inStock, values } = choices;
  return (
    <div className={css.panel}>
      <FilterGroup heading="Availability" items={[facets.availability]}>
        {({ inStock: count }) => (
          <Choice
            key="stock"
            label="In stock"
            count={count}
            checked={inStock}
            onToggle={() => onChange(stocked(!inStock))}
          />
        )}
      </FilterGroup>
      {multiple.map((name) => (
        <FilterGroup key={name} heading={headings[name]} items={withChosen(facets[name], values[name])}>
          {({ value, count }) => (
            <Choice
              key={value}
              label={value}
              count={count}
              checked={has(values[name], value)}
              {...(name === 'colour' ? { swatch: value } : {})}
              onToggle={() => onChange(toggled(name, value))}
            />
          )}
        </FilterGroup>
      ))}
      <FilterGroup
        heading="Price"
        items={facets.price}
        below={
          <PriceForm
            key={`${minPrice} ${maxPrice}`}
            min={minPrice}
            max={maxPrice}
            onApply={(min, max) => onChange(priced(min, max))}
          />
        }
      >
        {({ min, max, count }) => {
          const checked =
            (minPrice ?? 0) === min && maxPrice === max && (minPrice !== undefined || maxPrice !== undefined);
          return (
            <Choice
              key={min}
              label={priceLabel(min, max)}
              count={count}
              checked={checked}
              onToggle={() =>
                onChange(checked ? priced(undefined, undefined) : priced(min === 0 ? undefined : min, max))
              }
            />
          );
        }}
      </FilterGroup>
    </div>
  );
}
