import { useState } from 'react';
import { call } from '@rangavalli/web-kit/data/api';
import { formatRupees } from '@rangavalli/web-kit/format/money';
import { useQuery } from '@rangavalli/web-kit/data/query';
import { Link, useParams } from '@rangavalli/web-kit/federation/router';
import { Badge } from '@rangavalli/web-kit/ui/Badge';
import { Button } from '@rangavalli/web-kit/ui/Button';
import { ErrorState } from '@rangavalli/web-kit/ui/ErrorState';
import { DetailSkeleton } from '../layout/DetailSkeleton.js';
import { Facts } from '../layout/Facts.js';
import { Page } from '../layout/Page.js';
import { Panel } from '../layout/Panel.js';
import { formatMoment } from '../listing/moment.js';
import css from '../orders/OrderDetailPage.module.css';
import timeline from '../orders/Timeline.module.css';
import { DeliveryTable } from './DeliveryTable.js';
import { hasOrder, orderWords, problemTones, problemWords, stateOf } from './payment-words.js';
import { RefundDialog } from './RefundDialog.js';
import { storyLines } from './story-lines.js';
import { useAction } from '../layout/use-action.js';

/** What asks Razorpay may take this long, ms. */
const ASKING_MS = 22_000;

const back = { to: '/admin/payments', label: 'All payments' };

/** One payment: where its money stands, all that happened to it, and what can be done about it. */
export function PaymentDetailPage() {
  const { orderId = '' } = useParams();
  const { data, error, reload } = useQuery(`payment ${orderId}`, (signal) =>
    call('GET /payments/admin/{orderId}', { params: { orderId } }, { signal }),
  );
  const { busy, run } = useAction(reload);
  const [refunding, setRefunding] = useState<{ paymentId: string; amount: number }>();
  if (error && !data)
    return (
      <Page title="Payment" back={back}>
        <ErrorState title="The payment could not be loaded." error={error} onRetry={reload} />
      </Page>
    );
  if (!data)
    return (
      <Page title="Payment" back={back}>
        <DetailSkeleton what="the payment" />
      </Page>
    );
  const { payment, deliveries } = data;
  const state = stateOf(payment);
  const refundable = hasOrder(payment.order)
    ? []
    : payment.captures.filter(({ paymentId }) => !payment.refunds.some((refund) => refund.paymentId === paymentId));
  const facts = {
    Amount: formatRupees(payment.amount),
    Captured:
      payment.captures.length === 0
        ? 'Nothing'
        : payment.captures.map(({ amount, method }) => `${formatRupees(amount)} by ${method}`).join(', '),
    Order:
      payment.order?.phase === 'placed' ? (
        <Link to={`/admin/orders/${orderId}`}>{orderWords(payment.order)}</Link>
      ) : (
        orderWords(payment.order)
      ),
    Customer: <Link to={`/admin/customers/${payment.userId}`}>#{payment.userId.slice(-8)}</Link>,
    'Razorpay order': payment.razorpayOrderId ?? 'None',
  };
  const refund = async (paymentId: string, reason: string) => {
    if (
      await run('refund', () =>
        call(
          'POST /payments/admin/{orderId}/refund',
          { params: { orderId }, body: { paymentId, reason } },
          { deadlineMs: ASKING_MS },
        ),
      )
    )
      setRefunding(undefined);
  };
  return (
    <Page
      title={`Payment #${orderId.slice(-8)}`}
      back={back}
      badge={
        payment.problems.length === 0 ? (
          <Badge tone={state.tone}>{state.word}</Badge>
        ) : (
          payment.problems.map((one) => (
            <Badge key={one} tone={problemTones[one]}>
              {problemWords[one]}
            </Badge>
          ))
        )
      }
      note={orderId}
      actions={
        <>
          <Button
            look="secondary"
            busy={busy === 'retry'}
            disabled={busy !== undefined}
            onClick={() =>
              void run('retry', () =>
                call('POST /payments/admin/{orderId}/retry', { params: { orderId } }, { deadlineMs: ASKING_MS }),
              )
            }
          >
            Retry
          </Button>
          {refundable.map((capture) => (
            <Button
              key={capture.paymentId}
              look="danger"
              disabled={busy !== undefined}
              onClick={() => setRefunding(capture)}
            >
              Refund {formatRupees(capture.amount)}
            </Button>
          ))}
        </>
      }
    >
      <div className={css.column}>
        <Panel title="Payment">
          <Facts facts={facts} stacked />
        </Panel>
        <Panel title="Story">
          <ol className={timeline.timeline}>
            {storyLines(payment, deliveries).map(({ key, what, note, at }) => (
              <li key={key}>
                <span className={timeline.what}>{what}</span>
                <span className={timeline.when}>
                  {at && <time dateTime={at}>{formatMoment(at)}</time>}
                  {at && note && ', '}
                  {note}
                </span>
              </li>
            ))}
          </ol>
        </Panel>
        <Panel title="Webhooks" flush={deliveries.length > 0}>
          {deliveries.length === 0 ? (
            <p className={css.nothing}>Razorpay has delivered nothing about this payment.</p>
          ) : (
            <DeliveryTable inPanel deliveries={deliveries} onDone={reload} />
          )}
        </Panel>
      </div>
      <RefundDialog
        capture={refunding}
        busy={busy === 'refund'}
        onClose={() => setRefunding(undefined)}
        onRefund={(reason) => void (refunding && refund(refunding.paymentId, reason))}
      />
    </Page>
  );
}
