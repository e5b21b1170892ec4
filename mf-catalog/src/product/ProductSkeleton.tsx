import { Skeleton } from '@rangavalli/web-kit/ui/Skeleton';
import { messages } from './messages.js';
import css from './ProductPage.module.css';

export function AddToCartSkeleton() {
  return (
    <div className={css.skeleton}>
      <Skeleton width="60%" height="2.75rem" />
      <Skeleton width="9rem" height="2.75rem" />
      <Skeleton height="2.75rem" />
    </div>
  );
}

export function ProductSkeleton() {
  return (
    <div className={css.columns}>
      <Skeleton ratio="4 / 5" />
      <div className={css.skeleton}>
        <p role="status" className={css.hidden}>
          {messages.loading}
        </p>
        <Skeleton width="6rem" height="1.6rem" />
        <Skeleton width="80%" height="3rem" />
        <Skeleton width="8rem" height="1.6rem" />
        <AddToCartSkeleton />
        <Skeleton height="6rem" />
      </div>
    </div>
  );
}
