import { Refusal, print, step } from '@rangavalli/build-kit/command/report';
import type { SigningKey } from '@rangavalli/build-kit/serve/release-signature';
import { checkContract } from './release.js';
import { requireSignature, verifyingKeys } from './store/keys.js';
import { goLive, rollbackTarget } from './store/change.js';
import { requireIntact } from './store/intact-releases.js';
import type { ReleaseStore } from './store/release-store.js';

/**
 * Makes `version`, or the release before the live one, live again; ends a canary.
 * @param force also when it no longer fits its neighbours
 */
export async function rollback(
  store: ReleaseStore,
  slice: string,
  { version, force = false }: { version?: string | undefined; force?: boolean | undefined },
  keys?: readonly SigningKey[],
): Promise<void> {
  const lock = await store.lock(slice);
  try {
    const now = await store.live(slice);
    if (!now)
      throw new Refusal(`${slice} was never released. Released: ${(await store.slices()).join(', ') || 'nothing'}.`);
    const target = version ?? rollbackTarget(slice, now);
    const release = await store.release(slice, target);
    if (!release)
      throw new Refusal(
        `${slice} ${target} is not in the release store. There: ${(await store.versions(slice)).join(', ')}.`,
      );
    if (target === now.live && !now.canary) throw new Refusal(`${slice} ${target} is live already.`);
    if (release.entry !== undefined) requireSignature(release, keys ?? verifyingKeys());
    await requireIntact(store, slice, target);
    if (!force)
      await step('contract', async (note) => note(await checkContract(await store.contract(slice, target), store)));
    await goLive(store, lock, target, 'rolled back');
    print(
      now.canary
        ? `canary ${now.canary.version} ended; ${slice} ${target} is live`
        : `${slice} ${target} is live again, in place of ${now.live}`,
    );
  } finally {
    await lock.free();
  }
}
