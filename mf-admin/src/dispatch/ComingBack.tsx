import { useState } from 'react';
import type { Shipment } from '@rangavalli/contracts/entities/shipment';
import { call } from '@rangavalli/web-kit/data/api';
import { formatDay } from '@rangavalli/web-kit/format/dates';
import { Button } from '@rangavalli/web-kit/ui/Button';
import { DataTable } from '../layout/DataTable.js';
import { PagedList } from '../listing/PagedList.js';
import { useList } from '../listing/use-list.js';
import { useListParams } from '../listing/use-list-params.js';
import css from './Dispatch.module.css';
import { InspectionDialog } from './InspectionDialog.js';
import { messages } from './messages.js';
import { ParcelLink } from './ParcelLink.js';
import { type KeyProps, useRowKeys } from './use-row-keys.js';
import { noSelection } from './use-selection.js';

/** Parcels on their way back to the shop (RTO), for inspection when they arrive. */
export function ComingBack({ keys, isKeyboardOn }: KeyProps) {
  useRowKeys({ rows: [], selection: noSelection, actions: keys, isEnabled: isKeyboardOn });
  const list = useList('dispatch rto', useListParams(), (cursor, signal) =>
    call('GET /shipments/ndr', { query: { status: 'rto', cursor } }, { signal }),
  );
  const [open, setOpen] = useState<Shipment>();
  return (
    <div className={css.list}>
      <PagedList
        list={list}
        rowsOf={({ shipments }) => shipments}
        what={messages.parcelsWhat}
        loadFailed={messages.parcelsFailed}
        empty={{ title: messages.emptyBack, text: messages.emptyBackText }}
      >
        {(rows) => (
          <DataTable
            caption={messages.views.rto}
            rows={rows}
            keyOf={({ id }) => id}
            columns={[
              { label: messages.parcel, kind: 'short', cell: (shipment) => <ParcelLink shipment={shipment} /> },
              {
                label: messages.awb,
                cell: ({ courier, courierName, awb }) => `${courierName ?? messages.couriers[courier]} ${awb}`,
              },
              { label: messages.since, kind: 'short', cell: ({ history }) => formatDay(history.at(-1)?.at) },
              { label: messages.reason, cell: ({ undelivered }) => undelivered?.reason ?? '–' },
              {
                label: messages.items,
                kind: 'wide',
                cell: ({ lines }) =>
                  lines.map(({ name, size, quantity }) => messages.item(name, size, quantity)).join(', '),
              },
              {
                label: messages.action,
                cell: (shipment) => (
                  <Button look="quiet" aria-label={messages.inspectOf(shipment.id)} onClick={() => setOpen(shipment)}>
                    {messages.inspect}
                  </Button>
                ),
              },
            ]}
          />
        )}
      </PagedList>
      {open && (
        <InspectionDialog
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
