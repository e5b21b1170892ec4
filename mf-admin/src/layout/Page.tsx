import type { ReactNode } from 'react';
import { usePageHead } from '@rangavalli/web-kit/dom/page-head';
import { Link } from '@rangavalli/web-kit/federation/router';
import { Icon } from '@rangavalli/web-kit/ui/Icon';
import css from './Page.module.css';

interface PageProps {
  title: string;
  /** The list that this screen belongs to. */
  back?: { to: string; label: string };
  /** Beside the title: a status. */
  badge?: ReactNode;
  /** A line under the title: an id, a date. */
  note?: ReactNode;
  /** What can be done here, at the far end of the title's line. */
  actions?: ReactNode;
  children: ReactNode;
}

/** A screen of the admin area: denser than the shop's, since people work here all day. */
export function Page({ title, back, badge, note, actions, children }: PageProps) {
  usePageHead({ title });
  return (
    <div className={css.page}>
      {back && (
        <Link className={css.back} to={back.to}>
          <Icon name="left" size={16} />
          {back.label}
        </Link>
      )}
      <header className={css.header}>
        <div className={css.words}>
          <div className={css.line}>
            <h1 className={css.title}>{title}</h1>
            {badge}
          </div>
          {note && <p className={css.note}>{note}</p>}
        </div>
        {actions && <div className={css.actions}>{actions}</div>}
      </header>
      {children}
    </div>
  );
}
