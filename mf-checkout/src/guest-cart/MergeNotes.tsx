import type { MergeNote } from '@rangavalli/contracts/entities/cart';
import { formatPersonalisation, lineKeyOf } from '@rangavalli/contracts/personalisation';
import { useSession } from '@rangavalli/web-kit/session/session';
import { Button } from '@rangavalli/web-kit/ui/Button';
import { dismissMergeNotes, useMergeOutcome } from './merge-outcome.js';
import { messages } from './messages.js';
import { ownerOf } from './await-merge.js';
import css from './MergeNotes.module.css';

function noteText({ name = messages.unnamed, size, personalisation, wanted, taken, message }: MergeNote): string {
  const what = formatPersonalisation({ personalisation });
  const label = [messages.withSize(name, size), what].filter(Boolean).join(', ');
  return taken > 0 ? messages.partOf(label, taken, wanted, message) : messages.noneOf(label, message);
}

/** Lists guest items that could not be merged into the customer's cart, with the reasons. */
export function MergeNotes({ onRetry }: { onRetry: () => void }) {
  const session = useSession();
  const outcome = useMergeOutcome(session && ownerOf(session));
  if (!outcome) return null;
  const { notes, failed } = outcome;
  return (
    <>
      {failed && (
        <div role="alert" className={css.note}>
          <p>{messages.notMerged}</p>
          <Button look="quiet" onClick={onRetry}>
            {messages.tryAgain}
          </Button>
        </div>
      )}
      {notes.length > 0 && (
        <div role="status" className={css.note}>
          <p>{messages.partlyMerged}</p>
          <ul>
            {notes.map((note) => (
              <li key={lineKeyOf(note)}>{noteText(note)}</li>
            ))}
          </ul>
          <Button look="quiet" onClick={dismissMergeNotes}>
            {messages.ok}
          </Button>
        </div>
      )}
    </>
  );
}
