import { formatDateTime } from '@rangavalli/web-kit/format/dates';
import css from './Timeline.module.css';

export interface TimelineEntry {
  key: string;
  what: string;
  /** Missing: the time is unknown. */
  at?: string;
  note?: string;
}

export const Timeline = ({ entries }: { entries: readonly TimelineEntry[] }) => (
  <ol className={css.timeline}>
    {entries.map(({ key, what, at, note }) => (
      <li key={key}>
        <span className={css.what}>{what}</span>
        <span className={css.details}>
          {at && <time dateTime={at}>{formatDateTime(at)}</time>}
          {at && note && ', '}
          {note}
        </span>
      </li>
    ))}
  </ol>
);
