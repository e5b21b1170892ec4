import { useEffect, useImperativeHandle, useState, type Ref } from 'react';
import { useNavigate } from '@rangavalli/web-kit/federation/router';
import { currentPrice } from '@rangavalli/web-kit/format/price';
import { Icon } from '@rangavalli/web-kit/ui/Icon';
import { Picture } from '@rangavalli/web-kit/ui/Picture';
import { Price } from '@rangavalli/web-kit/ui/Price';
import { useMenu } from '../pages/pages-context.js';
import { messages } from './messages.js';
import { clearRecentSearches, readRecentSearches, saveSearch } from './recent-searches.js';
import css from './SearchHelp.module.css';
import { listSuggestions, searchUrl, type Suggestion, useSuggestions } from './suggestions.js';

export { saveSearch };

const recentSuggestions = (): Suggestion[] =>
  readRecentSearches().map((label) => ({ to: searchUrl(label), kind: 'recent', label }));

export interface SuggestionKeys {
  /** @returns false when there are no suggestions */
  move(by: 1 | -1): boolean;
  /** @returns false when no suggestion is selected */
  open(): boolean;
}

export interface SuggestionState {
  count: number;
  activeId?: string;
}

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

function SuggestionList({ id, suggestions, selected, onSelect }: SuggestionListProps) {
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
              <Price rupees={currentPrice(suggestion.product)} regular={suggestion.product.price} />
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

interface SearchHelpProps {
  listId: string;
  query: string;
  keys: Ref<SuggestionKeys>;
  onChange: (state: SuggestionState) => void;
  onClose: () => void;
}

export function SearchHelp({ listId, query, keys, onChange, onClose }: SearchHelpProps) {
  const navigate = useNavigate();
  const collections = useMenu();
  // A changed query clears the selection.
  const [selection, setSelection] = useState({ query: '', index: -1 });
  const [recent, setRecent] = useState(recentSuggestions);
  const { data, error, loading } = useSuggestions(query);

  const hasQuery = query.trim() !== '';
  const suggestions = hasQuery ? listSuggestions(query, collections, data) : recent;
  const selected = selection.query === query && selection.index < suggestions.length ? selection.index : -1;
  const open = (suggestion: Suggestion) => {
    if (hasQuery) saveSearch(suggestion.kind === 'phrase' ? suggestion.label : query);
    onClose();
    void navigate(suggestion.to);
  };
  useImperativeHandle(keys, () => ({
    move: (by) => {
      // -1 is the field itself.
      const positions = suggestions.length + 1;
      if (suggestions.length > 0) setSelection({ query, index: ((selected + 1 + by + positions) % positions) - 1 });
      return suggestions.length > 0;
    },
    open: () => {
      const suggestion = suggestions[selected];
      if (suggestion) open(suggestion);
      return suggestion !== undefined;
    },
  }));
  const activeId = selected >= 0 ? `${listId}-${selected}` : undefined;
  useEffect(() => onChange({ count: suggestions.length, activeId }), [onChange, suggestions.length, activeId]);
  const status = loading
    ? messages.loading
    : error && !data
      ? messages.unavailable
      : messages.count(suggestions.length);

  return (
    <>
      {!hasQuery && recent.length > 0 && (
        <p className={css.heading}>
          {messages.recent}
          <button
            type="button"
            onClick={() => {
              clearRecentSearches();
              setRecent([]);
            }}
          >
            {messages.clear}
          </button>
        </p>
      )}
      {hasQuery && data?.didYouMean && <p className={css.heading}>{messages.didYouMean(data.didYouMean)}</p>}
      <SuggestionList id={listId} suggestions={suggestions} selected={selected} onSelect={open} />
      {hasQuery && !loading && data && suggestions.length === 0 && (
        <p className={css.nothing}>{messages.noSuggestions}</p>
      )}
      <p className={css.status} role="status">
        {hasQuery && status}
      </p>
    </>
  );
}
