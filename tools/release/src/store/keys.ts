import { existsSync } from 'node:fs';
import path from 'node:path';
import { Refusal } from '@rangavalli/build-kit/command/report';
import {
  isSignedBy,
  releaseKeysIn,
  type SigningKey,
  signingKeyOf,
} from '@rangavalli/build-kit/serve/release-signature';
import { ROOT } from '@rangavalli/build-kit/workspaces';
import type { StoredRelease } from './release-store.js';

/** The first signs. */
export type ReleaseKeys = readonly [SigningKey, ...SigningKey[]];

/** Returns the key in RELEASE_SIGNING_KEY, or those in RELEASE_KEY_FILE, by default `<DATA_DIR>/release-keys.json`. */
export function configuredKeys(): ReleaseKeys {
  const file = path.join(ROOT, '.env');
  if (existsSync(file)) process.loadEnvFile(file);
  const text = process.env['RELEASE_SIGNING_KEY'];
  if (text) return [signingKeyOf(text)];
  const byDefault = path.join(process.env['DATA_DIR'] || '.data', 'release-keys.json');
  const own = path.resolve(ROOT, process.env['RELEASE_KEY_FILE'] || byDefault);
  const [first, ...others] = releaseKeysIn(own);
  if (!first) throw new Refusal(`${own} has no key.`);
  return [first, ...others];
}

/** @throws Refusal for a remote's release that the shell would not load */
export function requireSignature({ slice, version, entry, signed }: StoredRelease, keys: ReleaseKeys): void {
  if (entry === undefined || isSignedBy(signed, keys)) return;
  throw new Refusal(
    `${slice} ${version} is not signed with a current key: the shell would refuse it. Release it again.`,
  );
}
