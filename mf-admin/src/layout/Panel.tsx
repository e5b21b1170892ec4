import { useId, type ReactNode } from 'react';
import { classNames } from '@rangavalli/web-kit/dom/class-names';
import css from './Panel.module.css';

interface PanelProps {
  title: string;
  /** Beside the title: a count, a link, a button. */
  aside?: ReactNode;
  /** Without padding, for lists and tables that reach the edges. */
  flush?: boolean;
  className?: string;
  children: ReactNode;
}

export function Panel({ title, aside, flush = false, className, children }: PanelProps) {
  const id = useId();
  return (
    <section className={classNames(css.panel, className)} aria-labelledby={id}>
      <header className={css.head}>
        <h2 id={id} className={css.title}>
          {title}
        </h2>
        {aside}
      </header>
      <div className={flush ? css.flush : css.body}>{children}</div>
    </section>
  );
}
