import { useRef, useState } from 'react';
import type { Session } from '@rangavalli/contracts/entities/user';
import { call } from '@rangavalli/web-kit/data/api';
import { useQuery } from '@rangavalli/web-kit/data/query';
import { formatDateTime, formatDay } from '@rangavalli/web-kit/format/dates';
import { Badge } from '@rangavalli/web-kit/ui/Badge';
import { Button } from '@rangavalli/web-kit/ui/Button';
import { ConfirmDialog } from '@rangavalli/web-kit/ui/ConfirmDialog';
import { ErrorState } from '@rangavalli/web-kit/ui/ErrorState';
import { Skeleton } from '@rangavalli/web-kit/ui/Skeleton';
import { useAction } from '../use-action.js';
import { messages } from './messages.js';
import { SecurityCard } from './SecurityCard.js';
import css from './SecurityRows.module.css';

const INITIAL_COUNT = 5;
const ALL_OTHERS = 'all';

export function SessionsCard() {
  const { data, error, reload } = useQuery('sessions', (signal) => call('GET /users/sessions', {}, { signal }));
  const { busy, run } = useAction();
  const [isConfirming, setIsConfirming] = useState(false);
  const [all, setAll] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const focusHeading = () => {
    // The focused button is removed.
    heading.current?.focus();
    reload();
  };
  const end = async ({ id, device }: Session) => {
    const isEnded = await run(id, async () => {
      await call('DELETE /users/sessions/{id}', { params: { id } });
      return { message: messages.loggedOut(device) };
    });
    if (isEnded) focusHeading();
  };
  const endOthers = async () => {
    const isEnded = await run(ALL_OTHERS, () => call('DELETE /users/sessions'));
    setIsConfirming(false);
    if (isEnded) focusHeading();
  };
  const sessions = data && [...data.sessions].sort((a, b) => Number(b.current) - Number(a.current));
  return (
    <SecurityCard title={messages.sessions} lead={messages.sessionsLead} headingRef={heading}>
      {error && !data && <ErrorState title={messages.sessionsLoadFailed} error={error} onRetry={reload} />}
      {!error && !data && <Skeleton height="9rem" />}
      {sessions?.length === 0 && <p className={css.text}>{messages.noSessions}</p>}
      {sessions && sessions.length > 0 && (
        <ul className={css.list}>
          {sessions.slice(0, all ? undefined : INITIAL_COUNT).map((session) => (
            <li key={session.id} className={css.row}>
              <div>
                <p className={css.name} id={`session-${session.id}`}>
                  {session.device} {session.current && <Badge tone="green">{messages.thisDevice}</Badge>}
                </p>
                <p className={css.text}>
                  <span>
                    {messages.since} <time dateTime={session.startedAt}>{formatDateTime(session.startedAt)}</time>
                  </span>
                  <span>
                    {messages.lastUsed} <time dateTime={session.lastUsedAt}>{formatDateTime(session.lastUsedAt)}</time>
                  </span>
                  <span>
                    {messages.expires} <time dateTime={session.expiresAt}>{formatDay(session.expiresAt)}</time>
                  </span>
                </p>
              </div>
              {!session.current && (
                <Button
                  look="quiet"
                  busy={busy === session.id}
                  disabled={busy !== undefined}
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
      {sessions && sessions.length > 1 && (
        <Button look="secondary" onClick={() => setIsConfirming(true)}>
          {messages.logOutOthers}
        </Button>
      )}
      <ConfirmDialog
        title={messages.logOutOthersTitle}
        open={isConfirming}
        confirmLabel={messages.logOutOthers}
        busy={busy === ALL_OTHERS}
        onConfirm={() => void endOthers()}
        onClose={() => setIsConfirming(false)}
      >
        {messages.logOutOthersText}
      </ConfirmDialog>
    </SecurityCard>
  );
}
