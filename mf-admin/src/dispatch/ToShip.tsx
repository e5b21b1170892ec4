import { useRef, useState } from 'react';
import type { DispatchResult } from '@rangavalli/contracts/entities/dispatch';
import type { Courier } from '@rangavalli/contracts/entities/shipment';
import { toast } from '@rangavalli/web-kit/dom/toast';
import { formatRupees } from '@rangavalli/web-kit/format/money';
import { Button } from '@rangavalli/web-kit/ui/Button';
import { Select } from '@rangavalli/web-kit/ui/Field';
import { DataTable } from '../layout/DataTable.js';
import { OrderLink } from '../layout/IdLink.js';
import { messages as layout } from '../layout/messages.js';
import { useAction } from '../layout/use-action.js';
import { PagedList } from '../listing/PagedList.js';
import { useListParams } from '../listing/use-list-params.js';
import { ActionBar } from './ActionBar.js';
import { resultOf, shipOrders } from './bulk.js';
import css from './Dispatch.module.css';
import { DispatchCounts } from './DispatchCounts.js';
import { DispatchFilters } from './DispatchFilters.js';
import { messages } from './messages.js';
import { Details, DueDate, Items } from './OrderFacts.js';
import type { BulkResult } from './Results.js';
import { RowBox } from './RowBox.js';
import { useDispatchList } from './use-dispatch-list.js';
import { type KeyProps, useRowKeys } from './use-row-keys.js';
import type { Selection } from './use-selection.js';

interface ToShipProps extends KeyProps {
  selection: Selection;
  /** After the shipping of orders: the parcels are printed next. */
  onShipped: (result: BulkResult, parcels: readonly string[]) => void;
}

/** Orders with goods that are in no parcel, by the day on which they have to leave. */
export function ToShip({ selection, keys, isKeyboardOn, onShipped }: ToShipProps) {
  const params = useListParams();
  const list = useDispatchList('to_ship', params);
  const { busy, run } = useAction(list.reload);
  const [courier, setCourier] = useState<Courier>('own');
  /** Kept while a request failed, so that its repetition ships nothing twice. */
  const requestId = useRef<string>(undefined);
  const orders = list.pages?.flatMap((page) => page.orders) ?? [];
  const rows = orders.map(({ orderId }) => orderId);
  const couriers = list.first?.couriers ?? ['own'];

  const ship = async () => {
    const ids = [...selection.ids];
    if (busy || ids.length === 0) {
      if (!busy) toast.info(messages.nothingSelected);
      return;
    }
    let results: DispatchResult[] = [];
    requestId.current ??= crypto.randomUUID();
    const id = requestId.current;
    const isDone = await run('ship', async () => {
      results = await shipOrders(ids, courier, id);
      return { message: resultOf(results, messages.shipped).summary };
    });
    if (!isDone) return;
    requestId.current = undefined;
    selection.replace(results.filter((one) => !one.isDone).map((one) => one.id));
    const parcels = results.flatMap(({ shipmentId }) => shipmentId ?? []);
    onShipped(resultOf(results, messages.shipped), parcels);
  };

  useRowKeys({ rows, selection, actions: { ...keys, s: () => void ship() }, isEnabled: isKeyboardOn });

  return (
    <div className={css.list}>
      <DispatchCounts counts={list.first?.counts} />
      <DispatchFilters params={params} list={list} isReady={false} />
      <PagedList
        list={list}
        rowsOf={(page) => page.orders}
        what={messages.what}
        loadFailed={messages.loadFailed}
        empty={
          params.isFiltered
            ? { title: messages.noMatches }
            : { title: messages.emptyToShip, text: messages.emptyToShipText }
        }
      >
        {(shown) => (
          <DataTable
            caption={messages.views.to_ship}
            rows={shown}
            keyOf={({ orderId }) => orderId}
            columns={[
              {
                label: messages.order,
                kind: 'short',
                cell: ({ orderId, orderNumber, recipient }) => (
                  <RowBox
                    id={orderId}
                    label={messages.select(orderNumber, recipient)}
                    rows={rows}
                    selection={selection}
                  >
                    <OrderLink orderNumber={orderNumber} />
                  </RowBox>
                ),
              },
              { label: messages.dueDate, cell: (order) => <DueDate order={order} /> },
              { label: messages.recipient, cell: ({ recipient }) => recipient || layout.missing },
              { label: messages.place, cell: ({ city, pincode }) => `${city} ${pincode}` },
              { label: messages.items, kind: 'wide', cell: (order) => <Items order={order} /> },
              {
                label: messages.weight,
                kind: 'number',
                cell: ({ weightGrams }) => (weightGrams ? messages.kilograms(weightGrams) : layout.missing),
              },
              {
                label: messages.cash,
                kind: 'number',
                cell: ({ cod }) => (cod === undefined ? '–' : formatRupees(cod)),
              },
              { label: messages.details, cell: (order) => <Details order={order} /> },
            ]}
          />
        )}
      </PagedList>
      {orders.length > 0 && (
        <ActionBar selection={selection} rows={rows}>
          {couriers.length > 1 && (
            <Select
              label={messages.shipWith}
              value={courier}
              onChange={({ target }) => setCourier(couriers.find((one) => one === target.value) ?? 'own')}
            >
              {couriers.map((one) => (
                <option key={one} value={one}>
                  {messages.couriers[one]}
                </option>
              ))}
            </Select>
          )}
          <Button
            busy={busy === 'ship'}
            disabled={selection.ids.size === 0}
            aria-keyshortcuts="s"
            onClick={() => void ship()}
          >
            {messages.ship}
          </Button>
        </ActionBar>
      )}
    </div>
  );
}
