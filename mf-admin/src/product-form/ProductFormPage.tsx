import { call } from '@rangavalli/web-kit/data/api';
import { useQuery } from '@rangavalli/web-kit/data/query';
import { useParams } from '@rangavalli/web-kit/federation/router';
import { Skeleton } from '@rangavalli/web-kit/ui/Skeleton';
import { Page, PendingPage } from '../layout/Page.js';
import { messages } from './messages.js';
import { ProductForm } from './ProductForm.js';

/** Adds a product, or edits the one of the route's id (specification §4 "Product form"). */
export function ProductFormPage() {
  const { id } = useParams();
  const query = useQuery(id && `product ${id}`, (signal) =>
    call('GET /products/getOne/{id}', { params: { id: id ?? '' } }, { signal }),
  );
  if (id && !query.data)
    return (
      <PendingPage
        title={messages.edit}
        query={query}
        what={messages.theProduct}
        loadFailed={query.error && query.error.status > 0 ? messages.fetchFailed : messages.loadError}
        skeleton={<Skeleton height="40rem" />}
      />
    );
  return (
    <Page
      title={id ? messages.edit : messages.add}
      back={{ to: '/admin/products', label: messages.all }}
      note={query.data?.product.name}
    >
      <ProductForm key={id ?? 'new'} product={query.data?.product} />
    </Page>
  );
}
