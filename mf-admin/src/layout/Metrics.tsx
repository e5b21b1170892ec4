import { Link } from '@rangavalli/web-kit/federation/router';
import { Skeleton } from '@rangavalli/web-kit/ui/Skeleton';
import css from './Metrics.module.css';

export interface Metric {
  name: string;
  value: string;
  to?: string;
}

export function Metrics({ metrics }: { metrics: readonly Metric[] }) {
  return (
    <ul className={css.metrics}>
      {metrics.map(({ name, value, to }) => {
        const content = (
          <>
            <span className={css.name}>{name}</span>
            <span className={css.value}>{value}</span>
          </>
        );
        return (
          <li key={name}>
            {to === undefined ? (
              <div className={css.metric}>{content}</div>
            ) : (
              <Link className={css.metric} to={to}>
                {content}
              </Link>
            )}
          </li>
        );
      })}
    </ul>
  );
}

export const MetricsSkeleton = () => (
  <div className={css.metrics}>
    {[1, 2, 3, 4].map((place) => (
      <Skeleton key={place} height="5.5rem" />
    ))}
  </div>
);
