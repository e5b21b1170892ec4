import { useEffect, useId, useRef, useState, type FormEvent, type KeyboardEvent } from 'react';
import { useNavigate } from '@rangavalli/web-kit/federation/router';
import { Dialog } from '@rangavalli/web-kit/ui/Dialog';
import { Icon } from '@rangavalli/web-kit/ui/Icon';
import { messages } from './messages.js';
import css from './Search.module.css';
import type { SearchHelp, SuggestionKeys, SuggestionState } from './SearchHelp.js';

/** Most visitors never open the search. */
const loadHelp = () => import('./SearchHelp.js');
export const prefetchSuggestions = () => void loadHelp().catch(() => undefined);

/** The field works while, or without that, the suggestions load. */
export function SearchDialog({ onClose }: { onClose: () => void }) {
  const keys = useRef<SuggestionKeys>(null);
  const navigate = useNavigate();
  const listId = useId();
  const [query, setQuery] = useState('');
  const [Help, setHelp] = useState<typeof SearchHelp>();
  const [hasFailed, setHasFailed] = useState(false);
  const [{ count, activeId }, setState] = useState<SuggestionState>({ count: 0 });
  useEffect(() => {
    loadHelp().then(
      ({ SearchHelp: loaded }) => setHelp(() => loaded),
      () => setHasFailed(true),
    );
  }, []);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const text = query.trim();
    if (keys.current?.open() || text === '') return;
    loadHelp().then(
      ({ saveSearch }) => saveSearch(text),
      () => undefined,
    );
    onClose();
    void navigate(`/search?q=${encodeURIComponent(text)}`);
  };
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      // The browser would only clear the field.
      event.preventDefault();
      onClose();
    }
    const step = ({ ArrowDown: 1, ArrowUp: -1 } as const)[event.key];
    if (step && keys.current?.move(step)) event.preventDefault();
  };

  return (
    <Dialog title={messages.dialog} onClose={onClose} variant="top" plain>
      <div className={css.sheet}>
        <form className={css.form} role="search" onSubmit={submit}>
          <Icon name="search" />
          <input
            type="search"
            className={css.input}
            role="combobox"
            aria-label={messages.field}
            aria-expanded={count > 0}
            aria-controls={listId}
            aria-autocomplete="list"
            aria-activedescendant={activeId}
            placeholder={messages.placeholder}
            autoComplete="off"
            enterKeyHint="search"
            maxLength={100}
            value={query}
            onChange={(event) => setQuery(event.target.value)}
            onKeyDown={press}
          />
          <button type="button" className={css.close} onClick={onClose} aria-label={messages.close}>
            <Icon name="close" />
          </button>
        </form>
        {Help && <Help listId={listId} query={query} keys={keys} onChange={setState} onClose={onClose} />}
        {hasFailed && <p role="status">{messages.unavailable}</p>}
      </div>
    </Dialog>
  );
}
