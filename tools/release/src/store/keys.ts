import { createPublicKey } from 'node:crypto';
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

/**
 * Returns a key variable of a store elsewhere, which RELEASE_STORE names. The store of this machine has its own keys:
 * those in `.env` are its containers'.
 */
export const keysElsewhere = (name: 'RELEASE_SIGNING_KEY' | 'RELEASE_PUBLIC_KEYS'): string | undefined =>
  (process.env['RELEASE_STORE'] && process.env[name]) || undefined;

/**
 * Returns the key in RELEASE_SIGNING_KEY of a store elsewhere, or those in RELEASE_KEY_FILE, by default
 * `<DATA_DIR>/release-keys.json`.
 */
export function configuredKeys(): ReleaseKeys {
  loadEnvironment();
  const text = keysElsewhere('RELEASE_SIGNING_KEY');
  if (text) return [signingKeyOf(text)];
  const byDefault = path.join(process.env['DATA_DIR'] || '.data', 'release-keys.json');
  const own = path.resolve(ROOT, process.env['RELEASE_KEY_FILE'] || byDefault);
  const [first, ...others] = releaseKeysIn(own);
  if (!first) throw new Refusal(`${own} has no key.`);
  return [first, ...others];
}

/** Returns the keys with which the shell verifies: RELEASE_PUBLIC_KEYS of a store elsewhere, or the configured ones. */
export function verifyingKeys(): readonly SigningKey[] {
  loadEnvironment();
  const text = keysElsewhere('RELEASE_PUBLIC_KEYS');
  return text ? publicKeysOf(text) : configuredKeys();
}

function publicKeysOf(text: string): SigningKey[] {
  try {
    const { keys } = JSON.parse(text) as { keys: { kid: string }[] };
    return keys.map(({ kid, ...jwk }) => ({ kid, key: createPublicKey({ key: jwk, format: 'jwk' }) }));
  } catch {
    throw new Refusal('RELEASE_PUBLIC_KEYS must be a JWKS of Ed25519 public keys.');
  }
}

function loadEnvironment(): void {
  const file = path.join(ROOT, '.env');
  if (existsSync(file)) process.loadEnvFile(file);
}

/** @throws Refusal for a remote's release that the shell would not load */
export function requireSignature({ slice, version, entry, signed }: StoredRelease, keys: readonly SigningKey[]): void {
  if (entry === undefined || isSignedBy(signed, keys)) return;
  throw new Refusal(
    `${slice} ${version} is not signed with a current key: the shell would refuse it. Release it again.`,
  );
}
