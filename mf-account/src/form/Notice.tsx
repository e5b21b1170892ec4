import type { ReactNode } from 'react';
import { serverMessage, type ApiError } from '@rangavalli/web-kit/data/api-error';
import css from './Notice.module.css';

export function Notice({ kind, children }: { kind: 'error' | 'success'; children: ReactNode }) {
  return (
    <p className={css[kind]} role={kind === 'error' ? 'alert' : 'status'}>
      {children}
    </p>
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
