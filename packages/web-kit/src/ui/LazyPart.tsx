import type { ComponentType, ReactNode } from 'react';
import { ErrorState } from './ErrorState.js';
import { LazyBoundary } from './LazyBoundary.js';

interface LazyPartProps<Props extends object> {
  /** Unique within the page: '<slice>/<part>'. */
  id: string;
  load: () => Promise<ComponentType<Props>>;
  props: Props;
  loading?: ReactNode;
  /** Title of the error, which has a retry. */
  failed: string;
}

/** A part of a slice in a file of its own, loaded when it is rendered. */
export const LazyPart = <Props extends object>({ id, load, props, loading = null, failed }: LazyPartProps<Props>) => (
  <LazyBoundary
    id={id}
    // The boundary passes props on unchecked.
    load={async () => ({ default: (await load()) as unknown as ComponentType<Record<string, unknown>> })}
    props={props as Record<string, unknown>}
    loading={loading}
    failed={(retry) => <ErrorState compact title={failed} onRetry={retry} />}
  />
);
