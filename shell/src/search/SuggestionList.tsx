import { Icon } from '@rangavalli/web-kit/ui/Icon';
import { Picture } from '@rangavalli/web-kit/ui/Picture';
import { Price } from '@rangavalli/web-kit/ui/Price';
import { messages } from './messages.js';
import css from './SearchHelp.module.css';
import type { Suggestion } from './suggestions.js';

interface SuggestionListProps {
  id: string;
  suggestions: readonly Suggestion[];
  selected: number;
  onSelect: (suggestion: Suggestion) => void;
}

function noteOf({ kind, count }: Suggestion) {
  if (kind === 'collection') return messages.collection;
  return kind === 'recent' ? messages.recentSearch : messages.products(count);
}

export function SuggestionList({ id, suggestions, selected, onSelect }: SuggestionListProps) {
  return (
    <div id={id} role="listbox" aria-label={messages.suggestions} className={css.list}>
      {suggestions.map((suggestion, index) => (
        <div
          key={suggestion.to}
          id={`${id}-${index}`}
          role="option"
          aria-selected={index === selected}
          tabIndex={-1}
          className={css.option}
          // Keeps the focus in the field.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onSelect(suggestion)}
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
              <small>{noteOf(suggestion)}</small>
            </>
          )}
        </div>
      ))}
    </div>
  );
}
