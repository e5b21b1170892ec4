import type { ComponentType } from 'react';
import type { RemoteName } from '@rangavalli/contracts/fragments';

export interface ExposedModule {
  default: ComponentType<Record<string, unknown>>;
  /** Of routes: loads the files of a page that may be opened next. Never rejects. */
  preload?: (path: string) => Promise<void>;
}

/** `fresh` reloads the registry and ignores what a failed attempt cached. */
export type RemoteLoader = (remote: RemoteName, exposed: string, options: { fresh: boolean }) => Promise<ExposedModule>;

declare global {
  interface Window {
    /** Set by the host, so that remotes can show each other's fragments. */
    rangavalliRemotes?: RemoteLoader;
  }
}

const LOADED = Symbol.for('rangavalli.loaded-parts');
const store = globalThis as { [LOADED]?: Map<string, ExposedModule> };

/** What the page has loaded, also for other slices, by the ids of `LazyBoundary`: `<remote>/<exposed>` of a remote. */
export const loadedParts = (store[LOADED] ??= new Map<string, ExposedModule>());

export function provideRemotes(loader: RemoteLoader): void {
  window.rangavalliRemotes = loader;
}

export async function loadExposed(
  remote: RemoteName,
  exposed: string,
  options: { fresh: boolean },
): Promise<ExposedModule> {
  const loader = window.rangavalliRemotes;
  if (!loader) throw new Error(`No host is present to load ${remote}/${exposed}.`);
  const loaded = await loader(remote, exposed, options);
  loadedParts.set(`${remote}/${exposed}`, loaded);
  return loaded;
}
