import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  hash,
  type KeyObject,
  randomUUID,
  sign,
  verify,
} from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Refusal } from '../command/report.js';
import type { Integrity, Release } from './release-file.js';

const ALGORITHM = 'EdDSA';
/** A signature for another purpose is no release. */
const TYPE = 'release+jws';
const OWNER_ONLY = 0o600;
/** The newest signs; releases of the one before stay valid. */
const MAX_KEYS = 2;
const COMPRESSED = /\.(?:br|gz)$/;

interface PublicJwk {
  kty: string;
  crv: string;
  x: string;
  kid: string;
}
interface PrivateJwk extends PublicJwk {
  d: string;
}

export interface SigningKey {
  kid: string;
  key: KeyObject;
}

/** What a signature covers. */
type SignedRelease = Pick<Release, 'slice' | 'version' | 'entry' | 'pages' | 'exposes'> &
  Partial<Pick<Release, 'rendering' | 'at' | 'build'>> & { integrity: Integrity };

const integrityOf = (bytes: Buffer): string => `sha384-${hash('sha384', bytes, 'base64')}`;

/** Returns the hash of each file that browsers or the shell's server may load. */
export function integrityOfFiles(folder: string): Integrity {
  const names = readdirSync(folder).filter((name) => name !== 'release.json' && !COMPRESSED.test(name));
  return Object.fromEntries(names.toSorted().map((name) => [name, integrityOf(readFileSync(join(folder, name)))]));
}

const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** Returns a compact JWS. */
export function signRelease(release: SignedRelease, { kid, key }: SigningKey): string {
  const { slice, version, entry, pages, rendering, exposes, at, build, integrity } = release;
  const content = { slice, version, entry, pages, rendering, exposes, at, build, integrity };
  const input = `${encode({ alg: ALGORITHM, kid, typ: TYPE })}.${encode(content)}`;
  return `${input}.${sign(null, Buffer.from(input), key).toString('base64url')}`;
}

export function isSignedBy(signed: string | undefined, keys: readonly SigningKey[]): boolean {
  const [head = '', payload = '', signature = ''] = (signed ?? '').split('.');
  return keys.some(({ key }) => {
    const publicKey = key.type === 'public' ? key : createPublicKey(key);
    return verify(null, Buffer.from(`${head}.${payload}`), publicKey, Buffer.from(signature, 'base64url'));
  });
}

const publicPartOf = ({ kty, crv, x, kid }: PrivateJwk): PublicJwk => ({ kty, crv, x, kid });

function createJwk(): PrivateJwk {
  const { kty = '', crv = '', x = '', d = '' } = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' });
  return { kty, crv, x, d, kid: randomUUID() };
}

const toSigningKey = (jwk: PrivateJwk): SigningKey => ({
  kid: jwk.kid,
  key: createPrivateKey({ key: { ...jwk }, format: 'jwk' }),
});

/** Returns the key in RELEASE_SIGNING_KEY (JWK). @throws Refusal when it is none */
export function signingKeyOf(text: string): SigningKey {
  try {
    return toSigningKey(JSON.parse(text) as PrivateJwk);
  } catch {
    throw new Refusal('RELEASE_SIGNING_KEY must be an Ed25519 private key as JWK with a kid.');
  }
}

const readJwks = (file: string): PrivateJwk[] =>
  existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as { keys: PrivateJwk[] }).keys : [];

function writeJwks(file: string, keys: readonly PrivateJwk[]): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(`${file}.new`, `${JSON.stringify({ keys })}\n`, { mode: OWNER_ONLY });
  renameSync(`${file}.new`, file);
}

function jwksIn(file: string): PrivateJwk[] {
  const known = readJwks(file);
  if (known.length > 0) return known;
  const created = [createJwk()];
  writeJwks(file, created);
  return created;
}

/** Returns the keys in a file, newest first; creates the file at the first use. */
export const releaseKeysIn = (file: string): SigningKey[] => jwksIn(file).map(toSigningKey);

/** Returns RELEASE_PUBLIC_KEYS (JWKS) for the shell. */
export const publicReleaseKeysIn = (file: string): string => JSON.stringify({ keys: jwksIn(file).map(publicPartOf) });

/** Replaces the key that signs. The releases of the previous one stay valid until the next replacement. */
export function addReleaseKey(file: string): void {
  writeJwks(file, [createJwk(), ...jwksIn(file)].slice(0, MAX_KEYS));
}
