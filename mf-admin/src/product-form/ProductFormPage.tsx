import { call } from '@rangavalli/web-kit/data/api';
import { useQuery } from '@rangavalli/web-kit/data/query';
import { useParams } from '@rangavalli/web-kit/federation/router';
import { ErrorState } from '@rangavalli/web-kit/ui/ErrorState';
import { Page } from '../layout/Page.js';
import { Skeleton } from '@rangavalli/web-kit/ui/Skeleton';
import { ProductForm } from './ProductForm.js';

/** Adds a product, or edits the one whose id is in the route (specification §4 "Product form"). */
export function ProductFormPage() {
  const { id } = useParams();
  const { data, error, reload } = useQuery(id && `product ${id}`, (signal) =>
    call('GET /products/getOne/{id}', { params: { id: id ?? '' } }, { signal }),
  );
  if (id && error && !data) {
    const title = error.status > 0 ? 'Unable to fetch product.' : 'Error loading product.';
    return (
      <Page title="Edit Product">
        <ErrorState title={title} error={error} onRetry={reload} />
      </Page>
    );
  }
  if (id && !data)
    return (
      <Page title="Edit Product">
        <Skeleton height="40rem" />
      </Page>
    );
  return (
    <Page
      title={id ? 'Edit Product' : 'Add Product'}
      back={{ to: '/admin/products', label: 'All products' }}
      note={data?.product.name}
    >
      <ProductForm key={id ?? 'new'} product={data?.product} />
    </Page>
  );
}
