import { Icon } from '@rangavalli/web-kit/ui/Icon';
import { Picture } from '@rangavalli/web-kit/ui/Picture';
import { Price } from '@rangavalli/web-kit/ui/Price';
import type { Suggestion } from './suggestions.js';
import css from './SearchHelp.module.css';

interface SuggestionListProps {
  id: string;
  suggestions: readonly Suggestion[];
  /** Which one the arrow keys have reached; -1 for none. */
  chosen: number;
  onChoose: (suggestion: Suggestion) => void;
}

const asideOf = ({ kind, count }: Suggestion): string =>
  kind === 'collection'
    ? 'Collection'
    : kind === 'recent'
      ? 'Searched before'
      : `${count} ${count === 1 ? 'product' : 'products'}`;

/** The lines under the search field. The focus stays in the field, which says which one is chosen. */
export function SuggestionList({ id, suggestions, chosen, onChoose }: SuggestionListProps) {
  return (
    <div id={id} role="listbox" aria-label="Suggestions" className={css.list}>
      {suggestions.map((suggestion, index) => (
        <div
          key={suggestion.to}
          id={`${id}-${index}`}
          role="option"
          aria-selected={index === chosen}
          tabIndex={-1}
          className={css.option}
          // The click must not take the focus out of the field first.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onChoose(suggestion)}
        >
          {suggestion.product ? (
            <>
              <Picture
                url={suggestion.product.images[0]?.url}
                alt=""
                sizes="3rem"
                widths={[320]}
                ratio="3 / 4"
                className={css.thumb}
              />
              <span className={css.label}>{suggestion.label}</span>
              <Price rupees={suggestion.product.price} />
            </>
          ) : (
            <>
              <span className={css.mark}>
                <Icon name={suggestion.kind === 'collection' ? 'right' : 'search'} size={18} />
              </span>
              <span className={css.label}>{suggestion.label}</span>
              <small>{asideOf(suggestion)}</small>
            </>
          )}
        </div>
      ))}
    </div>
  );
}
