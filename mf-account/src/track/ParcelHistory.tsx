import type { Shipment } from '@rangavalli/contracts/entities/shipment';
import { formatDateTime } from '@rangavalli/web-kit/format/dates';
import css from './Track.module.css';
import { messages } from './messages.js';

/** What has happened to a parcel, newest first. */
export const ParcelHistory = ({ history }: { history: Shipment['history'] }) => (
  <ol className={css.history}>
    {history.toReversed().map(({ status, at, place }, index) => (
      <li key={`${at} ${status}`} data-latest={index === 0 || undefined}>
        <strong>{messages.statuses[status]}</strong>
        <span>
          {place && `${place} · `}
          <time dateTime={at}>{formatDateTime(at)}</time>
        </span>
      </li>
    ))}
  </ol>
);
