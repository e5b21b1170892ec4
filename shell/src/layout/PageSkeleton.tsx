import { Skeleton } from '@rangavalli/web-kit/ui/Skeleton';
import css from './PageSkeleton.module.css';

/** Stands where a page will be: a heading, and a grid of cards. */
export function PageSkeleton() {
  return (
    <div className={css.page} role="status" aria-label="Loading…">
      <Skeleton width="min(22rem, 70%)" height="3rem" />
      <Skeleton width="min(34rem, 90%)" height="1.2rem" />
      <div className={css.grid}>
        {['a', 'b', 'c', 'd'].map((key) => (
          <Skeleton key={key} ratio="3 / 4" />
        ))}
      </div>
    </div>
  );
}
