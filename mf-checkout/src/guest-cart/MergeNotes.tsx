import type { MergeNote } from '@rangavalli/contracts/entities/cart';
import { useSession } from '@rangavalli/web-kit/session/session';
import { Button } from '@rangavalli/web-kit/ui/Button';
import { forgetNotes, useMergeOutcome } from './merge-outcome.js';
import { ownerOf } from './merged.js';
import css from './MergeNotes.module.css';

function words({ name, size, wanted, taken, message }: MergeNote): string {
  const piece = size ? `${name}, size ${size}` : name;
  return taken > 0 ? `${piece}: ${taken} of ${wanted} came along. ${message}` : `${piece}: ${message}`;
}

/** Above a customer's cart: what a guest's cart could not bring along, and why. Nothing when all is well. */
export function MergeNotes({ onRetry }: { onRetry: () => void }) {
  const session = useSession();
  const outcome = useMergeOutcome(session && ownerOf(session));
  if (!outcome) return null;
  const { notes, failed } = outcome;
  return (
    <>
      {failed && (
        <div role="alert" className={css.note}>
          <p>What you picked before logging in is not in your cart yet. It is kept in this browser.</p>
          <Button look="quiet" onClick={onRetry}>
            Try again
          </Button>
        </div>
      )}
      {notes.length > 0 && (
        <div role="status" className={css.note}>
          <p>Not all that you picked before logging in could come along:</p>
          <ul>
            {notes.map((note) => (
              <li key={`${note.productId} ${note.size}`}>{words(note)}</li>
            ))}
          </ul>
          <Button look="quiet" onClick={forgetNotes}>
            All right
          </Button>
        </div>
      )}
    </>
  );
}
