import type { ReactNode } from 'react';
import { classNames } from '../class-names.js';
import css from './Badge.module.css';

/** `green`, `yellow`, `red`, `blue`, `gray`: the names that the specification uses for states. */
export type Tone = 'green' | 'yellow' | 'red' | 'blue' | 'gray';

/** A short word about a state. The tone never says it alone: the word is always there. */
export function Badge({ tone = 'gray', children }: { tone?: Tone; children: ReactNode }) {
  return (
    <span className={classNames(css.badge, css[tone])} data-tone={tone}>
      {children}
    </span>
  );
}
