import { useSearchParams } from '@rangavalli/web-kit/federation/router';
import { ButtonLink } from '@rangavalli/web-kit/ui/Button';
import { Page } from '@rangavalli/web-kit/ui/Page';
import { messages } from '../filters/messages.js';
import { ProductBrowser } from '../filters/ProductBrowser.js';
import type { Collection } from './collections.js';

/** One collection, narrowed by the filters in the URL. */
export function CollectionPage({ collection: { path, heading, blurb, products, scope } }: { collection: Collection }) {
  const [search] = useSearchParams();
  const tag = search.get('tag')?.trim();
  const isAll = path === '/all';
  return (
    <Page title={tag ? `${heading}: ${tag}` : heading} lead={blurb}>
      <ProductBrowser scope={scope} loadingText={messages.loading(products)} emptyText={messages.empty(products)}>
        <ButtonLink to={isAll ? '/' : '/all'} look="secondary">
          {isAll ? messages.home : messages.browseAll}
        </ButtonLink>
      </ProductBrowser>
    </Page>
  );
}
