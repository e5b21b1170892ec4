import type { ReactNode } from 'react';
import css from './Notice.module.css';

/** A message that stands in the form that it is about, and is read out when it comes. */
export function Notice({ kind, children }: { kind: 'error' | 'success'; children: ReactNode }) {
  return (
    <p className={css[kind]} role={kind === 'error' ? 'alert' : 'status'}>
      {children}
    </p>
  );
}
