import type { ReactNode } from 'react';
import { classNames } from '@rangavalli/web-kit/dom/class-names';
import css from './Facts.module.css';

interface FactsProps {
  facts: Readonly<Record<string, ReactNode>>;
  /** One per line, with the name before the value. */
  stacked?: boolean;
  /** Names that span the width of a phone. */
  wide?: readonly string[];
}

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
