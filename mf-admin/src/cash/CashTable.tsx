import { type CashEntry, cashState } from '@rangavalli/contracts/entities/cash';
import { call } from '@rangavalli/web-kit/data/api';
import { formatDay } from '@rangavalli/web-kit/format/dates';
import { formatRupees } from '@rangavalli/web-kit/format/money';
import { Badge, type Tone } from '@rangavalli/web-kit/ui/Badge';
import { OrderLink } from '../layout/IdLink.js';
import { messages as layout } from '../layout/messages.js';
import { Metrics } from '../layout/Metrics.js';
import shared from '../layout/shared.module.css';
import { StateList } from '../listing/StateList.js';
import { useList } from '../listing/use-list.js';
import { useListParams } from '../listing/use-list-params.js';
import { messages } from './messages.js';

const tones: Record<CashEntry['state'], Tone> = { due: 'yellow', collected: 'blue', remitted: 'green' };

function detailsOf({ collectedAt, remittance }: CashEntry): string {
  if (remittance) return messages.receivedOn(remittance.reference, formatDay(remittance.date));
  return collectedAt ? messages.collectedOn(formatDay(collectedAt)) : layout.none;
}

/** Orders that are paid on delivery, newest first, with what is outstanding. */
export function CashTable() {
  const params = useListParams();
  const state = cashState.options.find((one) => one === params.get('state'));
  const list = useList(`cash ${state ?? ''}`, params, (cursor, signal) =>
    call('GET /payments/cod/cash', { query: { state, cursor } }, { signal }),
  );
  const sums = list.first?.sums;
  return (
    <div className={shared.stack}>
      {sums && (
        <Metrics
          metrics={[
            { name: messages.sumDue, value: formatRupees(sums.due) },
            { name: messages.sumCollected, value: formatRupees(sums.collected) },
          ]}
        />
      )}
      <StateList
        params={params}
        list={list}
        rowsOf={({ cash }) => cash}
        keyOf={({ orderId }) => orderId}
        messages={messages}
        columns={[
          {
            label: messages.order,
            kind: 'short',
            cell: ({ orderNumber }) => <OrderLink orderNumber={orderNumber} />,
          },
          { label: messages.ordered, kind: 'short', cell: ({ orderedAt }) => formatDay(orderedAt) },
          { label: messages.customer, cell: ({ customer }) => customer || layout.missing },
          { label: messages.amount, kind: 'number', cell: ({ due }) => formatRupees(due) },
          { label: messages.status, cell: ({ status }) => status },
          {
            label: messages.state,
            cell: (entry) => <Badge tone={tones[entry.state]}>{messages.states[entry.state]}</Badge>,
          },
          { label: messages.details, cell: detailsOf },
        ]}
      />
    </div>
  );
}
