import { useEffect, useImperativeHandle, useState, type Ref } from 'react';
import { useNavigate } from '@rangavalli/web-kit/federation/router';
import { forgetSearches, recentSearches, rememberSearch } from './recent-searches.js';
import { searchAddress } from './search-address.js';
import css from './SearchHelp.module.css';
import { SuggestionList } from './SuggestionList.js';
import { suggestionsFor, type Suggestion, useSuggested } from './suggestions.js';

export { rememberSearch as remember };

const recentSuggestions = (): Suggestion[] =>
  recentSearches().map((label) => ({ to: searchAddress(label), kind: 'recent', label }));

/** What the field tells the help: the keys that are meant for it. */
export interface HelpKeys {
  /** An arrow: one suggestion on or back. @returns whether there was one to go to */
  step(by: 1 | -1): boolean;
  /** Enter. @returns whether a suggestion was chosen, which is opened now */
  open(): boolean;
}

/** What the field says of the help to screen readers. */
export interface HelpShown {
  count: number;
  /** Id of the suggestion that the arrows have reached. */
  active?: string | undefined;
}

interface SearchHelpProps {
  listId: string;
  query: string;
  keys: Ref<HelpKeys>;
  onShown: (shown: HelpShown) => void;
  onClose: () => void;
}

/** Under the search field: suggestions while one types, recent searches before that. Comes in a file of its own, after the field. */
export function SearchHelp({ listId, query, keys, onShown, onClose }: SearchHelpProps) {
  const navigate = useNavigate();
  // Counts for the text at which the arrows were used: another letter begins anew.
  const [reached, setReached] = useState({ query: '', at: -1 });
  const [recent, setRecent] = useState(recentSuggestions);
  const { data, error, loading } = useSuggested(query);

  const typed = query.trim() !== '';
  const suggestions = typed ? suggestionsFor(query, data) : recent;
  const chosen = reached.query === query && reached.at < suggestions.length ? reached.at : -1;
  const goTo = (suggestion: Suggestion) => {
    if (typed) rememberSearch(suggestion.kind === 'phrase' ? suggestion.label : query);
    onClose();
    navigate(suggestion.to);
  };
  useImperativeHandle(keys, () => ({
    step: (by) => {
      // -1 is the field itself: the ring goes through it.
      if (suggestions.length > 0)
        setReached({ query, at: ((chosen + 1 + by + suggestions.length + 1) % (suggestions.length + 1)) - 1 });
      return suggestions.length > 0;
    },
    open: () => {
      const suggestion = suggestions[chosen];
      if (suggestion) goTo(suggestion);
      return suggestion !== undefined;
    },
  }));
  const active = chosen >= 0 ? `${listId}-${chosen}` : undefined;
  useEffect(() => onShown({ count: suggestions.length, active }), [onShown, suggestions.length, active]);
  const status =
    typed && loading
      ? 'Looking…'
      : typed && error && !data
        ? 'Suggestions are not at hand just now. Enter searches all the same.'
        : typed
          ? `${suggestions.length} suggestions`
          : '';

  return (
    <>
      {!typed && recent.length > 0 && (
        <p className={css.heading}>
          Recent searches
          <button
            type="button"
            onClick={() => {
              forgetSearches();
              setRecent([]);
            }}
          >
            Clear
          </button>
        </p>
      )}
      {typed && data?.didYouMean && <p className={css.heading}>Did you mean “{data.didYouMean}”?</p>}
      <SuggestionList id={listId} suggestions={suggestions} chosen={chosen} onChoose={goTo} />
      {typed && !loading && data && suggestions.length === 0 && (
        <p className={css.nothing}>Nothing of that name. Try a weave, a colour or a fabric.</p>
      )}
      <p className={css.status} role="status">
        {status}
      </p>
    </>
  );
}
