import type { ApiError } from '@rangavalli/web-kit/data/api-error';
import { ErrorState } from '@rangavalli/web-kit/ui/ErrorState';

/** Stands in place of a cart that could not be read, in the specification's words (§8). */
export function CartError({ error, onRetry }: { error: ApiError; onRetry: () => void }) {
  // No answer at all is told apart from a refusal; what else is known of it stands below.
  if (error.status === 0)
    return <ErrorState title="Something went wrong while fetching cart." text={error.message} onRetry={onRetry} />;
  return <ErrorState title="Failed to fetch cart." error={error} onRetry={onRetry} />;
}
