import type { RemoteName } from '@rangavalli/contracts/fragments';
import { provideRemotes, type ExposedModule, type RemoteLoader } from './remotes.js';

interface LiveRelease {
  version: string;
  entry: string;
  /** Of the entry; missing in development only. */
  integrity?: string;
}

export interface Registry {
  remotes: Partial<Record<RemoteName, LiveRelease>>;
}

declare const process: { env: { NODE_ENV: string } };

const REGISTRY_DEADLINE_MS = 5_000;

const loadedReleases = new Map<RemoteName, string>();

export const loadedRelease = (remote: RemoteName): string | undefined => loadedReleases.get(remote);

function embeddedRegistry(): Registry | undefined {
  try {
    const value = JSON.parse(document.getElementById('registry')?.textContent ?? '') as Partial<Registry>;
    return value.remotes && Object.keys(value.remotes).length > 0 ? { remotes: value.remotes } : undefined;
  } catch {
    return undefined;
  }
}

async function fetchRegistry(): Promise<Registry> {
  const response = await fetch('/registry.json', {
    cache: 'no-store',
    signal: AbortSignal.timeout(REGISTRY_DEADLINE_MS),
  });
  if (!response.ok) throw new Error(`The registry responded with ${response.status}.`);
  return (await response.json()) as Registry;
}

const federation = () => import(/* webpackChunkName: "federation" */ './runtime.js');

export interface LoadFailure {
  remote: RemoteName;
  /** Undefined when the registry has none. */
  release: string | undefined;
  error: unknown;
}

/** @param onFailure called when a remote could not be loaded, also from a newer release */
export function hostRemotes(onFailure: (failure: LoadFailure) => void = () => undefined): void {
  const registered = new Map<RemoteName, LiveRelease>();
  let registry = Promise.resolve(embeddedRegistry());

  async function liveReleaseOf(remote: RemoteName, fresh: boolean): Promise<LiveRelease> {
    let current = fresh ? undefined : await registry;
    if (!current?.remotes[remote]) {
      current = await fetchRegistry();
      registry = Promise.resolve(current);
    }
    const live = current.remotes[remote];
    if (!live) throw new Error(`${remote} is not in the registry.`);
    return live;
  }

  async function register(remote: RemoteName, fresh: boolean): Promise<void> {
    // A loaded container stays: two versions of one remote must not mix.
    if (remote in window) return;
    const live = await liveReleaseOf(remote, fresh);
    if (process.env.NODE_ENV === 'production' && !live.integrity) throw new Error(`${remote} has no integrity hash.`);
    const { registerRemotes, expectIntegrity } = await federation();
    // Two parts of a remote load at the same time.
    if (registered.get(remote)?.entry === live.entry && !fresh) return;
    expectIntegrity(live.entry, live.integrity);
    registerRemotes([{ name: remote, entry: live.entry, type: 'global' }], { force: registered.has(remote) });
    registered.set(remote, live);
  }

  async function load(remote: RemoteName, exposed: string, fresh: boolean): Promise<ExposedModule> {
    const [{ loadRemote }] = await Promise.all([federation(), register(remote, fresh)]);
    const loaded = await loadRemote<ExposedModule>(`${remote}/${exposed}`);
    if (!loaded) throw new Error(`${remote} does not expose ${exposed}.`);
    loadedReleases.set(remote, registered.get(remote)?.version ?? '');
    return loaded;
  }

  /** Their next attempt must not use the cache of the failed one. */
  const failing = new Set<RemoteName>();
  const loadOrUpdate: RemoteLoader = async (remote, exposed, options) => {
    const fresh = failing.delete(remote) || options.fresh;
    try {
      return await load(remote, exposed, fresh);
    } catch (error) {
      failing.add(remote);
      // Switches to a release since the page was loaded.
      const failedEntry = registered.get(remote)?.entry;
      if (fresh || remote in window || (await liveReleaseOf(remote, true)).entry === failedEntry) throw error;
      return await load(remote, exposed, false);
    }
  };
  provideRemotes(async (remote, exposed, options) => {
    try {
      return await loadOrUpdate(remote, exposed, options);
    } catch (error) {
      onFailure({ remote, release: registered.get(remote)?.version, error });
      throw error;
    }
  });
}
