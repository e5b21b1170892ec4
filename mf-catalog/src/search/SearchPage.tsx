import { useId, type FormEvent } from 'react';
import { Link, useSearchParams } from '@rangavalli/web-kit/federation/router';
import { Button, ButtonLink } from '@rangavalli/web-kit/ui/Button';
import { Page } from '@rangavalli/web-kit/ui/Page';
import { ProductBrowser } from '../filters/ProductBrowser.js';
import css from './SearchPage.module.css';

/** Characters of a search. */
const LONGEST = 80;

const ideas: Readonly<Record<string, readonly string[]>> = {
  'A weave': ['Kanchipuram', 'Banarasi', 'Chanderi', 'Paithani', 'Kalamkari', 'Ikat', 'Patola', 'Organza', 'Tussar'],
  'A colour': ['indigo', 'kumkum', 'teal', 'ivory'],
  'An occasion': ['wedding', 'festival', 'office', 'haldi'],
};

/** Where to begin, for those who come with nothing in mind. */
function Ideas() {
  return (
    <dl className={css.ideas}>
      {Object.entries(ideas).map(([kind, words]) => (
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
  );
}

/** Finds products by the words of `?q=`, among those that the shop has. */
export function SearchPage() {
  const [search, setSearch] = useSearchParams();
  const inputId = useId();
  const words = search.get('q')?.trim() ?? '';

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const wanted = String(new FormData(event.currentTarget).get('q') ?? '').trim();
    setSearch(wanted ? { q: wanted } : {});
  };

  return (
    <Page title="Search">
      <form role="search" className={css.form} onSubmit={submit}>
        <label htmlFor={inputId} className={css.label}>
          Search products
        </label>
        {/* A new key for each address: going back shows the words of then. */}
        <input
          key={words}
          id={inputId}
          className={css.input}
          type="search"
          name="q"
          defaultValue={words}
          maxLength={LONGEST}
          autoComplete="off"
          enterKeyHint="search"
        />
        <Button type="submit">Search</Button>
      </form>
      {words ? (
        <ProductBrowser
          key={words}
          scope={{ q: words.slice(0, LONGEST) }}
          loadingText="Searching…"
          emptyText={`No products found for “${words}”.`}
        >
          <ButtonLink to="/all" look="secondary">
            Browse all products
          </ButtonLink>
        </ProductBrowser>
      ) : (
        <Ideas />
      )}
    </Page>
  );
}
