import { useCallback, useEffect, useRef, useState } from 'react';
import { takeAhead } from './ahead.js';
import { ApiError, asApiError, isOffline } from './api-error.js';
import { forgetServedAnswer, isFirstHand, servedAnswer } from './served-data.js';
import { serverPage, type Answered } from './server-page.js';

/** What a screen knows about the data it asked for. `data` stays while it is asked for again. */
export interface Query<T> {
  data: T | undefined;
  error: ApiError | undefined;
  loading: boolean;
  /** Asks again: the retry of an error, or the reload after a change. */
  reload: () => void;
}

export interface QueryOptions {
  /** `false` for what stands far down, or is the visitor's own: the server leaves it to the browser. */
  onServer?: boolean;
}

interface State<T> {
  key: string;
  data: T | undefined;
  error: ApiError | undefined;
  loading: boolean;
}

function startOf<T>(key: string | undefined, answer: Answered | undefined): State<T> {
  if (key === undefined || !answer)
    return { key: key ?? '', data: undefined, error: undefined, loading: key !== undefined };
  if ('data' in answer) return { key, data: answer.data as T, error: undefined, loading: false };
  const { code, message, status } = answer.error;
  return { key, data: undefined, error: new ApiError(code, message, status), loading: false };
}

/**
 * Loads what a screen shows: `useQuery('product ' + id, (signal) => call(..., { signal }))`.
 * `key` names what is loaded; when it changes the old data are dropped and the new ones asked for.
 * `undefined` as the key loads nothing. A failure for want of a connection is tried again when it is back.
 * On a page that the server has rendered the first answer is in the page already, and is not asked for again.
 */
export function useQuery<T>(
  key: string | undefined,
  load: (signal: AbortSignal) => Promise<T>,
  { onServer = true }: QueryOptions = {},
): Query<T> {
  const wanted = key ?? '';
  const [state, setState] = useState<State<T>>(() => {
    if (key === undefined || !onServer) return startOf(key, undefined);
    const page = serverPage();
    return startOf(key, page ? page.answered(key, load) : servedAnswer(key));
  });
  const [attempt, setAttempt] = useState(0);
  const latest = useRef(load);
  useEffect(() => {
    latest.current = load;
  });

  useEffect(() => {
    if (key === undefined) return undefined;
    if (attempt === 0 && forgetServedAnswer(key) && isFirstHand()) return undefined;
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
