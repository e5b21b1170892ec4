import type { ReactNode } from 'react';
import { usePageHead } from '@rangavalli/web-kit/dom/page-head';
import { useQuery } from '@rangavalli/web-kit/data/query';
import { useParams } from '@rangavalli/web-kit/federation/router';
import { ButtonLink } from '@rangavalli/web-kit/ui/Button';
import { EmptyState } from '@rangavalli/web-kit/ui/EmptyState';
import { ErrorState } from '@rangavalli/web-kit/ui/ErrorState';
import { ProductDetail } from './ProductDetail.js';
import { loadProduct, productKey } from '../products/product-ahead.js';
import css from './ProductPage.module.css';
import { ProductSkeleton } from './ProductSkeleton.js';

const ID = /^[0-9a-f]{24}$/;
const NOT_FOUND = new Set(['PRODUCT_NOT_FOUND', 'NOT_FOUND']);

/** /product/{id}. */
export function ProductPage() {
  const { id = '' } = useParams();
  // Whatever else stands in the address was never a product: nobody has to be asked.
  const isId = ID.test(id);
  const {
    data: product,
    error,
    reload,
  } = useQuery(isId ? productKey(id) : undefined, (signal) => loadProduct(id, signal));
  const missing = !isId || (error !== undefined && NOT_FOUND.has(error.code));
  usePageHead({ title: product?.name ?? (missing ? 'Product not found' : 'Product'), ...(missing ? { missing } : {}) });

  let content: ReactNode = <ProductSkeleton />;
  if (product) content = <ProductDetail key={product._id} product={product} onStale={reload} />;
  else if (missing) {
    content = (
      <>
        <h1 className={css.hidden}>Product not found</h1>
        <EmptyState
          title="This product is no longer available."
          text="It may have been sold out for good, or the address is not quite right."
        >
          <ButtonLink to="/all">Browse all products</ButtonLink>
        </EmptyState>
      </>
    );
  } else if (error) content = <ErrorState title="We could not load this product." error={error} onRetry={reload} />;
  return <div className={css.page}>{content}</div>;
}
