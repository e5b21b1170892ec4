import type { InterpretedPart } from '@rangavalli/contracts/entities/product-query';
import { Icon } from '@rangavalli/web-kit/ui/Icon';
import { appliedFilters, type Change, clearFilters, type Filters, interpretedFilters } from './filters.js';
import { messages } from './messages.js';
import css from './ProductBrowser.module.css';

interface AppliedFiltersProps {
  filters: Filters;
  /** What the search text was read as. */
  interpreted: readonly InterpretedPart[] | undefined;
  onChange: (change: Change) => void;
}

/** The filters of the URL and of the search text, each with a button that removes it. */
export function AppliedFilters({ filters, interpreted = [], onChange }: AppliedFiltersProps) {
  const applied = appliedFilters(filters);
  const chips = [...interpretedFilters(interpreted), ...applied];
  if (chips.length === 0) return null;
  return (
    <ul className={css.chips} aria-label={messages.applied}>
      {chips.map(({ label, remove }, index) => (
        // Two parts of a text may have the same label.
        <li key={`${index} ${label}`}>
          <button
            type="button"
            className={css.chip}
            aria-label={messages.removeFilter(label)}
            onClick={() => onChange(remove)}
          >
            {label}
            <Icon name="close" size={14} />
          </button>
        </li>
      ))}
      {applied.length > 0 && (
        <li>
          <button type="button" className={css.clear} onClick={() => onChange(clearFilters)}>
            {messages.clearAll}
          </button>
        </li>
      )}
    </ul>
  );
}
