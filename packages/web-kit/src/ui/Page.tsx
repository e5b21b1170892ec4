import type { ReactNode } from 'react';
import { classNames } from '../class-names.js';
import { usePageHead } from '../page-head.js';
import css from './Page.module.css';

interface PageProps {
  title: string;
  /** A blurb under the title; search engines show it too. */
  lead?: string;
  /** `narrow` for forms and texts, `wide` for pictures and tables. */
  width?: 'narrow' | 'wide';
  children: ReactNode;
}

/** A screen: its heading, its name in the browser's tab, and the page's own margins. */
export function Page({ title, lead, width = 'wide', children }: PageProps) {
  usePageHead({ title, description: lead });
  return (
    <div className={classNames(css.page, css[width])}>
      <header className={css.header}>
        <h1>{title}</h1>
        {lead && <p className={css.lead}>{lead}</p>}
      </header>
      {children}
    </div>
  );
}
