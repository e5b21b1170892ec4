import { Skeleton } from '@rangavalli/web-kit/ui/Skeleton';
import { messages } from './messages.js';
import css from './PageSkeleton.module.css';

export function PageSkeleton() {
  return (
    <div className={css.page} role="status" aria-label={messages.loading}>
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
