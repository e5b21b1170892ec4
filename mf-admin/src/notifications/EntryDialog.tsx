import type { ReactNode } from 'react';
import type { NotificationEntry } from '@rangavalli/contracts/entities/notification';
import { Link } from '@rangavalli/web-kit/federation/router';
import { formatDateTime } from '@rangavalli/web-kit/format/dates';
import { Dialog } from '@rangavalli/web-kit/ui/Dialog';
import { Facts } from '../layout/Facts.js';
import shared from '../layout/shared.module.css';
import { Timeline } from '../layout/Timeline.js';
import { messages } from './messages.js';

/** One message: where it went, and which channels were tried. Its text is not stored. */
export function EntryDialog({ entry, onClose }: { entry: NotificationEntry; onClose: () => void }) {
  const { id, kind, to, state, attempts, orderId, orderNumber, eventId, createdAt, dueAt, sentAt, error, steps } =
    entry;
  const order = orderNumber ?? orderId;
  const facts: Record<string, ReactNode> = {
    [messages.to]: to,
    [messages.state]: messages.states[state],
    ...(error ? { [messages.error]: error } : {}),
    [messages.attempts]: attempts,
    [messages.at]: formatDateTime(createdAt),
    ...(dueAt ? { [messages.due]: formatDateTime(dueAt) } : {}),
    ...(sentAt ? { [messages.sentAt]: formatDateTime(sentAt) } : {}),
    ...(orderId ? { [messages.order]: <Link to={`/admin/orders/${order}`}>{order}</Link> } : {}),
    ...(eventId ? { [messages.event]: eventId } : {}),
    [messages.id]: id,
  };
  return (
    <Dialog title={messages.kinds[kind]} onClose={onClose}>
      <div className={shared.stack}>
        <Facts facts={facts} stacked />
        <section>
          <h3>{messages.steps}</h3>
          {steps.length === 0 ? (
            <p className={shared.empty}>{messages.noSteps}</p>
          ) : (
            <Timeline
              entries={steps.map(({ channel, outcome, at, reason, providerId }, index) => ({
                key: `${index} ${at}`,
                what: `${messages.channels[channel]}: ${messages.outcomes[outcome]}`,
                at,
                note: [reason, providerId && messages.providerId(providerId)].filter(Boolean).join(', '),
              }))}
            />
          )}
        </section>
      </div>
    </Dialog>
  );
}
