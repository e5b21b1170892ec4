import { call } from '@rangavalli/web-kit/data/api';
import { useQuery } from '@rangavalli/web-kit/data/query';
import { usePageHead } from '@rangavalli/web-kit/dom/page-head';
import { toast } from '@rangavalli/web-kit/dom/toast';
import { useParams } from '@rangavalli/web-kit/federation/router';
import { formatDeliveryDays } from '@rangavalli/web-kit/format/delivery-day';
import { Button } from '@rangavalli/web-kit/ui/Button';
import { Card } from '@rangavalli/web-kit/ui/Card';
import { ErrorState } from '@rangavalli/web-kit/ui/ErrorState';
import { Notice } from '@rangavalli/web-kit/ui/Notice';
import { Page } from '@rangavalli/web-kit/ui/Page';
import { Skeleton } from '@rangavalli/web-kit/ui/Skeleton';
import { messages } from './messages.js';
import { ParcelHistory } from './ParcelHistory.js';
import css from './Track.module.css';

async function share() {
  const { href: url } = window.location;
  try {
    if (navigator.share) await navigator.share({ title: messages.title, url });
    else {
      await navigator.clipboard.writeText(url);
      toast.success(messages.copied);
    }
  } catch {
    // The reader closed the sheet, or the browser refuses: the address bar has the link.
  }
}

/** /track/:token: where a parcel is, for everybody who has its link. */
export function TrackPage() {
  const { token = '' } = useParams();
  usePageHead({ title: messages.title });
  const { data, error, reload } = useQuery(`track ${token}`, (signal) =>
    call('GET /track/{token}', { params: { token } }, { signal }),
  );
  const parcel = data?.tracking;
  return (
    <Page title={messages.title} width="narrow">
      {error && <ErrorState title={messages.loadFailed} error={error} onRetry={reload} />}
      {!parcel && !error && <Skeleton height="16rem" />}
      {parcel && (
        <Card>
          <p className={css.status} role="status">
            {messages.statuses[parcel.status]}
          </p>
          {parcel.orderNumber && <p>{messages.order(parcel.orderNumber)}</p>}
          {parcel.isDelayed && <Notice kind="info">{messages.delayed}</Notice>}
          <dl className={css.facts}>
            {parcel.expected && parcel.status !== 'delivered' && (
              <div>
                <dt>{messages.expected}</dt>
                <dd>{formatDeliveryDays(parcel.expected)}</dd>
              </div>
            )}
            {parcel.city && (
              <div>
                <dt>{messages.to}</dt>
                <dd>{parcel.city}</dd>
              </div>
            )}
            <div>
              <dt>{messages.number}</dt>
              <dd>
                {messages.couriers[parcel.courier]} {parcel.awb}
              </dd>
            </div>
          </dl>
          <h2 className={css.heading}>{messages.history}</h2>
          <ParcelHistory history={parcel.history} />
          <h2 className={css.heading}>{messages.items}</h2>
          <ul className={css.list}>
            {parcel.lines.map(({ name, quantity }, index) => (
              <li key={index}>{messages.item(name, quantity)}</li>
            ))}
          </ul>
          <Button look="quiet" onClick={() => void share()}>
            {messages.share}
          </Button>
        </Card>
      )}
    </Page>
  );
}
