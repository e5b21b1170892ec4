import type { ReactNode } from 'react';
import { classNames } from '@rangavalli/web-kit/class-names';
import css from './Facts.module.css';

/** Names with their values, as many beside each other as there is room for; `stacked`: each on a line of its own. */
export function Facts({ facts, stacked = false }: { facts: Readonly<Record<string, ReactNode>>; stacked?: boolean }) {
  return (
    <dl className={classNames(css.facts, stacked && css.stacked)}>
      {Object.entries(facts).map(([name, value]) => <div key={name}><dt>{name}</dt><dd>{value}</dd></div>)}
    </dl>
  );
}
