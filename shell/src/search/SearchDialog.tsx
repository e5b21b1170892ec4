import { useEffect, useId, useRef, useState, type FormEvent, type KeyboardEvent } from 'react';
import { useNavigate } from '@rangavalli/web-kit/federation/router';
import { Dialog } from '@rangavalli/web-kit/ui/Dialog';
import { Icon } from '@rangavalli/web-kit/ui/Icon';
import { searchAddress } from './search-address.js';
import css from './Search.module.css';
import type { HelpKeys, HelpShown, SearchHelp } from './SearchHelp.js';

/** Suggestions come in a file of their own: most visitors of a page never open the search. */
const loadHelp = () => import('./SearchHelp.js');
/** Whoever points at the search will open it. A file that fails here is asked for again when it is opened. */
export const expectSearch = (): void => void loadHelp().catch(() => undefined);

/**
 * The search over the page. Its field is there with the page's script, so that no letter and no phone's keyboard waits for the
 * suggestions under it; arrows choose one of them, Enter goes, Escape closes.
 */
export function SearchDialog({ onClose }: { onClose: () => void }) {
  const keys = useRef<HelpKeys>(null);
  const navigate = useNavigate();
  const listId = useId();
  const [query, setQuery] = useState('');
  const [Help, setHelp] = useState<typeof SearchHelp>();
  const [failed, setFailed] = useState(false);
  const [{ count, active }, setShown] = useState<HelpShown>({ count: 0 });
  useEffect(() => {
    loadHelp().then(
      ({ SearchHelp: found }) => setHelp(() => found),
      () => setFailed(true),
    );
  }, []);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (keys.current?.open() || query.trim() === '') return;
    // Its file has failed: the search works without being remembered.
    loadHelp().then(
      ({ remember }) => remember(query),
      () => undefined,
    );
    onClose();
    navigate(searchAddress(query));
  };
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      // A search field's own Escape would only empty it.
      event.preventDefault();
      onClose();
    }
    const step = ({ ArrowDown: 1, ArrowUp: -1 } as const)[event.key];
    if (step && keys.current?.step(step)) event.preventDefault();
  };

  return (
    <Dialog title="Search" onClose={onClose} variant="top" plain>
      <div className={css.sheet}>
        <form className={css.form} role="search" onSubmit={submit}>
          <Icon name="search" />
          <input
            type="search"
            className={css.input}
            role="combobox"
            aria-label="Search the shop"
            aria-expanded={count > 0}
            aria-controls={listId}
            aria-autocomplete="list"
            aria-activedescendant={active}
            placeholder="Kanchipuram, cotton, red…"
            autoComplete="off"
            enterKeyHint="search"
            maxLength={100}
            value={query}
            onChange={(event) => setQuery(event.target.value)}
            onKeyDown={press}
          />
          <button type="button" className={css.close} onClick={onClose} aria-label="Close search">
            <Icon name="close" />
          </button>
        </form>
        {Help && <Help listId={listId} query={query} keys={keys} onShown={setShown} onClose={onClose} />}
        {failed && <p role="status">Suggestions are not at hand just now. Enter searches all the same.</p>}
      </div>
    </Dialog>
  );
}
