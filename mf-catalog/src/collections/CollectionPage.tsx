import { useSearchParams } from '@rangavalli/web-kit/federation/router';
import { ButtonLink } from '@rangavalli/web-kit/ui/Button';
import { Page } from '@rangavalli/web-kit/ui/Page';
import { ProductBrowser } from '../filters/ProductBrowser.js';
import type { Collection } from './collections.js';

/** One collection; the address narrows it further. */
export function CollectionPage({ collection }: { collection: Collection }) {
  const [search] = useSearchParams();
  const tag = search.get('tag')?.trim();
  return (
    <Page title={tag ? `${collection.heading}: ${tag}` : collection.heading} lead={collection.blurb}>
      <ProductBrowser scope={collection.scope} loadingText={collection.loadingText} emptyText={collection.emptyText}>
        <ButtonLink to={collection.path === '/all' ? '/' : '/all'} look="secondary">
          {collection.path === '/all' ? 'Back to the home page' : 'Browse all products'}
        </ButtonLink>
      </ProductBrowser>
    </Page>
  );
}
