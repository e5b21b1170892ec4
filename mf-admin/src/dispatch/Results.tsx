import type { DispatchResult } from '@rangavalli/contracts/entities/dispatch';
import { Notice } from '@rangavalli/web-kit/ui/Notice';
import css from './Dispatch.module.css';
import { messages } from './messages.js';

/** What a bulk action did: a sentence, and why some failed. */
export interface BulkResult {
  summary: string;
  failed: readonly DispatchResult[];
}

export function Results({ summary, failed }: BulkResult) {
  return (
    <Notice kind={failed.length > 0 ? 'warning' : 'success'}>
      {summary}
      {failed.length > 0 && (
        <ul className={css.failures}>
          {failed.map(({ id, label, message = '' }) => (
            <li key={id}>{messages.failure(label, message)}</li>
          ))}
        </ul>
      )}
    </Notice>
  );
}
