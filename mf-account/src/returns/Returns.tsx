import { useState } from 'react';
import type { Order } from '@rangavalli/contracts/entities/order';
import type { OrderReturn } from '@rangavalli/contracts/entities/return';
import { call } from '@rangavalli/web-kit/data/api';
import { useForm } from '@rangavalli/web-kit/data/form';
import { useQuery } from '@rangavalli/web-kit/data/query';
import { toast } from '@rangavalli/web-kit/dom/toast';
import { Link } from '@rangavalli/web-kit/federation/router';
import { formatDateTime, formatDay } from '@rangavalli/web-kit/format/dates';
import { formatRupees } from '@rangavalli/web-kit/format/money';
import { Badge } from '@rangavalli/web-kit/ui/Badge';
import { Button } from '@rangavalli/web-kit/ui/Button';
import { ErrorState } from '@rangavalli/web-kit/ui/ErrorState';
import { Input } from '@rangavalli/web-kit/ui/Field';
import { FailureNotice } from '@rangavalli/web-kit/ui/Notice';
import { messages } from './messages.js';
import { returnableLines } from './returnable-lines.js';
import { ReturnForm } from './ReturnForm.js';
import css from './Returns.module.css';

const tones = { requested: 'yellow', completed: 'green', refused: 'gray' } as const;

/** The returns of an order, and the form for another one while the shop's rule allows it. */
export function Returns({ order, onChanged }: { order: Order; onChanged: () => void }) {
  const { data, error, reload } = useQuery('shop', (signal) => call('GET /shop', {}, { signal }));
  const [isOpen, setOpen] = useState(false);
  const { returns = [] } = order;
  if (error) return <ErrorState compact title={messages.loadFailed} error={error} onRetry={reload} />;
  const lines = data ? returnableLines(order, data.shop, new Date()) : [];
  if (returns.length === 0 && lines.length === 0) return null;
  return (
    <section className={css.returns} aria-label={messages.title}>
      {returns.map((one) => (
        <ReturnSummary key={one.id} value={one} onChanged={onChanged} />
      ))}
      {lines.length > 0 && (
        <Button look="secondary" onClick={() => setOpen(true)}>
          {messages.start}
        </Button>
      )}
      {isOpen && (
        <ReturnForm
          order={order}
          lines={lines}
          onClose={() => setOpen(false)}
          onRequested={() => {
            setOpen(false);
            onChanged();
          }}
        />
      )}
    </section>
  );
}

function ReturnSummary({ value, onChanged }: { value: OrderReturn; onChanged: () => void }) {
  const { state, requestedAt, lines, refunded, credited, payout, difference, due, replacementOrderId, note, shipment } =
    value;
  const payee = value.upiId ?? messages.bankAccount;
  return (
    <div className={css.summary}>
      <p>
        <strong>{messages.requestedOn(formatDay(requestedAt))}</strong>{' '}
        <Badge tone={tones[state]}>{messages.states[state]}</Badge>
      </p>
      <ul className={css.list}>
        {lines.map(({ lineId, name, size, quantity, outcome }) => (
          <li key={lineId}>
            {messages.line(name, size, quantity)} · {messages.outcomes[outcome]}
          </li>
        ))}
      </ul>
      {refunded !== undefined && <p>{messages.refunded(formatRupees(refunded))}</p>}
      {credited !== undefined && <p>{messages.credited(formatRupees(credited))}</p>}
      {payout !== undefined && (
        <p>
          {value.payoutReference
            ? messages.paidOut(formatRupees(payout), payee, value.payoutReference)
            : messages.payout(formatRupees(payout), payee)}
        </p>
      )}
      {shipment && state === 'requested' && (
        <p>
          {messages.progress[shipment.progress](shipment.pickupOn ? formatDay(shipment.pickupOn) : '')}{' '}
          {shipment.trackingNumber && messages.tracking(shipment.courier ?? '', shipment.trackingNumber)}
        </p>
      )}
      {state === 'requested' && !shipment && <SentForm id={value.id} onChanged={onChanged} />}
      {difference !== undefined && <p>{messages.difference(formatRupees(difference))}</p>}
      {due && <Due value={due} />}
      {replacementOrderId && (!due || due.state === 'paid') && (
        <p>
          {messages.exchanged}{' '}
          <Link to={`/user/orders/${value.replacementOrderNumber ?? replacementOrderId}`}>{messages.newOrder}</Link>
        </p>
      )}
      {note && <p>{messages.note(note)}</p>}
      {value.decisionPhoto && (
        <p>
          <a href={value.decisionPhoto.url}>{messages.decisionPhoto}</a>
        </p>
      )}
    </div>
  );
}

/** What dearer goods cost more, and the link to pay it. */
function Due({ value: { amount, payBy, state, url } }: { value: NonNullable<OrderReturn['due']> }) {
  const price = formatRupees(amount);
  if (state === 'paid') return <p>{messages.duePaid(price)}</p>;
  if (state === 'ended') return <p>{messages.dueEnded}</p>;
  return (
    <p>
      {messages.due(price, formatDateTime(payBy))} {url && <a href={url}>{messages.payDue(price)}</a>}
    </p>
  );
}

/** For customers who send the items themselves. */
function SentForm({ id, onChanged }: { id: string; onChanged: () => void }) {
  const [isOpen, setOpen] = useState(false);
  const { form, field, busy, failure } = useForm({
    fields: ['courier', 'trackingNumber'],
    validate: ({ trackingNumber }) => ({ trackingNumber: trackingNumber.trim() ? undefined : messages.enterTracking }),
    submit: async ({ courier, trackingNumber }) => {
      const body = {
        progress: 'sent' as const,
        ...(courier.trim() ? { courier: courier.trim() } : {}),
        trackingNumber: trackingNumber.trim(),
      };
      toast.success((await call('POST /returns/{id}/shipment', { params: { id }, body })).message);
      onChanged();
    },
  });
  if (!isOpen)
    return (
      <Button look="quiet" onClick={() => setOpen(true)}>
        {messages.sentMyself}
      </Button>
    );
  return (
    <form className={css.form} {...form}>
      {failure && <FailureNotice failure={failure} fallback={messages.serverError} />}
      <Input label={messages.courier} {...field('courier')} maxLength={60} />
      <Input label={messages.trackingNumber} {...field('trackingNumber')} maxLength={60} autoComplete="off" />
      <Button type="submit" look="secondary" busy={busy}>
        {messages.sentMyself}
      </Button>
    </form>
  );
}
