import { call } from '@rangavalli/web-kit/data/api';
import { useQuery } from '@rangavalli/web-kit/data/query';
import { Button } from '@rangavalli/web-kit/ui/Button';
import { EmptyState } from '@rangavalli/web-kit/ui/EmptyState';
import { ErrorState } from '@rangavalli/web-kit/ui/ErrorState';
import { Facts } from '../layout/Facts.js';
import { Panel } from '../layout/Panel.js';
import { RowsSkeleton } from '../layout/RowsSkeleton.js';
import { formatMoment } from '../listing/moment.js';
import css from './PaymentsPage.module.css';
import { useAction } from '../layout/use-action.js';

/** Events that no handler could take, of every service, oldest first. */
export function DeadLetters() {
  const { data, error, reload } = useQuery('dead letters', (signal) =>
    call('GET /operations/dead-letters', {}, { signal }),
  );
  const { busy, run } = useAction(reload);
  if (error && !data)
    return <ErrorState title="The dead letters could not be loaded." error={error} onRetry={reload} />;
  if (!data) return <RowsSkeleton what="dead letters" rows={3} height="10rem" />;
  if (data.deadLetters.length === 0)
    return <EmptyState title="No dead letters." text="Every event was taken by those it concerns." />;
  return (
    <div className={css.letters}>
      {data.deadLetters.map(({ sequence, time, service, subject, attempts, error: why, event }) => (
        <Panel key={sequence} title={subject || 'An event that is gone'} aside={formatMoment(time)}>
          <div className={css.letter}>
            <Facts facts={{ Service: service, Attempts: attempts, Error: why }} wide={['Error']} />
            {event && (
              <pre className={css.event} tabIndex={0} role="region" aria-label={`Event ${sequence}`}>
                {event}
              </pre>
            )}
            <div className={css.actions}>
              <Button
                look="secondary"
                busy={busy === String(sequence)}
                disabled={busy !== undefined}
                aria-label={`Replay event ${sequence}`}
                onClick={() =>
                  void run(String(sequence), () =>
                    call('POST /operations/dead-letters/{sequence}/replay', { params: { sequence: String(sequence) } }),
                  )
                }
              >
                Replay
              </Button>
            </div>
          </div>
        </Panel>
      ))}
    </div>
  );
}
