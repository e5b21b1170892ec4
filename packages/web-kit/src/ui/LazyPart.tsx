import type { ComponentType, ReactNode } from 'react';
import { loadedParts } from '../federation/remotes.js';
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

type Loaded = ComponentType<Record<string, unknown>>;

/** Loads a part before it is rendered, so that it comes without a skeleton. Never rejects: rendering it tries again. */
export async function preloadPart<Props extends object>(
  id: string,
  load: () => Promise<ComponentType<Props>>,
): Promise<void> {
  const part = await load().catch(() => undefined);
  if (part) loadedParts.set(id, { default: part as unknown as Loaded });
}

/** A part of a slice in a file of its own, loaded when it is rendered. */
export const LazyPart = <Props extends object>({ id, load, props, loading = null, failed }: LazyPartProps<Props>) => (
  <LazyBoundary
    id={id}
    // The boundary passes props on unchecked.
    load={async () => ({ default: (await load()) as unknown as Loaded })}
    props={props as Record<string, unknown>}
    loading={loading}
    failed={(retry) => <ErrorState compact title={failed} onRetry={retry} />}
  />
);
