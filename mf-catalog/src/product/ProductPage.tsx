import type { ReactNode } from 'react';
import { usePageHead } from '@rangavalli/web-kit/dom/page-head';
import { useQuery } from '@rangavalli/web-kit/data/query';
import { useParams } from '@rangavalli/web-kit/federation/router';
import { ButtonLink } from '@rangavalli/web-kit/ui/Button';
import { EmptyState } from '@rangavalli/web-kit/ui/EmptyState';
import { ErrorState } from '@rangavalli/web-kit/ui/ErrorState';
import { ProductDetail } from './ProductDetail.js';
import { loadProduct, productKey } from '../products/load-product.js';
import { messages } from './messages.js';
import css from './ProductPage.module.css';
import { ProductSkeleton } from './ProductSkeleton.js';

const PRODUCT_ID = /^[0-9a-f]{24}$/;
const NOT_FOUND = new Set(['PRODUCT_NOT_FOUND', 'NOT_FOUND']);

export function ProductPage() {
  const { id = '' } = useParams();
  const isId = PRODUCT_ID.test(id);
  const {
    data: product,
    error,
    reload,
  } = useQuery(isId ? productKey(id) : undefined, (signal) => loadProduct(id, signal));
  const missing = !isId || (error !== undefined && NOT_FOUND.has(error.code));
  usePageHead({
    title: product?.name ?? (missing ? messages.notFound : messages.product),
    ...(missing ? { missing } : {}),
  });

  let content: ReactNode = <ProductSkeleton />;
  if (product) content = <ProductDetail key={product._id} product={product} onStale={reload} />;
  else if (missing) {
    content = (
      <>
        <h1 className={css.hidden}>{messages.notFound}</h1>
        <EmptyState title={messages.unavailable} text={messages.unavailableText}>
          <ButtonLink to="/all">{messages.browseAll}</ButtonLink>
        </EmptyState>
      </>
    );
  } else if (error) content = <ErrorState title={messages.loadFailed} error={error} onRetry={reload} />;
  return <div className={css.page}>{content}</div>;
}
