import { useEffect, useId, useRef, useState, type FormEvent, type KeyboardEvent } from 'react';
import { useNavigate } from '@rangavalli/web-kit/router';
import { Icon } from '@rangavalli/web-kit/ui/Icon';
import { forgetSearches, recentSearches, rememberSearch } from './recent-searches.js';
import { SuggestionList } from './SuggestionList.js';
import { searchAddress, suggestionsFor, type Suggestion, useSuggested } from './suggestions.js';
import css from './Search.module.css';

const recentSuggestions = (): Suggestion[] => recentSearches().map((label) => ({ to: searchAddress(label), kind: 'recent', label }));

/**
 * The search over the page. Suggests while one types, recent searches before that; arrows choose, Enter goes,
 * Escape closes.
 */
export function SearchDialog({ onClose }: { onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const navigate = useNavigate();
  const listId = useId();
  const [query, setQuery] = useState('');
  const [chosen, setChosen] = useState(-1);
  const [recent, setRecent] = useState(recentSuggestions);
  const { data, error, loading } = useSuggested(query);
  useEffect(() => dialog.current?.showModal(), []);

  const typed = query.trim() !== '';
  const suggestions = typed ? suggestionsFor(query, data) : recent;
  const goTo = (suggestion: Suggestion) => {
    if (typed) rememberSearch(suggestion.kind === 'phrase' ? suggestion.label : query);
    onClose();
    navigate(suggestion.to);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const suggestion = suggestions[chosen];
    if (suggestion) return goTo(suggestion);
    if (!typed) return undefined;
    rememberSearch(query);
    onClose();
    navigate(searchAddress(query));
    return undefined;
  };
  const choose = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      // A search field's own Escape would only empty it.
      event.preventDefault();
      onClose();
    }
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step || suggestions.length === 0) return;
    event.preventDefault();
    // -1 is the field itself: the ring goes through it.
    setChosen((old) => ((old + 1 + step + suggestions.length + 1) % (suggestions.length + 1)) - 1);
  };
  const status = typed && loading ? 'Looking…' : typed && error && !data ? 'Suggestions are not at hand just now. Enter searches all the same.' : typed ? `${suggestions.length} suggestions` : '';

  return (
    <dialog
      ref={dialog}
      className={css.dialog}
      aria-label="Search"
      onClose={onClose}
      onClick={(event) => {
        if (event.target === dialog.current) onClose();
      }}
    >
      <div className={css.sheet}>
        <form className={css.form} role="search" onSubmit={submit}>
          <Icon name="search" />
          <input
            type="search"
            className={css.input}
            role="combobox"
            aria-label="Search the shop"
            aria-expanded={suggestions.length > 0}
            aria-controls={listId}
            aria-autocomplete="list"
            aria-activedescendant={chosen >= 0 ? `${listId}-${chosen}` : undefined}
            placeholder="Kanchipuram, cotton, red…"
            autoComplete="off"
            enterKeyHint="search"
            maxLength={100}
            // eslint-disable-next-line jsx-a11y/no-autofocus -- the visitor has asked for this field
            autoFocus
            value={query}
            onChange={(event) => {
              setQuery(event.target.value);
              setChosen(-1);
            }}
            onKeyDown={choose}
          />
          <button type="button" className={css.close} onClick={onClose} aria-label="Close search">
            <Icon name="close" />
          </button>
        </form>
        {!typed && recent.length > 0 && (
          <p className={css.heading}>
            Recent searches
            <button
              type="button"
              onClick={() => {
                forgetSearches();
                setRecent([]);
                setChosen(-1);
              }}
            >
              Clear
            </button>
          </p>
        )}
        {typed && data?.didYouMean && <p className={css.heading}>Did you mean “{data.didYouMean}”?</p>}
        <SuggestionList id={listId} suggestions={suggestions} chosen={chosen} onChoose={goTo} />
        {typed && !loading && data && suggestions.length === 0 && <p className={css.nothing}>Nothing of that name. Try a weave, a colour or a fabric.</p>}
        <p className={css.status} role="status">
          {status}
        </p>
      </div>
    </dialog>
  );
}
