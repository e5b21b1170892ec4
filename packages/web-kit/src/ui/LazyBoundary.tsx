import {
  Suspense,
  lazy,
  memo,
  useCallback,
  useState,
  type ComponentType,
  type LazyExoticComponent,
  type ReactNode,
} from 'react';
import { isServedPart } from '../data/served-data.js';
import { serverPage } from '../data/server-page.js';
import { useIsHydrated } from '../dom/hydrated.js';
import { loadedParts } from '../federation/remotes.js';
import { ErrorBoundary } from './ErrorBoundary.js';

type LoadedModule = { default: ComponentType<Record<string, unknown>> };
type LazyPart = LazyExoticComponent<LoadedModule['default']>;

interface SuspendedProps {
  Part: LoadedModule['default'] | LazyPart;
  props: Record<string, unknown>;
  loading: ReactNode;
}

const haveSameProps = (a: Record<string, unknown>, b: Record<string, unknown>): boolean =>
  Object.keys(a).length === Object.keys(b).length &&
  Object.entries(a).every(([name, value]) => Object.is(value, b[name]));

/** React keeps a loading part's server-rendered HTML only if nothing above it re-renders. */
const Suspended = memo(
  function Suspended({ Part, props, loading }: SuspendedProps) {
    return (
      <Suspense fallback={loading}>
        <Part {...props} />
      </Suspense>
    );
  },
  (old, next) => old.Part === next.Part && haveSameProps(old.props, next.props),
);

export interface LazyBoundaryProps {
  id: string;
  /** `fresh` after a failure, so that nothing cached is used. */
  load: (fresh: boolean) => Promise<LoadedModule>;
  props?: Record<string, unknown>;
  loading: ReactNode;
  failed: (retry: () => void) => ReactNode;
  /** A new value retries a failed part. */
  resetKey?: string;
}

/** Failures can be retried; server-rendered HTML stays until the file hydrates it. */
export function LazyBoundary({ id, load, props = {}, loading, failed, resetKey = '' }: LazyBoundaryProps) {
  // React caches a lazy component's failure.
  const createPart = (fresh: boolean): LazyPart =>
    lazy(async () => {
      const loaded = await load(fresh);
      loadedParts.set(id, loaded);
      return loaded;
    });
  const [state, setState] = useState(() => ({
    // Without a skeleton; React also delays what suspends within 300 ms after another part was shown.
    Part: loadedParts.get(id)?.default ?? createPart(false),
    attempt: 0,
    failedAt: undefined as string | undefined,
  }));
  const retry = () => {
    const Part = createPart(true);
    setState((old) => ({ Part, attempt: old.attempt + 1, failedAt: undefined }));
  };
  const handleError = useCallback(
    (error: unknown) => {
      console.warn(`${id} could not be shown`, error);
      loadedParts.delete(id);
      setState((old) => ({ ...old, failedAt: resetKey }));
    },
    [id, resetKey],
  );
  if (state.failedAt !== undefined && state.failedAt !== resetKey) retry();
  const isHydrated = useIsHydrated();
  const page = serverPage();
  const ServerPart = page?.part(id);
  const isShown = page ? ServerPart !== undefined : isHydrated || isServedPart(id);
  return (
    <ErrorBoundary key={state.attempt} failed={failed(retry)} onCaught={handleError}>
      {isShown ? <Suspended Part={ServerPart ?? state.Part} props={props} loading={loading} /> : loading}
    </ErrorBoundary>
  );
}
