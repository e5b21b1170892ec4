import type { ReactNode } from 'react';
import css from './Design.module.css';

/** One part in one state, with its name under it. */
export function Sample({ name, children }: { name: string; children: ReactNode }) {
  return (
    <figure className={css.sample}>
      <div className={css.stage}>{children}</div>
      <figcaption>{name}</figcaption>
    </figure>
  );
}
