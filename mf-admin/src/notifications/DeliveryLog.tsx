import { useState } from 'react';
import type { NotificationEntry } from '@rangavalli/contracts/entities/notification';
import {
  notificationChannels,
  notificationKindNames,
  notificationStates,
} from '@rangavalli/contracts/notification-kinds';
import { call } from '@rangavalli/web-kit/data/api';
import { formatDateTime } from '@rangavalli/web-kit/format/dates';
import { Badge, type Tone } from '@rangavalli/web-kit/ui/Badge';
import { Button } from '@rangavalli/web-kit/ui/Button';
import { DataTable } from '../layout/DataTable.js';
import { messages as layout } from '../layout/messages.js';
import { FilterBar, FilterSelect } from '../listing/FilterBar.js';
import { PagedList } from '../listing/PagedList.js';
import { useList } from '../listing/use-list.js';
import { useDebounced, useListParams } from '../listing/use-list-params.js';
import { EntryDialog } from './EntryDialog.js';
import { messages } from './messages.js';
import css from './Notifications.module.css';

const tones: Record<NotificationEntry['state'], Tone> = {
  queued: 'gray',
  scheduled: 'blue',
  sent: 'green',
  delivered: 'green',
  read: 'green',
  failed: 'red',
  skipped: 'yellow',
};

/** Every message of the shop, newest first, with its state and the reason of a failure. */
export function DeliveryLog() {
  const params = useListParams();
  const filter = {
    q: useDebounced(params.get('q')) || undefined,
    kind: notificationKindNames.find((one) => one === params.get('kind')),
    channel: notificationChannels.find((one) => one === params.get('channel')),
    state: notificationStates.find((one) => one === params.get('state')),
  };
  const list = useList(`notifications ${JSON.stringify(filter)}`, params, (cursor, signal) =>
    call('GET /notifications/admin', { query: { ...filter, cursor } }, { signal }),
  );
  const [open, setOpen] = useState<NotificationEntry>();
  const empty = params.isFiltered ? { title: messages.noneFound } : { title: messages.empty, text: messages.emptyText };
  return (
    <>
      <FilterBar params={params} what={messages.what} search={messages.search} found={list.first?.total}>
        <FilterSelect
          params={params}
          name="kind"
          label={messages.kind}
          options={{ '': messages.allKinds, ...messages.kinds }}
        />
        <FilterSelect
          params={params}
          name="channel"
          label={messages.channel}
          options={{ '': messages.allChannels, ...messages.channels }}
        />
        <FilterSelect
          params={params}
          name="state"
          label={messages.state}
          options={{ '': messages.allStates, ...messages.states }}
        />
      </FilterBar>
      <PagedList
        list={list}
        rowsOf={({ notifications }) => notifications}
        what={messages.what}
        loadFailed={messages.loadFailed}
        empty={empty}
      >
        {(rows) => (
          <DataTable
            caption={messages.views.log}
            rows={rows}
            keyOf={({ id }) => id}
            columns={[
              { label: messages.at, kind: 'short', cell: ({ createdAt }) => formatDateTime(createdAt) },
              { label: messages.kind, cell: ({ kind }) => messages.kinds[kind] },
              { label: messages.to, kind: 'wide', cell: ({ to }) => <span className={css.address}>{to}</span> },
              {
                label: messages.channel,
                kind: 'short',
                cell: ({ channel }) => (channel ? messages.channels[channel] : layout.none),
              },
              { label: messages.order, kind: 'short', cell: ({ orderNumber }) => orderNumber ?? layout.none },
              {
                label: messages.state,
                cell: ({ state, error }) => (
                  <>
                    <Badge tone={tones[state]}>{messages.states[state]}</Badge>
                    {error && <span className={css.reason}>{error}</span>}
                  </>
                ),
              },
              {
                label: messages.action,
                cell: (one) => (
                  <Button
                    look="quiet"
                    aria-label={messages.openOf(messages.kinds[one.kind], one.to)}
                    onClick={() => setOpen(one)}
                  >
                    {messages.open}
                  </Button>
                ),
              },
            ]}
          />
        )}
      </PagedList>
      {open && <EntryDialog entry={open} onClose={() => setOpen(undefined)} />}
    </>
  );
}
