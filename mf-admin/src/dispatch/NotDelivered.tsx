import { useState } from 'react';
import type { Shipment } from '@rangavalli/contracts/entities/shipment';
import { call } from '@rangavalli/web-kit/data/api';
import { formatDay } from '@rangavalli/web-kit/format/dates';
import { Badge } from '@rangavalli/web-kit/ui/Badge';
import { Button } from '@rangavalli/web-kit/ui/Button';
import { DataTable } from '../layout/DataTable.js';
import { messages as layout } from '../layout/messages.js';
import { PagedList } from '../listing/PagedList.js';
import { useList } from '../listing/use-list.js';
import { useListParams } from '../listing/use-list-params.js';
import css from './Dispatch.module.css';
import { messages } from './messages.js';
import { ParcelLink } from './ParcelLink.js';
import { type KeyProps, useRowKeys } from './use-row-keys.js';
import { noSelection } from './use-selection.js';
import { UndeliveredDialog } from './UndeliveredDialog.js';

/** Parcels that their courier could not deliver (NDR), with what the shop requested. */
export function NotDelivered({ keys, isKeyboardOn }: KeyProps) {
  useRowKeys({ rows: [], selection: noSelection, actions: keys, isEnabled: isKeyboardOn });
  const list = useList('dispatch undelivered', useListParams(), (cursor, signal) =>
    call('GET /shipments/ndr', { query: { status: 'undelivered', cursor } }, { signal }),
  );
  const [open, setOpen] = useState<Shipment>();
  return (
    <div className={css.list}>
      <PagedList
        list={list}
        rowsOf={({ shipments }) => shipments}
        what={messages.parcelsWhat}
        loadFailed={messages.parcelsFailed}
        empty={{ title: messages.emptyUndelivered, text: messages.emptyUndeliveredText }}
      >
        {(rows) => (
          <DataTable
            caption={messages.views.undelivered}
            rows={rows}
            keyOf={({ id }) => id}
            columns={[
              { label: messages.parcel, kind: 'short', cell: (shipment) => <ParcelLink shipment={shipment} /> },
              { label: messages.awb, cell: awbOf },
              { label: messages.lastAttempt, kind: 'short', cell: ({ undelivered }) => formatDay(undelivered?.at) },
              { label: messages.attempts, kind: 'number', cell: ({ undelivered }) => undelivered?.attempts ?? 1 },
              {
                label: messages.reason,
                kind: 'wide',
                cell: ({ undelivered }) => undelivered?.reason ?? layout.missing,
              },
              { label: messages.requested, kind: 'wide', cell: (shipment) => <Requested shipment={shipment} /> },
              {
                label: messages.action,
                cell: (shipment) => (
                  <Button look="quiet" aria-label={messages.decideOf(shipment.id)} onClick={() => setOpen(shipment)}>
                    {messages.decide}
                  </Button>
                ),
              },
            ]}
          />
        )}
      </PagedList>
      {open && (
        <UndeliveredDialog
          shipment={open}
          onClose={() => setOpen(undefined)}
          onDone={() => {
            setOpen(undefined);
            list.reload();
          }}
        />
      )}
    </div>
  );
}

const awbOf = ({ courier, courierName, awb }: Shipment) => `${courierName ?? messages.couriers[courier]} ${awb}`;

function Requested({ shipment: { undelivered } }: { shipment: Shipment }) {
  if (!undelivered?.requested) return layout.none;
  const { requested, requestedDate, note } = undelivered;
  return (
    <span className={css.lines}>
      <span>
        <Badge tone={requested === 'rto' ? 'gray' : 'blue'}>{messages.requests[requested]}</Badge>{' '}
        {requestedDate && formatDay(requestedDate)}
      </span>
      {note && <span className={css.note}>{note}</span>}
    </span>
  );
}
