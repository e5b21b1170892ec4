import type { ReactNode } from 'react';
import css from './Design.module.css';

export function Sample({ name, children }: { name: string; children: ReactNode }) {
  return (
    <figure className={css.sample}>
      <div className={css.stage}>{children}</div>
      <figcaption>{name}</figcaption>
    </figure>
  );
}
