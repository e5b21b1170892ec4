import type { HostedReleases } from './registry-reader.js';
import { canaryPosition, selectReleases, toRegistry } from './visitor.js';

const entryOf = (slice: string, version: string): string => `/remotes/${slice}/${version}/remoteEntry.js`;
const releasesOf = (slice: string, canaryShare?: number) => ({
  version: '1.1.0',
  entry: entryOf(slice, '1.1.0'),
  pages: [],
  versions: Object.fromEntries(
    ['1.0.0', '1.1.0', '1.2.0'].map((version) => [version, { entry: entryOf(slice, version), pages: [] }]),
  ),
  ...(canaryShare === undefined ? {} : { canary: { version: '1.2.0', share: canaryShare } }),
});
const hosted: HostedReleases = { mf_catalog: releasesOf('mf-catalog'), mf_checkout: releasesOf('mf-checkout') };
const withCanaries: HostedReleases = {
  mf_catalog: releasesOf('mf-catalog', 20),
  mf_checkout: releasesOf('mf-checkout', 20),
};
const query = (text: string) => new URLSearchParams(text);

test('without canaries and testers every visitor gets the live releases and no cookie', () => {
  const { releases, cookies, isPersonal } = selectReleases(hosted, {});
  expect(toRegistry(releases)).toEqual({
    remotes: {
      mf_catalog: { version: '1.1.0', entry: entryOf('mf-catalog', '1.1.0'), pages: [] },
      mf_checkout: { version: '1.1.0', entry: entryOf('mf-checkout', '1.1.0'), pages: [] },
    },
  });
  expect([cookies, isPersonal]).toEqual([[], false]);
});

test('a visitor keeps their release while a canary runs', () => {
  const first = selectReleases(withCanaries, {});
  expect(first.isPersonal).toBe(true);
  expect(first.cookies).toEqual([
    expect.stringMatching(/^release-visitor=[0-9a-f]{16}; Max-Age=31536000; Path=\/; HttpOnly; SameSite=Lax$/),
  ]);
  const cookie = first.cookies[0]?.split(';')[0];
  for (let i = 0; i < 20; i++) expect(selectReleases(withCanaries, { cookie })).toEqual({ ...first, cookies: [] });
});

test('a canary gets its share of visitors, and canaries of two slices are independent', () => {
  const visitors = Array.from({ length: 5_000 }, (_none, i) => i.toString(16).padStart(16, '0'));
  const assigned = visitors.map((visitor) => {
    const { releases } = selectReleases(withCanaries, { cookie: `a=b; release-visitor=${visitor}` });
    return [releases.mf_catalog?.version === '1.2.0', releases.mf_checkout?.version === '1.2.0'] as const;
  });
  const share = (of: (one: readonly [boolean, boolean]) => boolean): number =>
    assigned.filter(of).length / assigned.length;
  expect(share(([catalog]) => catalog)).toBeCloseTo(0.2, 1);
  expect(share(([, checkout]) => checkout)).toBeCloseTo(0.2, 1);
  expect(share(([catalog, checkout]) => catalog && checkout)).toBeCloseTo(0.04, 1);
  // A visitor with the canary keeps it when its share grows.
  for (const visitor of visitors.slice(0, 100))
    if (canaryPosition('mf-catalog', visitor) < 20) expect(canaryPosition('mf-catalog', visitor)).toBeLessThan(50);
});

test('a tester gets the requested version until they end it', () => {
  const requested = selectReleases(hosted, { query: query('mf-catalog=1.0.0'), isSecure: true });
  expect(requested.releases.mf_catalog).toMatchObject({ version: '1.0.0', entry: entryOf('mf-catalog', '1.0.0') });
  expect(requested.releases.mf_checkout?.version).toBe('1.1.0');
  expect([requested.isPersonal, requested.cookies]).toEqual([
    true,
    ['__Host-release-mf-catalog=1.0.0; Path=/; HttpOnly; SameSite=Lax; Secure'],
  ]);
  const cookie = 'release-mf-catalog=1.0.0';
  expect(selectReleases(hosted, { cookie }).releases.mf_catalog?.version).toBe('1.0.0');
  const ended = selectReleases(hosted, { cookie, query: query('mf-catalog=live') });
  expect([ended.releases.mf_catalog?.version, ended.cookies]).toEqual([
    '1.1.0',
    ['release-mf-catalog=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax'],
  ]);
});

test('over https, only cookies that no other host can set are read', () => {
  const selectedWith = (cookie: string) =>
    selectReleases(hosted, { cookie, isSecure: true }).releases.mf_catalog?.version;
  expect(selectedWith('release-mf-catalog=1.0.0')).toBe('1.1.0');
  expect(selectedWith('__Host-release-mf-catalog=1.0.0')).toBe('1.0.0');
  const [visitor] = selectReleases(withCanaries, {
    cookie: 'release-visitor=0123456789abcdef',
    isSecure: true,
  }).cookies;
  expect(visitor).toMatch(/^__Host-release-visitor=[0-9a-f]{16}; .*; Path=\/; HttpOnly; SameSite=Lax; Secure$/);
});

test.each(['9.9.9', '__proto__', '../1.0.0', ''])(
  'an unknown version (%j) selects the live one and sets no cookie',
  (version) => {
    const selection = selectReleases(hosted, { query: new URLSearchParams({ 'mf-catalog': version }) });
    expect([selection.releases.mf_catalog?.version, selection.cookies]).toEqual(['1.1.0', []]);
  },
);
