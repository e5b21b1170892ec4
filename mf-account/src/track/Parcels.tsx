import { call } from '@rangavalli/web-kit/data/api';
import { useQuery } from '@rangavalli/web-kit/data/query';
import { Link } from '@rangavalli/web-kit/federation/router';
import { Badge } from '@rangavalli/web-kit/ui/Badge';
import { ErrorState } from '@rangavalli/web-kit/ui/ErrorState';
import { messages } from './messages.js';
import { ParcelHistory } from './ParcelHistory.js';
import css from './Track.module.css';

/** The parcels of an order; nothing before the first. */
export function Parcels({ orderId }: { orderId: string }) {
  const { data, error, reload } = useQuery(`shipments ${orderId}`, (signal) =>
    call('GET /shipments', { query: { orderId } }, { signal }),
  );
  if (error) return <ErrorState compact title={messages.parcelsFailed} error={error} onRetry={reload} />;
  if (!data || data.shipments.length === 0) return null;
  return (
    <section aria-labelledby="parcels">
      <h2 id="parcels" className={css.heading}>
        {messages.parcels}
      </h2>
      {data.shipments.map(({ id, status, awb, courier, lines, history, trackingPath }, index) => (
        <div key={id} className={css.parcel}>
          <p>
            <strong>{messages.parcel(index + 1)}</strong>{' '}
            <Badge tone={status === 'delivered' ? 'green' : 'blue'}>{messages.statuses[status]}</Badge>
          </p>
          <ul className={css.list}>
            {lines.map(({ lineId, name, quantity }) => (
              <li key={lineId}>{messages.item(name, quantity)}</li>
            ))}
          </ul>
          <p>
            {messages.couriers[courier]} {awb} · <Link to={trackingPath}>{messages.track}</Link>
          </p>
          <ParcelHistory history={history} />
        </div>
      ))}
    </section>
  );
}
