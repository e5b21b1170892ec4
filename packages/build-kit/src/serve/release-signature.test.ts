import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  addReleaseKey,
  integrityOfFiles,
  isSignedBy,
  publicReleaseKeysIn,
  releaseKeysIn,
  signingKeyOf,
  signRelease,
} from './release-signature.js';

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'keys-'));
  file = join(folder, 'store/release-keys.json');
});
afterEach(() => rmSync(folder, { recursive: true }));

const release = {
  slice: 'mf-catalog',
  version: '1.0.0',
  entry: '/remotes/mf-catalog/1.0.0/remoteEntry.js',
  pages: [],
  exposes: ['routes'],
  integrity: { 'remoteEntry.js': 'sha384-A' },
};
const firstKey = () => {
  const [key] = releaseKeysIn(file);
  if (!key) throw new Error('no key');
  return key;
};

test('the key is created once, readable by its owner only, and published without its private part', () => {
  const { kid } = firstKey();
  expect(firstKey().kid).toBe(kid);
  expect(statSync(file).mode & 0o077).toBe(0);
  const { keys } = JSON.parse(publicReleaseKeysIn(file)) as { keys: object[] };
  expect(keys).toEqual([{ kty: 'OKP', crv: 'Ed25519', x: expect.stringMatching(/^[\w-]{43}$/) as string, kid }]);
});

test('a signature covers the release and holds for the current key and the one before', () => {
  const signed = signRelease(release, firstKey());
  const [head = '', payload = '', signature = ''] = signed.split('.');
  expect(JSON.parse(Buffer.from(payload, 'base64url').toString())).toEqual(release);
  const other = Buffer.from(JSON.stringify({ ...release, version: '1.0.1' })).toString('base64url');
  expect(isSignedBy(signed, releaseKeysIn(file))).toBe(true);
  for (const changed of [undefined, '', `${head}.${other}.${signature}`, `${head}.${payload}.`, `${head}.${payload}`])
    expect(isSignedBy(changed, releaseKeysIn(file))).toBe(false);
  addReleaseKey(file);
  expect(isSignedBy(signed, releaseKeysIn(file))).toBe(true);
  expect(isSignedBy(signRelease(release, firstKey()), releaseKeysIn(file))).toBe(true);
  addReleaseKey(file);
  expect(isSignedBy(signed, releaseKeysIn(file))).toBe(false);
});

test('RELEASE_SIGNING_KEY is a private key', () => {
  firstKey();
  const [jwk] = (JSON.parse(readFileSync(file, 'utf8')) as { keys: object[] }).keys;
  expect(signingKeyOf(JSON.stringify(jwk)).kid).toBe(firstKey().kid);
  const [publicJwk] = (JSON.parse(publicReleaseKeysIn(file)) as { keys: object[] }).keys;
  for (const text of ['', 'secret', '{}', JSON.stringify(publicJwk)])
    expect(() => signingKeyOf(text)).toThrow('RELEASE_SIGNING_KEY must be an Ed25519 private key');
});

test('every file has a hash, except its compressed copies and the manifest', () => {
  for (const name of ['a.js', 'a.js.br', 'a.js.gz', 'b.css', 'release.json']) writeFileSync(join(folder, name), '1');
  const integrity = integrityOfFiles(folder);
  expect(Object.keys(integrity)).toEqual(['a.js', 'b.css']);
  expect(integrity['a.js']).toBe('sha384-R/BdNnsMMuQ4+2Pmz0pfNcKqL5DcdUP4pBoPlc6KQKMTq1zzYTSiBoxMlpy1Dbd2');
});
