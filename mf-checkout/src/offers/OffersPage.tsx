import { type ReactNode, useState } from 'react';
import type { CallResponse } from '@rangavalli/contracts/calls';
import { call } from '@rangavalli/web-kit/data/api';
import { useQuery } from '@rangavalli/web-kit/data/query';
import { formatPeriodTime } from '@rangavalli/web-kit/format/india-time';
import { Button, ButtonLink } from '@rangavalli/web-kit/ui/Button';
import { Card } from '@rangavalli/web-kit/ui/Card';
import { EmptyState } from '@rangavalli/web-kit/ui/EmptyState';
import { ErrorState } from '@rangavalli/web-kit/ui/ErrorState';
import { Page } from '@rangavalli/web-kit/ui/Page';
import { Spinner } from '@rangavalli/web-kit/ui/Spinner';
import { messages } from './messages.js';
import css from './OffersPage.module.css';

type RunningOffer = CallResponse<'GET /offers/running'>['offers'][number];

/** /offers: the coupons and offers that the shop advertises now. */
export function OffersPage() {
  const { data, error, reload } = useQuery(
    'running offers',
    async (signal) => (await call('GET /offers/running', {}, { signal })).offers,
    { onServer: false },
  );
  let content: ReactNode = <Spinner label={messages.loading} />;
  if (data && data.length > 0)
    content = (
      <ul className={css.list}>
        {data.map((offer) => (
          <li key={`${offer.code} ${offer.title}`}>
            <OfferCard offer={offer} />
          </li>
        ))}
      </ul>
    );
  else if (data)
    content = (
      <EmptyState title={messages.none} text={messages.noneText}>
        <ButtonLink to="/all">{messages.browse}</ButtonLink>
      </EmptyState>
    );
  else if (error) content = <ErrorState title={messages.failed} error={error} onRetry={reload} />;
  return (
    <Page title={messages.title} lead={messages.lead}>
      {content}
    </Page>
  );
}

function OfferCard({ offer: { title, code, conditions, endsAt } }: { offer: RunningOffer }) {
  const [status, setStatus] = useState('');
  const copy = async (text: string) => {
    try {
      await navigator.clipboard.writeText(text);
      setStatus(messages.copied(text));
    } catch {
      setStatus(messages.copyByHand(text));
    }
  };
  return (
    <Card className={css.offer}>
      <h2>{title}</h2>
      {conditions.length > 0 && (
        <ul className={css.conditions}>
          {conditions.map((condition) => (
            <li key={condition}>{condition}</li>
          ))}
        </ul>
      )}
      {code ? (
        <div className={css.row}>
          <span className={css.code} translate="no">
            {code}
          </span>
          <Button look="secondary" aria-label={messages.copyOf(code)} onClick={() => void copy(code)}>
            {messages.copy}
          </Button>
        </div>
      ) : (
        <p>{messages.byItself}</p>
      )}
      {endsAt && <p className={css.note}>{messages.until(formatPeriodTime(endsAt, 'end'))}</p>}
      <p role="status" className={css.note}>
        {status}
      </p>
    </Card>
  );
}
