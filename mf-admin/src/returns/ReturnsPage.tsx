import { useState } from 'react';
import { type OrderReturn, returnState } from '@rangavalli/contracts/entities/return';
import { orderLabel } from '@rangavalli/contracts/order-number';
import { call } from '@rangavalli/web-kit/data/api';
import { Link } from '@rangavalli/web-kit/federation/router';
import { formatDay } from '@rangavalli/web-kit/format/dates';
import { formatRupees } from '@rangavalli/web-kit/format/money';
import { usePermissions } from '@rangavalli/web-kit/session/permissions';
import { Badge } from '@rangavalli/web-kit/ui/Badge';
import { Button } from '@rangavalli/web-kit/ui/Button';
import { DataTable } from '../layout/DataTable.js';
import { messages as layout } from '../layout/messages.js';
import { Page } from '../layout/Page.js';
import { FilterBar, FilterSelect } from '../listing/FilterBar.js';
import { PagedList } from '../listing/PagedList.js';
import { useList } from '../listing/use-list.js';
import { useListParams } from '../listing/use-list-params.js';
import { DecisionDialog } from './DecisionDialog.js';
import { messages } from './messages.js';

const tones = { requested: 'yellow', completed: 'green', refused: 'gray' } as const;

/** Goods that come back, for inspection. */
export function ReturnsPage() {
  const params = useListParams();
  const mayDecide = usePermissions()('orders.write');
  const state = returnState.options.find((one) => one === params.get('state'));
  const list = useList(`returns ${state ?? ''}`, params, (cursor, signal) =>
    call('GET /returns', { query: { state, cursor } }, { signal }),
  );
  const [open, setOpen] = useState<OrderReturn>();
  return (
    <Page title={messages.title} note={messages.note}>
      <FilterBar params={params} what={messages.what} found={list.first?.total}>
        <FilterSelect
          params={params}
          name="state"
          label={messages.state}
          options={{ '': messages.allStates, ...messages.states }}
        />
      </FilterBar>
      <PagedList
        list={list}
        rowsOf={({ returns }) => returns}
        what={messages.what}
        loadFailed={messages.loadFailed}
        empty={{ title: messages.empty, text: messages.emptyText }}
      >
        {(rows) => (
          <DataTable
            caption={messages.title}
            rows={rows}
            keyOf={({ id }) => id}
            columns={[
              { label: messages.requested, kind: 'short', cell: ({ requestedAt }) => formatDay(requestedAt) },
              {
                label: messages.order,
                kind: 'short',
                cell: ({ orderId, orderNumber }) => (
                  <Link to={`/admin/orders/${orderId}`}>{orderLabel(orderId, orderNumber)}</Link>
                ),
              },
              { label: messages.customer, cell: ({ customer }) => customer },
              { label: messages.items, kind: 'wide', cell: itemsOf },
              {
                label: messages.state,
                cell: (one) => <Badge tone={tones[one.state]}>{messages.states[one.state]}</Badge>,
              },
              { label: messages.result, cell: resultOf },
              {
                label: messages.action,
                cell: (one) =>
                  one.state === 'requested' && mayDecide ? (
                    <Button
                      look="quiet"
                      aria-label={messages.decideOf(orderLabel(one.orderId, one.orderNumber))}
                      onClick={() => setOpen(one)}
                    >
                      {messages.decide}
                    </Button>
                  ) : (
                    layout.none
                  ),
              },
            ]}
          />
        )}
      </PagedList>
      {open && (
        <DecisionDialog
          value={open}
          onClose={() => setOpen(undefined)}
          onDecided={() => {
            setOpen(undefined);
            list.reload();
          }}
        />
      )}
    </Page>
  );
}

const itemsOf = ({ lines }: OrderReturn) =>
  lines.map(({ lineId, name, size, quantity, reason, outcome }) => (
    <div key={lineId}>
      {messages.line(name, size, quantity)}: {messages.reasonOf(reason)} · {messages.outcomes[outcome]}
    </div>
  ));

function resultOf({ refunded, credited, payout, exchanged, upiId = '' }: OrderReturn): string {
  const parts = [
    ...(refunded === undefined ? [] : [messages.refunded(formatRupees(refunded))]),
    ...(credited === undefined ? [] : [messages.credited(formatRupees(credited))]),
    ...(payout === undefined ? [] : [messages.payout(formatRupees(payout), upiId)]),
    ...(exchanged === undefined ? [] : [messages.exchanged(formatRupees(exchanged))]),
  ];
  return parts.join(', ') || layout.none;
}
