import type { RemoteName } from '@rangavalli/contracts/fragments';
import { provideRemotes, type ExposedModule } from './remotes.js';

/** Which version of each remote is live, and where its container's script lies. */
export interface Registry {
  remotes: Partial<Record<RemoteName, { version: string; entry: string }>>;
}

/** The release of each remote that this page has taken. */
const taken = new Map<RemoteName, string>();

/** Which release of a remote is on this page; undefined while it is not. */
export const releaseOf = (remote: RemoteName): string | undefined => taken.get(remote);

/** The registry is a small file of the own origin, ms. */
const REGISTRY_DEADLINE_MS = 5_000;

/** The registry that the server has written into the page, if it has. */
function inlinedRegistry(): Registry | undefined {
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
  if (!response.ok) throw new Error(`The registry answered ${response.status}.`);
  return (await response.json()) as Registry;
}

/** What loads remotes comes when the first is wanted; the browser asks anew for a file that could not be had. */
const federation = () => import(/* webpackChunkName: "federation" */ './federation-runtime.js');

/** Makes this page the host of the remotes in the registry: whatever is on it can load their modules from now on. */
export function hostRemotes(): void {
  const registered = new Map<RemoteName, { version: string; entry: string }>();
  let registry = Promise.resolve(inlinedRegistry());

  async function liveOf(remote: RemoteName, fresh: boolean): Promise<{ version: string; entry: string }> {
    let known = fresh ? undefined : await registry;
    if (!known?.remotes[remote]) {
      known = await fetchRegistry();
      registry = Promise.resolve(known);
    }
    const live = known.remotes[remote];
    if (!live) throw new Error(`${remote} is not in the registry.`);
    return live;
  }

  async function register(remote: RemoteName, fresh: boolean): Promise<void> {
    // A container that is on the page stays: two versions of one remote would meet in it.
    if (remote in window) return;
    const live = await liveOf(remote, fresh);
    if (registered.get(remote)?.entry === live.entry && !fresh) return;
    const { registerRemotes } = await federation();
    registerRemotes([{ name: remote, entry: live.entry, type: 'global' }], { force: registered.has(remote) });
    registered.set(remote, live);
  }

  async function load(remote: RemoteName, exposed: string, fresh: boolean): Promise<ExposedModule> {
    const [{ loadRemote }] = await Promise.all([federation(), register(remote, fresh)]);
    const loaded = await loadRemote<ExposedModule>(`${remote}/${exposed}`);
    if (!loaded) throw new Error(`${remote} has no ${exposed}.`);
    taken.set(remote, registered.get(remote)?.version ?? '');
    return loaded;
  }

  /** Remotes whose last attempt failed, perhaps ahead of anybody who wanted them: nothing remembered of it is used. */
  const failing = new Set<RemoteName>();
  provideRemotes(async (remote, exposed, options) => {
    const fresh = failing.delete(remote) || options.fresh;
    try {
      return await load(remote, exposed, fresh);
    } catch (error) {
      failing.add(remote);
      // The remote may have been released anew since the page was made: then the new version is taken by itself.
      const failed = registered.get(remote)?.entry;
      if (fresh || remote in window || (await liveOf(remote, true)).entry === failed) throw error;
      return load(remote, exposed, false);
    }
  });
}
