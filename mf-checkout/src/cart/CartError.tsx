import type { ApiError } from '@rangavalli/web-kit/data/api-error';
import { ErrorState } from '@rangavalli/web-kit/ui/ErrorState';

/** Shown instead of a cart that failed to load (specification §8). */
export function CartError({ error, onRetry }: { error: ApiError; onRetry: () => void }) {
  // Status 0: no response at all.
  if (error.status === 0)
    return <ErrorState title="Something went wrong while fetching cart." text={error.message} onRetry={onRetry} />;
  return <ErrorState title="Failed to fetch cart." error={error} onRetry={onRetry} />;
}
