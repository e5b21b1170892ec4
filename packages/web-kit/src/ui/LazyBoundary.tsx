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
import { useHydrated } from '../hydrated.js';
import { useNear } from '../near.js';
import { isServedPiece } from '../served-data.js';
import { serverPage } from '../server-page.js';
import { ErrorBoundary } from './ErrorBoundary.js';

type Loaded = { default: ComponentType<Record<string, unknown>> };
type Piece = LazyExoticComponent<Loaded['default']>;

/** A loaded piece is kept for the page's life, so that coming back to it never shows its skeleton again. */
const pieces = new Map<string, Piece>();

interface ShownProps {
  Piece: Loaded['default'] | Piece;
  props: Record<string, unknown>;
  loading: ReactNode;
}

const sameProps = (a: Record<string, unknown>, b: Record<string, unknown>): boolean =>
  Object.keys(a).length === Object.keys(b).length &&
  Object.entries(a).every(([name, value]) => Object.is(value, b[name]));

/**
 * Drawn anew only when there is something new to draw: while a piece's file is on its way, React keeps the server's HTML of it
 * as long as nothing above it changes, and would show the skeleton otherwise.
 */
const Shown = memo(
  function Shown({ Piece, props, loading }: ShownProps) {
    return (
      <Suspense fallback={loading}>
        <Piece {...props} />
      </Suspense>
    );
  },
  (old, next) => old.Piece === next.Piece && sameProps(old.props, next.props),
);

export interface LazyBoundaryProps {
  /** Names the piece among all on the page. */
  id: string;
  /** Loads its module; with `fresh` after a failure, so that nothing remembered of it may be used. */
  load: (fresh: boolean) => Promise<Loaded>;
  props?: Record<string, unknown>;
  /** The skeleton of the final layout. */
  loading: ReactNode;
  /** What stands there when it cannot be loaded, or breaks. */
  failed: (retry: () => void) => ReactNode;
  /**
   * `near`: on a page that the server has rendered, its file is asked for when it is in view, the visitor does anything, or has read for a while.
   * Unless told, at once.
   */
  when?: 'near';
  /** While broken, a new value here tries again: the path, for routes. */
  resetKey?: string;
}

/**
 * Shows a component that comes in a file of its own; whatever happens to it stays inside, and can be tried again.
 * One that the server has rendered stays on the page as it is until its file is there and takes it over.
 */
export function LazyBoundary({ id, load, props = {}, loading, failed, when, resetKey = '' }: LazyBoundaryProps) {
  // React remembers a lazy component's failure for ever: each retry needs a new one.
  const renew = (fresh: boolean): Piece => {
    const piece: Piece = lazy(() => load(fresh));
    pieces.set(id, piece);
    return piece;
  };
  const [state, setState] = useState(() => ({
    Piece: pieces.get(id) ?? renew(false),
    attempt: 0,
    brokenAt: undefined as string | undefined,
  }));
  const retry = () => {
    const Piece = renew(true);
    setState((old) => ({ Piece, attempt: old.attempt + 1, brokenAt: undefined }));
  };
  const caught = useCallback(
    (error: unknown) => {
      console.warn(`${id} could not be shown`, error);
      pieces.delete(id);
      setState((old) => ({ ...old, brokenAt: resetKey }));
    },
    [id, resetKey],
  );
  if (state.brokenAt !== undefined && state.brokenAt !== resetKey) retry();
  const { attempt } = state;
  const hydrated = useHydrated();
  const page = serverPage();
  const Served = page?.piece(id);
  const Piece = Served ?? state.Piece;
  const [place, near] = useNear(when === 'near');
  const shown = page ? Served !== undefined : (hydrated && near) || isServedPiece(id);
  return (
    <ErrorBoundary key={attempt} failed={failed(retry)} onCaught={caught}>
      {shown ? (
        <Shown Piece={Piece} props={props} loading={loading} />
      ) : when ? (
        <div ref={place}>{loading}</div>
      ) : (
        loading
      )}
    </ErrorBoundary>
  );
}
