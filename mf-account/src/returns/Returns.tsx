import { useState } from 'react';
import type { Order } from '@rangavalli/contracts/entities/order';
import type { OrderReturn } from '@rangavalli/contracts/entities/return';
import { call } from '@rangavalli/web-kit/data/api';
import { useQuery } from '@rangavalli/web-kit/data/query';
import { Link } from '@rangavalli/web-kit/federation/router';
import { formatDay } from '@rangavalli/web-kit/format/dates';
import { formatRupees } from '@rangavalli/web-kit/format/money';
import { Badge } from '@rangavalli/web-kit/ui/Badge';
import { Button } from '@rangavalli/web-kit/ui/Button';
import { ErrorState } from '@rangavalli/web-kit/ui/ErrorState';
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
        <ReturnSummary key={one.id} value={one} />
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

function ReturnSummary({ value }: { value: OrderReturn }) {
  const { state, requestedAt, lines, refunded, credited, payout, upiId = '', replacementOrderId, note } = value;
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
      {payout !== undefined && <p>{messages.payout(formatRupees(payout), upiId)}</p>}
      {replacementOrderId && (
        <p>
          {messages.exchanged} <Link to={`/user/orders/${replacementOrderId}`}>{messages.newOrder}</Link>
        </p>
      )}
      {note && <p>{messages.note(note)}</p>}
    </div>
  );
}
