import type { ReactNode } from 'react';
import { Link } from '@rangavalli/web-kit/federation/router';
import { Skeleton } from '@rangavalli/web-kit/ui/Skeleton';
import css from './Figures.module.css';

export interface Figure {
  name: string;
  value: string;
  /** Where it is told in full. */
  to?: string;
}

/** A screen's few figures, to be seen at a glance. */
export function Figures({ figures }: { figures: readonly Figure[] }) {
  return (
    <ul className={css.figures}>
      {figures.map(({ name, value, to }) => (
        <li key={name}>
          <Sheet to={to}>
            <span className={css.name}>{name}</span>
            <span className={css.value}>{value}</span>
          </Sheet>
        </li>
      ))}
    </ul>
  );
}

const Sheet = ({ to, children }: { to: string | undefined; children: ReactNode }) =>
  to === undefined ? (
    <div className={css.figure}>{children}</div>
  ) : (
    <Link className={css.figure} to={to}>
      {children}
    </Link>
  );

/** Their place while they are on their way. */
export function FiguresSkeleton({ count }: { count: number }) {
  return (
    <div className={css.figures}>
      {Array.from({ length: count }, (_none, one) => (
        <Skeleton key={one} height="5.5rem" />
      ))}
    </div>
  );
}
