import { useRef, useState } from 'react';
import type { Session } from '@rangavalli/contracts/entities/user';
import { call } from '@rangavalli/web-kit/data/api';
import { useQuery } from '@rangavalli/web-kit/data/query';
import { formatDateTime } from '@rangavalli/web-kit/format/dates';
import { toast } from '@rangavalli/web-kit/dom/toast';
import { Badge } from '@rangavalli/web-kit/ui/Badge';
import { Button } from '@rangavalli/web-kit/ui/Button';
import { Card } from '@rangavalli/web-kit/ui/Card';
import { ErrorState } from '@rangavalli/web-kit/ui/ErrorState';
import { Skeleton } from '@rangavalli/web-kit/ui/Skeleton';
import { messages } from './messages.js';
import css from './SessionsCard.module.css';

const INITIAL_COUNT = 5;

export function SessionsCard({ className }: { className?: string | undefined }) {
  const { data, error, reload } = useQuery('sessions', (signal) => call('GET /users/sessions', {}, { signal }));
  const [ending, setEnding] = useState<string>();
  const [all, setAll] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const end = async ({ id, device }: Session) => {
    setEnding(id);
    try {
      await call('DELETE /users/sessions/{id}', { params: { id } });
      toast.success(messages.loggedOut(device));
      // The focused button is removed.
      heading.current?.focus();
      reload();
    } catch {
      toast.error(messages.somethingWrong);
    } finally {
      setEnding(undefined);
    }
  };
  const sessions = data && [...data.sessions].sort((a, b) => Number(b.current) - Number(a.current));
  return (
    <Card className={className}>
      <section aria-labelledby="sessions-heading">
        <h2 className={css.heading} id="sessions-heading" ref={heading} tabIndex={-1}>
          {messages.sessions}
        </h2>
        <p className={css.lead}>{messages.sessionsLead}</p>
        {error && !data && <ErrorState title={messages.sessionsLoadFailed} error={error} onRetry={reload} />}
        {!error && !data && <Skeleton height="9rem" />}
        {sessions?.length === 0 && <p className={css.when}>{messages.noSessions}</p>}
        {sessions && sessions.length > 0 && (
          <ul className={css.list}>
            {sessions.slice(0, all ? undefined : INITIAL_COUNT).map((session) => (
              <li key={session.id} className={css.session}>
                <div>
                  <p className={css.device} id={`session-${session.id}`}>
                    {session.device} {session.current && <Badge tone="green">{messages.thisDevice}</Badge>}
                  </p>
                  <p className={css.when}>
                    <span>
                      {messages.since} <time dateTime={session.startedAt}>{formatDateTime(session.startedAt)}</time>
                    </span>
                    <span>
                      {messages.lastUsed}{' '}
                      <time dateTime={session.lastUsedAt}>{formatDateTime(session.lastUsedAt)}</time>
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
                    {messages.logOut}
                  </Button>
                )}
              </li>
            ))}
          </ul>
        )}
        {sessions && sessions.length > INITIAL_COUNT && !all && (
          <Button look="quiet" onClick={() => setAll(true)}>
            {messages.showAll(sessions.length)}
          </Button>
        )}
      </section>
    </Card>
  );
}
