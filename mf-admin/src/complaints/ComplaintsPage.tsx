import { useState } from 'react';
import { type ComplaintEntry, complaintState } from '@rangavalli/contracts/entities/complaint';
import { call } from '@rangavalli/web-kit/data/api';
import { formatDay } from '@rangavalli/web-kit/format/dates';
import { Badge } from '@rangavalli/web-kit/ui/Badge';
import { Button } from '@rangavalli/web-kit/ui/Button';
import { messages as layout } from '../layout/messages.js';
import { Metrics } from '../layout/Metrics.js';
import { Page } from '../layout/Page.js';
import shared from '../layout/shared.module.css';
import { formatCount } from '../listing/counts.js';
import { StateList } from '../listing/StateList.js';
import { useList } from '../listing/use-list.js';
import { useListParams } from '../listing/use-list-params.js';
import { ComplaintDialog } from './ComplaintDialog.js';
import { messages } from './messages.js';

const tones = { waiting: 'yellow', replied: 'blue', resolved: 'green' } as const;

/** Complaints of customers, with the days of the reply and the resolution. */
export function ComplaintsPage() {
  const params = useListParams();
  const state = complaintState.options.find((one) => one === params.get('state'));
  const list = useList(`complaints ${state ?? ''}`, params, (cursor, signal) =>
    call('GET /complaints', { query: { state, cursor } }, { signal }),
  );
  const [open, setOpen] = useState<ComplaintEntry>();
  return (
    <Page title={messages.title} note={messages.note}>
      <div className={shared.stack}>
        {list.first && (
          <Metrics
            metrics={[
              { name: messages.waiting, value: formatCount(list.first.waiting) },
              { name: messages.overdue, value: formatCount(list.first.overdue) },
            ]}
          />
        )}
        <StateList
          params={params}
          list={list}
          rowsOf={({ complaints }) => complaints}
          keyOf={({ number }) => number}
          messages={messages}
          columns={[
            { label: messages.number, kind: 'short', cell: ({ number }) => number },
            { label: messages.received, kind: 'short', cell: ({ receivedAt }) => formatDay(receivedAt) },
            { label: messages.customer, cell: ({ name }) => name },
            { label: messages.subject, kind: 'wide', cell: ({ subject }) => subject },
            { label: messages.order, kind: 'short', cell: ({ orderNumber }) => orderNumber ?? layout.none },
            {
              label: messages.state,
              cell: (one) => <Badge tone={tones[one.state]}>{messages.states[one.state]}</Badge>,
            },
            {
              label: messages.dueBy,
              cell: ({ state: current, replyBy, resolveBy, isOverdue }) =>
                current === 'resolved' ? (
                  layout.none
                ) : (
                  <>
                    {formatDay(current === 'waiting' ? replyBy : resolveBy)}{' '}
                    {isOverdue && <Badge tone="red">{messages.late}</Badge>}
                  </>
                ),
            },
            {
              label: messages.action,
              cell: (one) => (
                <Button look="quiet" aria-label={messages.openOf(one.number)} onClick={() => setOpen(one)}>
                  {messages.open}
                </Button>
              ),
            },
          ]}
        />
      </div>
      {open && (
        <ComplaintDialog
          complaint={open}
          onClose={() => setOpen(undefined)}
          onReplied={() => {
            setOpen(undefined);
            list.reload();
          }}
          onOutdated={list.reload}
        />
      )}
    </Page>
  );
}
