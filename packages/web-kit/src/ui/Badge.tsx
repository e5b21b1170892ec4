import type { ReactNode } from 'react';
import { classNames } from '../dom/class-names.js';
import css from './Badge.module.css';

export type Tone = 'green' | 'yellow' | 'red' | 'blue' | 'gray';

export function Badge({ tone = 'gray', children }: { tone?: Tone; children: ReactNode }) {
  return (
    <span className={classNames(css.badge, css[tone])} data-tone={tone}>
      {children}
    </span>
  );
}
