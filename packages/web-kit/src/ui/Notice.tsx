import type { ReactNode } from 'react';
import { serverMessage, type ApiError } from '../data/api-error.js';
import { classNames } from '../dom/class-names.js';
import css from './Notice.module.css';

/** `info` and `warning` are parts of the page; `error` and `success` are announced. */
export function Notice({ kind, children }: { kind: 'error' | 'success' | 'info' | 'warning'; children: ReactNode }) {
  const role = kind === 'error' ? 'alert' : kind === 'success' ? 'status' : undefined;
  return (
    <div className={classNames(css.notice, css[kind])} role={role}>
      {children}
    </div>
  );
}

/** The server's message, else `fallback` (specification §8); offline, the reason. */
export function FailureNotice({ failure, fallback }: { failure: ApiError; fallback: string }) {
  if (failure.status > 0) return <Notice kind="error">{serverMessage(failure) ?? fallback}</Notice>;
  return (
    <Notice kind="error">
      <strong>Something went wrong</strong>
      <br />
      {failure.message}
    </Notice>
  );
}
