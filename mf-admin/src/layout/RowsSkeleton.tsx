import { Skeleton } from '@rangavalli/web-kit/ui/Skeleton';
import css from './RowsSkeleton.module.css';

interface RowsSkeletonProps {
  /** What is on its way, for screen readers. */
  what: string;
  /** The list has fields to search and narrow it above. */
  filters?: boolean;
  rows: number;
  /** Of a row. */
  height: string;
}

/** A list's shape while it is on its way. */
export function RowsSkeleton({ what, filters = false, rows, height }: RowsSkeletonProps) {
  return (
    <div role="status" aria-label={`Loading ${what}`}>
      {filters && (
        <div className={css.filters}>
          <Skeleton height="3rem" />
          <Skeleton height="3rem" />
        </div>
      )}
      <div className={css.rows}>
        {Array.from({ length: rows }, (_none, row) => (
          <Skeleton key={row} height={height} />
        ))}
      </div>
    </div>
  );
}
