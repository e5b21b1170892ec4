import { useId, type FormEvent } from 'react';
import { useSearchParams } from '@rangavalli/web-kit/router';
import { Button, ButtonLink } from '@rangavalli/web-kit/ui/Button';
import { Page } from '@rangavalli/web-kit/ui/Page';
import { matchesSearch } from '../products/filters.js';
import { ProductListing } from '../products/ProductListing.js';
import { useProducts } from '../products/use-products.js';
import css from './SearchPage.module.css';

/** Finds products by the words of `?q=`, among those that the shop has. */
export function SearchPage() {
  const [search, setSearch] = useSearchParams();
  const query = useProducts();
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
        <input key={words} id={inputId} className={css.input} type="search" name="q" defaultValue={words} maxLength={80} autoComplete="off" enterKeyHint="search" />
        <Button type="submit">Search</Button>
      </form>
      {words ? (
        <ProductListing
          query={query}
          products={query.data?.filter((product) => matchesSearch(product, words))}
          loadingText="Searching…"
          emptyText={`No products found for “${words}”.`}
        >
          <ButtonLink to="/all" look="secondary">
            Browse all products
          </ButtonLink>
        </ProductListing>
      ) : (
        <p>Try a weave, a colour or an occasion: “Kanchipuram”, “indigo”, “wedding”.</p>
      )}
    </Page>
  );
}
