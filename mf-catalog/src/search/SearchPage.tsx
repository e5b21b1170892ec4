import { useId, type FormEvent } from 'react';
import { Link, useSearchParams } from '@rangavalli/web-kit/federation/router';
import { Button } from '@rangavalli/web-kit/ui/Button';
import { Page } from '@rangavalli/web-kit/ui/Page';
import { ProductBrowser } from '../filters/ProductBrowser.js';
import { messages } from './messages.js';
import { NoMatchesHelp } from './NoMatchesHelp.js';
import css from './SearchPage.module.css';

const MAX_QUERY_LENGTH = 80;

/** Finds products by the words of `?q=`. */
export function SearchPage() {
  const [search, setSearch] = useSearchParams();
  const inputId = useId();
  const query = search.get('q')?.trim() ?? '';

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const q = String(new FormData(event.currentTarget).get('q') ?? '').trim();
    setSearch(q ? { q } : {});
  };

  return (
    <Page title={messages.title}>
      <form role="search" className={css.form} onSubmit={submit}>
        <label htmlFor={inputId} className={css.label}>
          {messages.label}
        </label>
        <input
          // Going back shows the earlier query.
          key={query}
          id={inputId}
          className={css.input}
          type="search"
          name="q"
          defaultValue={query}
          maxLength={MAX_QUERY_LENGTH}
          autoComplete="off"
          enterKeyHint="search"
        />
        <Button type="submit">{messages.search}</Button>
      </form>
      {query ? (
        <ProductBrowser
          key={query}
          scope={{ q: query.slice(0, MAX_QUERY_LENGTH) }}
          loadingText={messages.searching}
          emptyText={messages.empty(query)}
        >
          <NoMatchesHelp query={query} />
        </ProductBrowser>
      ) : (
        <dl className={css.suggestions}>
          {Object.entries(messages.suggestions).map(([kind, words]) => (
            <div key={kind}>
              <dt>{kind}</dt>
              {words.map((word) => (
                <dd key={word}>
                  <Link to={`/search?q=${word}`}>{word}</Link>
                </dd>
              ))}
            </div>
          ))}
        </dl>
      )}
    </Page>
  );
}
