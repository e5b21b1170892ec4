import type { Order } from '@rangavalli/contracts/entities/order';
import css from './Timeline.module.css';

const moment = new Intl.DateTimeFormat('en-IN', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
});

/** What was done to an order, by whom and when, the latest last. Times in the reader's own time zone. */
export function Timeline({ history }: { history: Order['history'] }) {
  if (history.length === 0) return <p>Nothing is recorded of this order.</p>;
  return (
    <ol className={css.timeline}>
      {history.map(({ at, by, what, from, to }, index) => (
        <li key={`${at} ${index}`}>
          <span className={css.what}>
            {what}
            {from && to && `: ${from} to ${to}`}
          </span>
          <span className={css.when}>
            <time dateTime={at}>{moment.format(new Date(at))}</time>, by {by}
          </span>
        </li>
      ))}
    </ol>
  );
}
