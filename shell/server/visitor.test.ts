import type { KnownReleases } from './registry.js';
import { chooseFor, placeOf } from './visitor.js';

const entryOf = (slice: string, version: string): string => `/remotes/${slice}/${version}/remoteEntry.js`;
const releasesOf = (slice: string, canaryShare?: number) => ({
  version: '1.1.0',
  entry: entryOf(slice, '1.1.0'),
  pages: {},
  versions: Object.fromEntries(['1.0.0', '1.1.0', '1.2.0'].map((version) => [version, entryOf(slice, version)])),
  ...(canaryShare === undefined
    ? {}
    : { canary: { version: '1.2.0', entry: entryOf(slice, '1.2.0'), share: canaryShare } }),
});
const known: KnownReleases = { mf_catalog: releasesOf('mf-catalog'), mf_checkout: releasesOf('mf-checkout') };
const withCanaries: KnownReleases = {
  mf_catalog: releasesOf('mf-catalog', 20),
  mf_checkout: releasesOf('mf-checkout', 20),
};
const query = (text: string) => new URLSearchParams(text);

test('without canaries and testers everybody gets the live releases, and no cookie', () => {
  expect(chooseFor(known, {})).toEqual({
    registry: {
      remotes: {
        mf_catalog: { version: '1.1.0', entry: entryOf('mf-catalog', '1.1.0') },
        mf_checkout: { version: '1.1.0', entry: entryOf('mf-checkout', '1.1.0') },
      },
    },
    cookies: [],
    own: false,
  });
});

test('a visitor stays with what they got of a canary', () => {
  const first = chooseFor(withCanaries, {});
  expect(first.own).toBe(true);
  expect(first.cookies).toEqual([
    expect.stringMatching(/^release-visitor=[0-9a-f]{16}; Max-Age=31536000; Path=\/; HttpOnly; SameSite=Lax$/),
  ]);
  const cookie = first.cookies[0]?.split(';')[0];
  for (let i = 0; i < 20; i++) expect(chooseFor(withCanaries, { cookie })).toEqual({ ...first, cookies: [] });
});

test('a canary meets its share of visitors, and canaries of two slices are independent', () => {
  const visitors = Array.from({ length: 5_000 }, (_none, i) => i.toString(16).padStart(16, '0'));
  const met = visitors.map((visitor) => {
    const { remotes } = chooseFor(withCanaries, { cookie: `a=b; release-visitor=${visitor}` }).registry;
    return [remotes.mf_catalog?.version === '1.2.0', remotes.mf_checkout?.version === '1.2.0'] as const;
  });
  const share = (of: (one: readonly [boolean, boolean]) => boolean): number => met.filter(of).length / met.length;
  expect(share(([catalog]) => catalog)).toBeCloseTo(0.2, 1);
  expect(share(([, checkout]) => checkout)).toBeCloseTo(0.2, 1);
  expect(share(([catalog, checkout]) => catalog && checkout)).toBeCloseTo(0.04, 1);
  // Who had the canary keeps it when its share grows.
  for (const visitor of visitors.slice(0, 100))
    if (placeOf('mf-catalog', visitor) < 20) expect(placeOf('mf-catalog', visitor)).toBeLessThan(50);
});

test('a tester gets the version that was asked for until they end it', () => {
  const asked = chooseFor(known, { query: query('mf-catalog=1.0.0'), secure: true });
  expect(asked.registry.remotes.mf_catalog).toEqual({ version: '1.0.0', entry: entryOf('mf-catalog', '1.0.0') });
  expect(asked.registry.remotes.mf_checkout?.version).toBe('1.1.0');
  expect([asked.own, asked.cookies]).toEqual([
    true,
    ['release-mf-catalog=1.0.0; Path=/; HttpOnly; SameSite=Lax; Secure'],
  ]);
  const cookie = 'release-mf-catalog=1.0.0';
  expect(chooseFor(known, { cookie }).registry.remotes.mf_catalog?.version).toBe('1.0.0');
  const ended = chooseFor(known, { cookie, query: query('mf-catalog=live') });
  expect([ended.registry.remotes.mf_catalog?.version, ended.cookies]).toEqual([
    '1.1.0',
    ['release-mf-catalog=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax'],
  ]);
});

test.each(['9.9.9', '__proto__', '../1.0.0', ''])(
  'a version that is not there (%j) is the live one, and is not kept',
  (version) => {
    const choice = chooseFor(known, { query: new URLSearchParams({ 'mf-catalog': version }) });
    expect([choice.registry.remotes.mf_catalog?.version, choice.cookies]).toEqual(['1.1.0', []]);
  },
);
