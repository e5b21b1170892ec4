import type { ReactNode } from 'react';
import { classNames } from '../dom/class-names.js';
import { usePageHead } from '../dom/page-head.js';
import css from './Page.module.css';

interface PageProps {
  title: string;
  lead?: string;
  width?: 'narrow' | 'wide';
  children: ReactNode;
}

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
