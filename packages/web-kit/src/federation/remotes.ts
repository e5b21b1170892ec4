import type { ComponentType } from 'react';
import type { RemoteName } from '@rangavalli/contracts/fragments';

export interface ExposedModule {
  default: ComponentType<Record<string, unknown>>;
}

/** `fresh` reloads the registry and ignores what a failed attempt cached. */
export type RemoteLoader = (remote: RemoteName, exposed: string, options: { fresh: boolean }) => Promise<ExposedModule>;

declare global {
  interface Window {
    /** Set by the host, so that remotes can show each other's fragments. */
    rangavalliRemotes?: RemoteLoader;
  }
}

export function provideRemotes(loader: RemoteLoader): void {
  window.rangavalliRemotes = loader;
}

export function loadExposed(remote: RemoteName, exposed: string, options: { fresh: boolean }): Promise<ExposedModule> {
  const loader = window.rangavalliRemotes;
  return loader
    ? loader(remote, exposed, options)
    : Promise.reject(new Error(`No host is present to load ${remote}/${exposed}.`));
}
