import { type ReactNode, useState } from 'react';
import type { Shipment } from '@rangavalli/contracts/entities/shipment';
import { call } from '@rangavalli/web-kit/data/api';
import { Button } from '@rangavalli/web-kit/ui/Button';
import { type Column, DataTable } from '../layout/DataTable.js';
import { PagedList } from '../listing/PagedList.js';
import { useList } from '../listing/use-list.js';
import { useListParams } from '../listing/use-list-params.js';
import css from './Dispatch.module.css';
import { messages } from './messages.js';
import { ParcelLink } from './ParcelLink.js';
import { type KeyProps, useRowKeys } from './use-row-keys.js';
import { noSelection } from './use-selection.js';

export interface ParcelDialogProps {
  shipment: Shipment;
  onClose: () => void;
  onDone: () => void;
}

interface ParcelsProps extends KeyProps {
  status: 'undelivered' | 'rto';
  empty: { title: string; text: string };
  /** Between the parcel with its courier and the action. */
  columns: readonly Column<Shipment>[];
  action: { label: string; labelOf: (id: string) => string };
  /** Opened by the action of a row. */
  renderDialog: (props: ParcelDialogProps) => ReactNode;
}

/** Parcels of one status, each with an action that opens a dialog. */
export function Parcels({ keys, isKeyboardOn, status, empty, columns, action, renderDialog }: ParcelsProps) {
  useRowKeys({ rows: [], selection: noSelection, actions: keys, isEnabled: isKeyboardOn });
  const list = useList(`dispatch ${status}`, useListParams(), (cursor, signal) =>
    call('GET /shipments/ndr', { query: { status, cursor } }, { signal }),
  );
  const [open, setOpen] = useState<Shipment>();
  return (
    <div className={css.list}>
      <PagedList
        list={list}
        rowsOf={({ shipments }) => shipments}
        what={messages.parcelsWhat}
        loadFailed={messages.parcelsFailed}
        empty={empty}
      >
        {(rows) => (
          <DataTable
            caption={messages.views[status]}
            rows={rows}
            keyOf={({ id }) => id}
            columns={[
              { label: messages.parcel, kind: 'short', cell: (shipment) => <ParcelLink shipment={shipment} /> },
              {
                label: messages.awb,
                cell: ({ courier, courierName, awb }) => `${courierName ?? messages.couriers[courier]} ${awb}`,
              },
              ...columns,
              {
                label: messages.action,
                cell: (shipment) => (
                  <Button look="quiet" aria-label={action.labelOf(shipment.id)} onClick={() => setOpen(shipment)}>
                    {action.label}
                  </Button>
                ),
              },
            ]}
          />
        )}
      </PagedList>
      {open &&
        renderDialog({
          shipment: open,
          onClose: () => setOpen(undefined),
          onDone: () => {
            setOpen(undefined);
            list.reload();
          },
        })}
    </div>
  );
}
