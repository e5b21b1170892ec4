import { useCallback, useEffect, useRef, useState } from 'react';
import { ApiError, asApiError, isOffline } from './api-error.js';
import { takePrefetched } from './prefetch.js';
import { discardServedResult, isFreshNavigation, servedResult } from './served-data.js';
import { serverPage, type QueryResult } from './server-page.js';

/** `data` stays available while it is reloaded. */
export interface Query<T> {
  data: T | undefined;
  error: ApiError | undefined;
  loading: boolean;
  reload: () => void;
}

export interface QueryOptions {
  /** `false` for data below the fold or of the visitor's own. */
  onServer?: boolean;
}

interface State<T> {
  key: string;
  data: T | undefined;
  error: ApiError | undefined;
  loading: boolean;
}

function initialState<T>(key: string | undefined, result: QueryResult | undefined): State<T> {
  if (key === undefined || !result)
    return { key: key ?? '', data: undefined, error: undefined, loading: key !== undefined };
  if ('data' in result) return { key, data: result.data as T, error: undefined, loading: false };
  const { code, message, status } = result.error;
  return { key, data: undefined, error: new ApiError(code, message, status), loading: false };
}

/**
 * `useQuery('product ' + id, (signal) => call(..., { signal }))`: a new `key` drops the old data; `undefined` loads
 * nothing. Network failures are retried when the connection returns.
 */
export function useQuery<T>(
  key: string | undefined,
  load: (signal: AbortSignal) => Promise<T>,
  { onServer = true }: QueryOptions = {},
): Query<T> {
  const [state, setState] = useState<State<T>>(() => {
    if (key === undefined || !onServer) return initialState(key, undefined);
    const page = serverPage();
    return initialState(key, page ? page.queryResult(key, load) : servedResult(key));
  });
  const [attempt, setAttempt] = useState(0);
  const latest = useRef(load);
  useEffect(() => {
    latest.current = load;
  });

  useEffect(() => {
    if (key === undefined) return undefined;
    if (attempt === 0 && discardServedResult(key) && isFreshNavigation()) return undefined;
    const controller = new AbortController();
    setState((old) => ({ key, data: old.key === key ? old.data : undefined, error: undefined, loading: true }));
    (takePrefetched<T>(key)?.catch(() => latest.current(controller.signal)) ?? latest.current(controller.signal)).then(
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
  const isWaitingForConnection = state.error !== undefined && isOffline(state.error);
  useEffect(() => {
    if (!isWaitingForConnection) return undefined;
    window.addEventListener('online', reload);
    return () => window.removeEventListener('online', reload);
  }, [isWaitingForConnection, reload]);

  if (state.key === (key ?? '')) return { data: state.data, error: state.error, loading: state.loading, reload };
  // The state still belongs to the previous key.
  return { data: undefined, error: undefined, loading: key !== undefined, reload };
}
