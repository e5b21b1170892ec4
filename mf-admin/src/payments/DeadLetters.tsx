import { call } from '@rangavalli/web-kit/data/api';
import { useQuery } from '@rangavalli/web-kit/data/query';
import { formatDateTime } from '@rangavalli/web-kit/format/dates';
import { Button } from '@rangavalli/web-kit/ui/Button';
import { EmptyState } from '@rangavalli/web-kit/ui/EmptyState';
import { ErrorState } from '@rangavalli/web-kit/ui/ErrorState';
import { Skeleton } from '@rangavalli/web-kit/ui/Skeleton';
import { Facts } from '../layout/Facts.js';
import { messages as layout } from '../layout/messages.js';
import { Panel } from '../layout/Panel.js';
import shared from '../layout/shared.module.css';
import { useAction } from '../layout/use-action.js';
import { messages } from './messages.js';
import css from './PaymentsPage.module.css';

/** Events that a service could not process, oldest first. */
export function DeadLetters() {
  const { data, error, reload } = useQuery('dead letters', (signal) =>
    call('GET /operations/dead-letters', {}, { signal }),
  );
  const { busy, run } = useAction(reload);
  if (error && !data) return <ErrorState title={messages.deadLettersFailed} error={error} onRetry={reload} />;
  if (!data)
    return (
      <div role="status" aria-label={layout.loading(messages.deadLetters)}>
        <Skeleton height="20rem" />
      </div>
    );
  if (data.deadLetters.length === 0)
    return <EmptyState title={messages.noDeadLetters} text={messages.noDeadLettersText} />;
  return (
    <div className={shared.stack}>
      {data.deadLetters.map(({ sequence, time, service, subject, attempts, error: reason, event }) => (
        <Panel key={sequence} title={subject || messages.missingEvent} aside={formatDateTime(time)}>
          <Facts
            facts={{ [messages.service]: service, [messages.attemptCount]: attempts, [messages.error]: reason }}
            wide={[messages.error]}
          />
          {event && (
            <pre className={css.event} tabIndex={0} role="region" aria-label={messages.eventLabel(sequence)}>
              {event}
            </pre>
          )}
          <div className={shared.actions}>
            <Button
              look="secondary"
              busy={busy === String(sequence)}
              disabled={busy !== undefined}
              aria-label={messages.replayEvent(sequence)}
              onClick={() =>
                void run(String(sequence), () =>
                  call('POST /operations/dead-letters/{sequence}/replay', { params: { sequence: String(sequence) } }),
                )
              }
            >
              {messages.replay}
            </Button>
          </div>
        </Panel>
      ))}
    </div>
  );
}
