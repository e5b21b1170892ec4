import { remotes, type RemoteName } from '@rangavalli/contracts/fragments';
import { loadExposed } from '../remotes.js';
import { LazyBoundary, type LazyBoundaryProps } from './LazyBoundary.js';

export interface RemoteBoundaryProps extends Pick<
  LazyBoundaryProps,
  'props' | 'loading' | 'failed' | 'when' | 'resetKey'
> {
  remote: RemoteName;
  /** The exposed name, without `./`. */
  exposed: string;
}

/** Shows an exposed module of a remote; whatever happens to it stays inside (rule 8). */
export function RemoteBoundary({ remote, exposed, ...rest }: RemoteBoundaryProps) {
  return (
    <div data-boundary={remotes[remote].slice}>
      <LazyBoundary {...rest} id={`${remote}/${exposed}`} load={(fresh) => loadExposed(remote, exposed, { fresh })} />
    </div>
  );
}
