import { useSearchParams } from '@rangavalli/web-kit/router';
import { ButtonLink } from '@rangavalli/web-kit/ui/Button';
import { Page } from '@rangavalli/web-kit/ui/Page';
import { hasTag } from '../products/filters.js';
import { ProductListing } from '../products/ProductListing.js';
import { useProducts } from '../products/use-products.js';
import type { Collection } from './collections.js';

/** One collection; `?tag=` narrows it further. */
export function CollectionPage({ collection }: { collection: Collection }) {
  const [search] = useSearchParams();
  const query = useProducts();
  const tag = search.get('tag')?.trim();
  const products = query.data?.filter((product) => collection.includes(product) && (!tag || hasTag(product, tag)));
  return (
    <Page title={tag ? `${collection.heading}: ${tag}` : collection.heading} lead={collection.blurb}>
      <ProductListing query={query} products={products} loadingText={collection.loadingText} emptyText={collection.emptyText}>
        {tag ? (
          <ButtonLink to={collection.path} look="secondary">
            Show all of {collection.heading}
          </ButtonLink>
        ) : (
          <ButtonLink to={collection.path === '/all' ? '/' : '/all'} look="secondary">
            {collection.path === '/all' ? 'Back to the home page' : 'Browse all products'}
          </ButtonLink>
        )}
      </ProductListing>
    </Page>
  );
}
