import type { ReactNode } from 'react';
import { serverMessage, type ApiError } from '@rangavalli/web-kit/data/api-error';
import css from './Notice.module.css';

/** A message inside a form, announced by screen readers. */
export function Notice({ kind, children }: { kind: 'error' | 'success'; children: ReactNode }) {
  return (
    <p className={css[kind]} role={kind === 'error' ? 'alert' : 'status'}>
      {children}
    </p>
  );
}

/** Why a form was rejected (specification §8): the server's message, else `fallback`; offline, the reason. */
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
