import type { ReactNode } from 'react';
import { Page } from '@rangavalli/web-kit/ui/Page';
import css from './Policy.module.css';

export function Policy({
  title,
  lead,
  updated,
  children,
}: {
  title: string;
  lead?: string;
  updated?: string;
  children: ReactNode;
}) {
  return (
    <Page title={title} width="narrow" {...(lead ? { lead } : {})}>
      <div className={css.text}>
        {children}
        {updated && <p className={css.updated}>Last updated {updated}</p>}
      </div>
    </Page>
  );
}
