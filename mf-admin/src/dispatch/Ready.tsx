import { useState } from 'react';
import type { DispatchDocumentKind, DispatchOrder, DispatchResult } from '@rangavalli/contracts/entities/dispatch';
import { toast } from '@rangavalli/web-kit/dom/toast';
import { Link } from '@rangavalli/web-kit/federation/router';
import { formatDay } from '@rangavalli/web-kit/format/dates';
import { formatRupees } from '@rangavalli/web-kit/format/money';
import { Badge } from '@rangavalli/web-kit/ui/Badge';
import { Button } from '@rangavalli/web-kit/ui/Button';
import { Select } from '@rangavalli/web-kit/ui/Field';
import { DataTable } from '../layout/DataTable.js';
import { messages as layout } from '../layout/messages.js';
import { useAction } from '../layout/use-action.js';
import { PagedList } from '../listing/PagedList.js';
import { useListParams } from '../listing/use-list-params.js';
import { ActionBar } from './ActionBar.js';
import { markDispatched, resultOf, savePapers } from './bulk.js';
import css from './Dispatch.module.css';
import { DispatchFilters } from './DispatchFilters.js';
import { messages } from './messages.js';
import { DueDate } from './OrderFacts.js';
import { PickupDialog } from './PickupDialog.js';
import type { BulkResult } from './Results.js';
import { RowBox } from './RowBox.js';
import { useDispatchList } from './use-dispatch-list.js';
import { type KeyProps, useRowKeys } from './use-row-keys.js';
import type { Selection } from './use-selection.js';

type ReadyParcel = DispatchOrder['parcels'][number] & { order: DispatchOrder };

interface ReadyProps extends KeyProps {
  selection: Selection;
  onDone: (result: BulkResult) => void;
}

const kinds = Object.entries(messages.documents) as [DispatchDocumentKind, string][];

/** Parcels that wait for their courier: print their papers, then mark them as dispatched. */
export function Ready({ selection, keys, isKeyboardOn, onDone }: ReadyProps) {
  const params = useListParams();
  const list = useDispatchList('ready', params);
  const { busy, run } = useAction(list.reload);
  const [kind, setKind] = useState<DispatchDocumentKind>('slips_and_labels');
  const [isRequesting, setIsRequesting] = useState(false);
  const courier = params.get('courier');
  const parcels = list.pages
    ?.flatMap((page) => page.orders)
    .flatMap((order) => order.parcels.map((parcel): ReadyParcel => ({ ...parcel, order })))
    .filter((parcel) => !courier || parcel.courier === courier);
  const rows = parcels?.map(({ id }) => id) ?? [];
  const selected = parcels?.filter(({ id }) => selection.ids.has(id)) ?? [];

  const start = (name: string, act: (ids: string[]) => Promise<{ message: string }>) => {
    if (busy) return undefined;
    const ids = [...selection.ids];
    if (ids.length > 0) return run(name, () => act(ids));
    toast.info(messages.nothingSelected);
    return undefined;
  };
  const print = () =>
    start('print', async (ids) => {
      await savePapers(kind, ids);
      return { message: messages.printed(ids.length) };
    });
  const dispatch = () =>
    start('dispatch', async (ids) => {
      const results: DispatchResult[] = await markDispatched(ids);
      const result = resultOf(results, messages.dispatchedSummary);
      selection.replace(result.failed.map(({ id }) => id));
      onDone(result);
      return { message: result.summary };
    });

  useRowKeys({
    rows,
    selection,
    actions: { ...keys, p: () => void print(), d: () => void dispatch() },
    isEnabled: isKeyboardOn,
  });

  return (
    <div className={css.list}>
      <DispatchFilters params={params} list={list} isReady />
      <PagedList
        list={list}
        rowsOf={(page) => page.orders}
        what={messages.what}
        loadFailed={messages.loadFailed}
        empty={
          params.isFiltered
            ? { title: messages.noMatches }
            : { title: messages.emptyReady, text: messages.emptyReadyText }
        }
      >
        {() => (
          <DataTable
            caption={messages.views.ready}
            rows={parcels ?? []}
            keyOf={({ id }) => id}
            columns={[
              {
                label: messages.parcel,
                kind: 'short',
                cell: ({ id, order: { orderId, orderNumber, recipient } }) => (
                  <RowBox id={id} label={messages.select(id, recipient)} rows={rows} selection={selection}>
                    <Link to={`/admin/orders/${orderNumber || orderId}`}>{id}</Link>
                  </RowBox>
                ),
              },
              { label: messages.dueDate, cell: ({ order }) => <DueDate order={order} /> },
              { label: messages.recipient, cell: ({ order }) => order.recipient || layout.missing },
              { label: messages.place, cell: ({ order: { city, pincode } }) => `${city} ${pincode}` },
              { label: messages.awb, kind: 'wide', cell: (parcel) => <CourierCell parcel={parcel} /> },
              { label: messages.units, kind: 'number', cell: ({ units }) => units },
              {
                label: messages.cash,
                kind: 'number',
                cell: (parcel) => formatCash(parcel),
              },
              {
                label: messages.pickup,
                cell: ({ order: { pickupDate } }) => (pickupDate ? formatDay(pickupDate) : '–'),
              },
            ]}
          />
        )}
      </PagedList>
      {rows.length > 0 && (
        <ActionBar selection={selection} rows={rows}>
          <Select
            label={messages.papers}
            value={kind}
            onChange={({ target }) => setKind(kinds.find(([one]) => one === target.value)?.[0] ?? 'slips_and_labels')}
          >
            {kinds.map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </Select>
          <Button
            look="secondary"
            busy={busy === 'print'}
            disabled={selection.ids.size === 0}
            aria-keyshortcuts="p"
            onClick={() => void print()}
          >
            {messages.print}
          </Button>
          <Button look="secondary" disabled={selected.length === 0} onClick={() => setIsRequesting(true)}>
            {messages.requestPickup}
          </Button>
          <Button
            busy={busy === 'dispatch'}
            disabled={selection.ids.size === 0}
            aria-keyshortcuts="d"
            onClick={() => void dispatch()}
          >
            {messages.dispatched}
          </Button>
        </ActionBar>
      )}
      {isRequesting && (
        <PickupDialog
          parcels={selected}
          onClose={() => setIsRequesting(false)}
          onRequested={() => {
            setIsRequesting(false);
            list.reload();
          }}
        />
      )}
    </div>
  );
}

/** Parcels of a row that was stored before they had shares have none: their order's cash is shown. */
function formatCash({ codPaise, order: { cod = 0 } }: ReadyParcel): string {
  const rupees = codPaise === undefined ? cod : codPaise / 100;
  return rupees > 0 ? formatRupees(rupees) : '–';
}

function CourierCell({ parcel: { courier, courierName, awb, booking } }: { parcel: ReadyParcel }) {
  const state = booking && messages.bookings[booking.state];
  return (
    <span className={css.lines}>
      <span>
        {courierName ?? messages.couriers[courier]} {awb}
      </span>
      {state && <Badge tone="yellow">{state}</Badge>}
      {booking?.error && <span className={css.note}>{booking.error}</span>}
    </span>
  );
}
