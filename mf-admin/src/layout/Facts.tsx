import type { ReactNode } from 'react';
import { classNames } from '@rangavalli/web-kit/dom/class-names';
import css from './Facts.module.css';

interface FactsProps {
  facts: Readonly<Record<string, ReactNode>>;
  /** Each on a line of its own, its name before it. */
  stacked?: boolean;
  /** Those that are long: on a phone they have the whole width. */
  wide?: readonly string[];
}

/** Names with their values, as many beside each other as there is room for. */
export function Facts({ facts, stacked = false, wide = [] }: FactsProps) {
  return (
    <dl className={classNames(css.facts, stacked && css.stacked)}>
      {Object.entries(facts).map(([name, value]) => (
        <div key={name} className={wide.includes(name) ? css.wide : undefined}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
