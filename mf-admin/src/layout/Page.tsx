import type { ReactNode } from 'react';
import type { Query } from '@rangavalli/web-kit/data/query';
import { usePageHead } from '@rangavalli/web-kit/dom/page-head';
import { Link } from '@rangavalli/web-kit/federation/router';
import { Icon } from '@rangavalli/web-kit/ui/Icon';
import { Skeleton } from '@rangavalli/web-kit/ui/Skeleton';
import { LoadError } from './LoadError.js';
import { messages } from './messages.js';
import css from './Page.module.css';
import shared from './shared.module.css';

interface PageProps {
  title: string;
  /** The list that this screen belongs to. */
  back?: { to: string; label: string };
  badge?: ReactNode;
  /** A line under the title: an id, a date. */
  note?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
}

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
        <div className={css.heading}>
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

interface PendingPageProps extends Pick<PageProps, 'title' | 'back'> {
  query: Pick<Query<unknown>, 'error' | 'reload'>;
  /** Names the content for screen readers. */
  what: string;
  loadFailed: string;
  skeleton?: ReactNode;
}

/** A screen without its data: the skeleton while it loads, or the error. */
export function PendingPage({ title, back, query, what, loadFailed, skeleton }: PendingPageProps) {
  return (
    <Page title={title} back={back}>
      {query.error ? (
        <LoadError title={loadFailed} query={query} />
      ) : (
        <div className={shared.stack} role="status" aria-label={messages.loading(what)}>
          {skeleton ?? (
            <>
              <Skeleton height="12rem" />
              <Skeleton height="18rem" />
            </>
          )}
        </div>
      )}
    </Page>
  );
}
