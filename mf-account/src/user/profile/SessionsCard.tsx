import { useRef, useState } from 'react';
import type { Session } from '@rangavalli/contracts/entities/user';
import { call } from '@rangavalli/web-kit/data/api';
import { useQuery } from '@rangavalli/web-kit/data/query';
import { toast } from '@rangavalli/web-kit/dom/toast';
import { Badge } from '@rangavalli/web-kit/ui/Badge';
import { Button } from '@rangavalli/web-kit/ui/Button';
import { Card } from '@rangavalli/web-kit/ui/Card';
import { ErrorState } from '@rangavalli/web-kit/ui/ErrorState';
import { Skeleton } from '@rangavalli/web-kit/ui/Skeleton';
import { formatMoment } from '../orders/moments.js';
import css from './SessionsCard.module.css';

/** As many as most people have; the others come when they are asked for. */
const AT_FIRST = 5;

/** Where the customer is logged in, and how to end it elsewhere. */
export function SessionsCard({ className }: { className?: string | undefined }) {
  const { data, error, reload } = useQuery('sessions', (signal) => call('GET /users/sessions', {}, { signal }));
  const [ending, setEnding] = useState<string>();
  const [all, setAll] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const end = async ({ id, device }: Session) => {
    setEnding(id);
    try {
      await call('DELETE /users/sessions/{id}', { params: { id } });
      toast.success(`Logged out: ${device}`);
      // The button that had the focus goes away.
      heading.current?.focus();
      reload();
    } catch {
      toast.error('Something went wrong.');
    } finally {
      setEnding(undefined);
    }
  };
  // This device first: it is what one looks for.
  const sessions = data && [...data.sessions].sort((one, other) => Number(other.current) - Number(one.current));
  return (
    <Card className={className}>
      <section aria-labelledby="sessions-heading">
        <h2 className={css.heading} id="sessions-heading" ref={heading} tabIndex={-1}>
          Where you are logged in
        </h2>
        <p className={css.lead}>
          Do you see one that is not yours? Log it out, and change your password. It is out within a quarter of an hour.
        </p>
        {error && !data && <ErrorState title="Failed to load this list." error={error} onRetry={reload} />}
        {!error && !data && <Skeleton height="9rem" />}
        {sessions?.length === 0 && <p className={css.when}>No other places.</p>}
        {sessions && sessions.length > 0 && (
          <ul className={css.list}>
            {sessions.slice(0, all ? undefined : AT_FIRST).map((session) => (
              <li key={session.id} className={css.session}>
                <div>
                  <p className={css.device} id={`session-${session.id}`}>
                    {session.device} {session.current && <Badge tone="green">This device</Badge>}
                  </p>
                  <p className={css.when}>
                    <span>
                      Since <time dateTime={session.startedAt}>{formatMoment(session.startedAt)}</time>
                    </span>
                    <span>
                      Last used <time dateTime={session.lastUsedAt}>{formatMoment(session.lastUsedAt)}</time>
                    </span>
                  </p>
                </div>
                {!session.current && (
                  <Button
                    look="quiet"
                    busy={ending === session.id}
                    aria-describedby={`session-${session.id}`}
                    onClick={() => void end(session)}
                  >
                    Log out
                  </Button>
                )}
              </li>
            ))}
          </ul>
        )}
        {sessions && sessions.length > AT_FIRST && !all && (
          <Button look="quiet" onClick={() => setAll(true)}>
            Show all {sessions.length}
          </Button>
        )}
      </section>
    </Card>
  );
}
