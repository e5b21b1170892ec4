import { loadRemote, registerRemotes } from '@module-federation/runtime';
import type { RemoteName } from '@rangavalli/contracts/fragments';
import { provideRemotes, type ExposedModule } from './remotes.js';

/** Which version of each remote is live, and where its container's script lies. */
export interface Registry {
  remotes: Partial<Record<RemoteName, { version: string; entry: string }>>;
}

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
  const response = await fetch('/registry.json', { cache: 'no-store', signal: AbortSignal.timeout(REGISTRY_DEADLINE_MS) });
  if (!response.ok) throw new Error(`The registry answered ${response.status}.`);
  return (await response.json()) as Registry;
}

/** Makes this page the host of the remotes in the registry: whatever is on it can load their modules from now on. */
export function hostRemotes(): void {
  const registered = new Map<RemoteName, string>();
  let registry = Promise.resolve(inlinedRegistry());

  async function entryOf(remote: RemoteName, fresh: boolean): Promise<string> {
    let known = fresh ? undefined : await registry;
    if (!known?.remotes[remote]) {
      known = await fetchRegistry();
      registry = Promise.resolve(known);
    }
    const entry = known.remotes[remote]?.entry;
    if (!entry) throw new Error(`${remote} is not in the registry.`);
    return entry;
  }

  async function register(remote: RemoteName, fresh: boolean): Promise<void> {
    // A container that is on the page stays: two versions of one remote would meet in it.
    if (remote in window) return;
    const entry = await entryOf(remote, fresh);
    if (registered.get(remote) === entry && !fresh) return;
    registerRemotes([{ name: remote, entry, type: 'global' }], { force: registered.has(remote) });
    registered.set(remote, entry);
  }

  async function load(remote: RemoteName, exposed: string, fresh: boolean): Promise<ExposedModule> {
    await register(remote, fresh);
    const loaded = await loadRemote<ExposedModule>(`${remote}/${exposed}`);
    if (!loaded) throw new Error(`${remote} has no ${exposed}.`);
    return loaded;
  }

  provideRemotes(async (remote, exposed, { fresh }) => {
    try {
      return await load(remote, exposed, fresh);
    } catch (error) {
      // The remote may have been released anew since the page was made: then the new version is taken by itself.
      const failed = registered.get(remote);
      if (fresh || remote in window || (await entryOf(remote, true)) === failed) throw error;
      return load(remote, exposed, false);
    }
  });
}
