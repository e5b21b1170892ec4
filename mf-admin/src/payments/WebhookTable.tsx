import type { WebhookDelivery } from '@rangavalli/contracts/entities/payments-admin';
import { call } from '@rangavalli/web-kit/data/api';
import { formatDateTime } from '@rangavalli/web-kit/format/dates';
import { usePermissions } from '@rangavalli/web-kit/session/permissions';
import { Badge } from '@rangavalli/web-kit/ui/Badge';
import { Button } from '@rangavalli/web-kit/ui/Button';
import { DataTable } from '../layout/DataTable.js';
import { PaymentLink } from '../layout/IdLink.js';
import { messages as layout } from '../layout/messages.js';
import { useAction } from '../layout/use-action.js';
import { messages } from './messages.js';
import { outcomeTones } from './payment-state.js';
import css from './PaymentsPage.module.css';

/** Allows for the requests to Razorpay that an action makes, ms. */
export const RAZORPAY_DEADLINE_MS = 22_000;

interface WebhookTableProps {
  deliveries: readonly WebhookDelivery[];
  onDone: () => void;
  inPanel?: boolean;
}

/** Deliveries can be replayed, except those with an invalid signature. */
export function WebhookTable({ deliveries, onDone, inPanel }: WebhookTableProps) {
  const { busy, run } = useAction(onDone);
  const mayReplay = usePermissions()('operations.write');
  const replay = (id: string) =>
    run(id, () =>
      call('POST /payments/deliveries/{id}/replay', { params: { id } }, { deadlineMs: RAZORPAY_DEADLINE_MS }),
    );
  return (
    <DataTable
      caption={messages.webhooks}
      inPanel={inPanel}
      rows={deliveries}
      keyOf={({ _id }) => _id}
      columns={[
        {
          label: messages.event,
          cell: ({ event, error }) => (
            <>
              {event}
              {error && <span className={css.error}>{error}</span>}
            </>
          ),
        },
        { label: messages.received, kind: 'short', cell: ({ receivedAt }) => formatDateTime(receivedAt) },
        {
          label: messages.outcome,
          cell: ({ outcome }) => <Badge tone={outcomeTones[outcome]}>{messages.outcomes[outcome]}</Badge>,
        },
        {
          label: messages.order,
          kind: 'short',
          cell: ({ orderId }) => (orderId ? <PaymentLink orderId={orderId} /> : layout.none),
        },
        {
          label: messages.action,
          cell: ({ _id, event, receivedAt, outcome }) =>
            outcome === 'forged' || !mayReplay ? (
              layout.none
            ) : (
              <Button
                look="quiet"
                busy={busy === _id}
                disabled={busy !== undefined}
                aria-label={messages.replayWebhook(event, formatDateTime(receivedAt))}
                onClick={() => void replay(_id)}
              >
                {messages.replay}
              </Button>
            ),
        },
      ]}
    />
  );
}
