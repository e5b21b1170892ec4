import { useId, type FormEvent } from 'react';
import { useSearchParams } from '@rangavalli/web-kit/router';
import { Button, ButtonLink } from '@rangavalli/web-kit/ui/Button';
import { Page } from '@rangavalli/web-kit/ui/Page';
import { ProductBrowser } from '../filters/ProductBrowser.js';
import css from './SearchPage.module.css';

/** Characters of a search. */
const LONGEST = 80;

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
        <input key={words} id={inputId} className={css.input} type="search" name="q" defaultValue={words} maxLength={LONGEST} autoComplete="off" enterKeyHint="search" />
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
        <p>Try a weave, a colour or an occasion: “Kanchipuram”, “indigo”, “wedding”.</p>
      )}
    </Page>
  );
}
