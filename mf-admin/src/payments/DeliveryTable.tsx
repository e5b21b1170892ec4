import type { WebhookDelivery } from '@rangavalli/contracts/entities/payments-admin';
import { call } from '@rangavalli/web-kit/data/api';
import { Link } from '@rangavalli/web-kit/federation/router';
import { Badge } from '@rangavalli/web-kit/ui/Badge';
import { Button } from '@rangavalli/web-kit/ui/Button';
import { DataTable } from '../layout/DataTable.js';
import { formatMoment } from '../listing/moment.js';
import { outcomeTones, outcomeWords } from './payment-words.js';
import css from './PaymentsPage.module.css';
import { useAction } from '../layout/use-action.js';

interface DeliveryTableProps {
  deliveries: readonly WebhookDelivery[];
  onDone: () => void;
  inPanel?: boolean;
}

/** Deliveries, each to be handled again; forged ones never are. */
export function DeliveryTable({ deliveries, onDone, inPanel = false }: DeliveryTableProps) {
  const { busy, run } = useAction(onDone);
  return (
    <DataTable
      caption="Webhooks"
      inPanel={inPanel}
      columns={['Event', 'Received', 'Outcome', 'Order', 'Action']}
      short={['Received', 'Order']}
      rows={deliveries.map(({ _id, event, receivedAt, outcome, orderId, error }) => ({
        key: _id,
        cells: [
          <span key="event">
            {event}
            {error && <span className={css.error}>{error}</span>}
          </span>,
          formatMoment(receivedAt),
          <Badge key="outcome" tone={outcomeTones[outcome]}>
            {outcomeWords[outcome]}
          </Badge>,
          orderId ? (
            <Link key="order" to={`/admin/payments/${orderId}`}>
              #{orderId.slice(-8)}
            </Link>
          ) : (
            'None'
          ),
          outcome === 'forged' ? (
            'None'
          ) : (
            <Button
              key="replay"
              look="quiet"
              busy={busy === _id}
              disabled={busy !== undefined}
              aria-label={`Replay ${event} of ${formatMoment(receivedAt)}`}
              onClick={() =>
                void run(_id, () =>
                  call('POST /payments/deliveries/{id}/replay', { params: { id: _id } }, { deadlineMs: 22_000 }),
                )
              }
            >
              Replay
            </Button>
          ),
        ],
      }))}
    />
  );
}
