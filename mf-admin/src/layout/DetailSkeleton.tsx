import { Skeleton } from '@rangavalli/web-kit/ui/Skeleton';
import css from './DetailSkeleton.module.css';

/** The shape of a screen about one thing while it is on its way. */
export function DetailSkeleton({ what }: { what: string }) {
  return (
    <div className={css.sheets} role="status" aria-label={`Loading ${what}`}>
      <Skeleton height="12rem" />
      <Skeleton height="18rem" />
    </div>
  );
}
