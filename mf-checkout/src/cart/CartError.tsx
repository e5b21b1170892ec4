import { type ApiError, isOffline } from '@rangavalli/web-kit/data/api-error';
import { ErrorState } from '@rangavalli/web-kit/ui/ErrorState';
import { messages } from './messages.js';

/** Shown instead of a cart that failed to load (specification §8). */
export function CartError({ error, onRetry }: { error: ApiError; onRetry: () => void }) {
  // Status 0: no response at all.
  if (error.status === 0)
    return (
      <ErrorState
        title="Something went wrong while fetching cart."
        text={isOffline(error) ? `${error.message} ${messages.savedOffline}` : error.message}
        onRetry={onRetry}
      />
    );
  return <ErrorState title="Failed to fetch cart." error={error} onRetry={onRetry} />;
}
