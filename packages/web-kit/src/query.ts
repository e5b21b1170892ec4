import { useCallback, useEffect, useRef, useState } from 'react';
import { takeAhead } from './ahead.js';
import { asApiError, isOffline, type ApiError } from './api-error.js';

/** What a screen knows about the data it asked for. `data` stays while it is asked for again. */
export interface Query<T> {
  data: T | undefined;
  error: ApiError | undefined;
  loading: boolean;
  /** Asks again: the retry of an error, or the reload after a change. */
  reload: () => void;
}

interface State<T> {
  key: string;
  data: T | undefined;
  error: ApiError | undefined;
  loading: boolean;
}

/**
 * Loads what a screen shows: `useQuery('product ' + id, (signal) => call(..., { signal }))`.
 * `key` names what is loaded; when it changes the old data are dropped and the new ones asked for.
 * `undefined` as the key loads nothing. A failure for want of a connection is tried again when it is back.
 */
export function useQuery<T>(key: string | undefined, load: (signal: AbortSignal) => Promise<T>): Query<T> {
  const wanted = key ?? '';
  const [state, setState] = useState<State<T>>({ key: wanted, data: undefined, error: undefined, loading: key !== undefined });
  const [attempt, setAttempt] = useState(0);
  const latest = useRef(load);
  useEffect(() => {
    latest.current = load;
  });

  useEffect(() => {
    if (key === undefined) return undefined;
    const controller = new AbortController();
    setState((old) => ({ key, data: old.key === key ? old.data : undefined, error: undefined, loading: true }));
    (takeAhead<T>(key)?.catch(() => latest.current(controller.signal)) ?? latest.current(controller.signal)).then(
      (data) => {
        if (!controller.signal.aborted) setState({ key, data, error: undefined, loading: false });
      },
      (thrown: unknown) => {
        if (!controller.signal.aborted) setState((old) => ({ ...old, error: asApiError(thrown), loading: false }));
      },
    );
    return () => controller.abort();
  }, [key, attempt]);

  const reload = useCallback(() => setAttempt((count) => count + 1), []);
  const waitsForConnection = state.error !== undefined && isOffline(state.error);
  useEffect(() => {
    if (!waitsForConnection) return undefined;
    window.addEventListener('online', reload);
    return () => window.removeEventListener('online', reload);
  }, [waitsForConnection, reload]);

  if (state.key === wanted) return { data: state.data, error: state.error, loading: state.loading, reload };
  // The key has just changed: what is in the state belongs to the old one.
  return { data: undefined, error: undefined, loading: key !== undefined, reload };
}
