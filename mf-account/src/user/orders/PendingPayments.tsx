import { useEffect, useState } from 'react';
import type { PendingPaymentLink } from '@rangavalli/contracts/entities/payment-link';
import { call } from '@rangavalli/web-kit/data/api';
import { formatDateTime } from '@rangavalli/web-kit/format/dates';
import { formatRupees } from '@rangavalli/web-kit/format/money';
import { messages } from './messages.js';
import css from './OrdersPage.module.css';

/** Orders that a payment link still pays. Shows nothing without one: the email has the link, too. */
export function PendingPayments() {
  const [links, setLinks] = useState<PendingPaymentLink[]>([]);
  useEffect(() => {
    const request = new AbortController();
    call('GET /orders/payment-links', {}, { signal: request.signal }).then(
      (found) => setLinks(found.links),
      () => undefined,
    );
    return () => request.abort();
  }, []);
  if (links.length === 0) return null;
  return (
    <section aria-label={messages.pendingPayments} className={css.pending}>
      <h2>{messages.pendingPayments}</h2>
      <ul>
        {links.map(({ orderId, orderNumber, amount, url, expiresAt }) => (
          <li key={orderId}>
            <span>{messages.pendingPayment(orderNumber, formatRupees(amount))}</span>{' '}
            <span>{messages.payableUntil(formatDateTime(expiresAt))}</span>{' '}
            <a href={url} rel="noreferrer">
              {messages.payNow}
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
