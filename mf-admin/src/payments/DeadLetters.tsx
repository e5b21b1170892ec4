import { call } from '@rangavalli/web-kit/data/api';
import { formatDateTime } from '@rangavalli/web-kit/format/dates';
import { Button } from '@rangavalli/web-kit/ui/Button';
import { Facts } from '../layout/Facts.js';
import { Panel } from '../layout/Panel.js';
import shared from '../layout/shared.module.css';
import { useAction } from '../layout/use-action.js';
import { PagedList } from '../listing/PagedList.js';
import { useList } from '../listing/use-list.js';
import { useListParams } from '../listing/use-list-params.js';
import { messages } from './messages.js';
import css from './PaymentsPage.module.css';

/** Events that a service could not process, oldest first. */
export function DeadLetters() {
  const list = useList('dead letters', useListParams(), (cursor, signal) =>
    call('GET /operations/dead-letters', { query: { cursor } }, { signal }),
  );
  const { busy, run } = useAction(list.reload);
  return (
    <PagedList
      list={list}
      rowsOf={(page) => page.deadLetters}
      what={messages.deadLetters}
      loadFailed={messages.deadLettersFailed}
      empty={{ title: messages.noDeadLetters, text: messages.noDeadLettersText }}
      rowHeight="10rem"
    >
      {(rows) => (
        <div className={shared.stack}>
          {rows.map(({ sequence, time, service, subject, attempts, error: reason, event }) => (
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
                      call('POST /operations/dead-letters/{sequence}/replay', {
                        params: { sequence: String(sequence) },
                      }),
                    )
                  }
                >
                  {messages.replay}
                </Button>
              </div>
            </Panel>
          ))}
        </div>
      )}
    </PagedList>
  );
}
