import { useState } from 'react';
import { call } from '@rangavalli/web-kit/data/api';
import { useQuery } from '@rangavalli/web-kit/data/query';
import { Link, useParams } from '@rangavalli/web-kit/federation/router';
import { formatRupees } from '@rangavalli/web-kit/format/money';
import { usePermissions } from '@rangavalli/web-kit/session/permissions';
import { Button } from '@rangavalli/web-kit/ui/Button';
import { Facts } from '../layout/Facts.js';
import { IdLink, shortId } from '../layout/IdLink.js';
import { messages as layout } from '../layout/messages.js';
import { Page, PendingPage } from '../layout/Page.js';
import { Panel } from '../layout/Panel.js';
import shared from '../layout/shared.module.css';
import { Timeline } from '../layout/Timeline.js';
import { useAction } from '../layout/use-action.js';
import { messages } from './messages.js';
import { orderState, refundableCaptures } from './payment-state.js';
import { paymentTimeline } from './payment-timeline.js';
import { PaymentBadges } from './PaymentList.js';
import { RefundDialog } from './RefundDialog.js';
import { RAZORPAY_DEADLINE_MS, WebhookTable } from './WebhookTable.js';

const back = { to: '/admin/payments', label: messages.allPayments };
const options = { deadlineMs: RAZORPAY_DEADLINE_MS };

/** One payment with its timeline, its webhooks, and the actions retry, refund and replay. */
export function PaymentDetailPage() {
  const { orderId = '' } = useParams();
  const query = useQuery(`payment ${orderId}`, (signal) =>
    call('GET /payments/admin/{orderId}', { params: { orderId } }, { signal }),
  );
  const { busy, run } = useAction(query.reload);
  const may = usePermissions();
  const [refunding, setRefunding] = useState<{ paymentId: string; amount: number }>();
  if (!query.data)
    return (
      <PendingPage
        title={messages.payment}
        back={back}
        query={query}
        what={messages.thePayment}
        loadFailed={messages.paymentLoadFailed}
      />
    );
  const { payment, deliveries } = query.data;
  const order = orderState(payment.order);
  const facts = {
    [messages.amount]: formatRupees(payment.amount),
    [messages.captured]:
      payment.captures.map(({ amount, method }) => messages.capturedBy(formatRupees(amount), method)).join(', ') ||
      messages.nothing,
    [messages.order]:
      payment.order?.phase === 'placed' ? <Link to={`/admin/orders/${payment.orderNumber}`}>{order}</Link> : order,
    [messages.customer]: may('customers.read') ? (
      <IdLink to="customers" id={payment.userId} />
    ) : (
      shortId(payment.userId)
    ),
    [messages.razorpayOrder]: payment.razorpayOrderId ?? layout.none,
  };
  const retry = () =>
    run('retry', () => call('POST /payments/admin/{orderId}/retry', { params: { orderId } }, options));
  const refund = async (paymentId: string, reason: string) => {
    const body = { paymentId, reason };
    const isRefunded = await run('refund', () =>
      call('POST /payments/admin/{orderId}/refund', { params: { orderId }, body }, options),
    );
    if (isRefunded) setRefunding(undefined);
  };
  return (
    <Page
      title={messages.paymentTitle(payment.orderNumber)}
      back={back}
      badge={<PaymentBadges payment={payment} />}
      note={payment.razorpayOrderId}
      actions={
        may('refunds.write') && (
          <>
            <Button look="secondary" busy={busy === 'retry'} disabled={busy !== undefined} onClick={() => void retry()}>
              {messages.retry}
            </Button>
            {refundableCaptures(payment).map((capture) => (
              <Button
                key={capture.paymentId}
                look="danger"
                disabled={busy !== undefined}
                onClick={() => setRefunding(capture)}
              >
                {messages.refund(formatRupees(capture.amount))}
              </Button>
            ))}
          </>
        )
      }
    >
      <div className={shared.stack}>
        <Panel title={messages.payment}>
          <Facts facts={facts} stacked />
        </Panel>
        <Panel title={messages.timeline}>
          <Timeline entries={paymentTimeline(payment, deliveries)} />
        </Panel>
        <Panel title={messages.webhooks} flush={deliveries.length > 0}>
          {deliveries.length === 0 ? (
            <p className={shared.empty}>{messages.noPaymentWebhooks}</p>
          ) : (
            <WebhookTable inPanel deliveries={deliveries} onDone={query.reload} />
          )}
        </Panel>
      </div>
      {refunding && (
        <RefundDialog
          capture={refunding}
          onClose={() => setRefunding(undefined)}
          onRefund={(reason) => refund(refunding.paymentId, reason)}
        />
      )}
    </Page>
  );
}
