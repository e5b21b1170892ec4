import type { ComponentType } from 'react';
import type { RemoteName } from '@rangavalli/contracts/fragments';

/** A federated module: its default export is a component. */
export interface ExposedModule {
  default: ComponentType<Record<string, unknown>>;
}

/**
 * Loads an exposed module of a remote through the registry.
 * With `fresh` the registry is asked again and nothing remembered of a failed attempt is used.
 */
export type RemoteLoader = (remote: RemoteName, exposed: string, options: { fresh: boolean }) => Promise<ExposedModule>;

declare global {
  interface Window {
    /** Put in place by the shell, so that a remote can show another remote's fragment without importing it. */
    rangavalliRemotes?: RemoteLoader;
  }
}

/** The shell's part: says how remotes are loaded. */
export function provideRemotes(loader: RemoteLoader): void {
  window.rangavalliRemotes = loader;
}

/** Loads an exposed module of a remote by the loader that the shell has put in place. */
export function loadExposed(remote: RemoteName, exposed: string, options: { fresh: boolean }): Promise<ExposedModule> {
  const loader = window.rangavalliRemotes;
  return loader
    ? loader(remote, exposed, options)
    : Promise.reject(new Error(`There is no host to load ${remote}/${exposed}.`));
}
