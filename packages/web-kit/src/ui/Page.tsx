import type { ReactNode } from 'react';
import { classNames } from '../dom/class-names.js';
import { usePageHead } from '../dom/page-head.js';
import css from './Page.module.css';

interface PageProps {
  title: string;
  /** Shown under the title and used as the page's description. */
  lead?: string;
  width?: 'narrow' | 'wide';
  children: ReactNode;
}

/** A screen with its heading, page title and margins. */
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
