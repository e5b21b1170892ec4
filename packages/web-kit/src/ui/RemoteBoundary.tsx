import { remotes, type RemoteName } from '@rangavalli/contracts/fragments';
import { loadExposed } from '../federation/remotes.js';
import { LazyBoundary, type LazyBoundaryProps } from './LazyBoundary.js';

export interface RemoteBoundaryProps extends Pick<LazyBoundaryProps, 'props' | 'loading' | 'failed' | 'resetKey'> {
  remote: RemoteName;
  exposed: string;
}

/** Failures stay inside (rule 8). */
export function RemoteBoundary({ remote, exposed, ...rest }: RemoteBoundaryProps) {
  return (
    <div data-boundary={remotes[remote].slice}>
      <LazyBoundary {...rest} id={`${remote}/${exposed}`} load={(fresh) => loadExposed(remote, exposed, { fresh })} />
    </div>
  );
}
