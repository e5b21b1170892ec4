import { createHash, randomBytes } from 'node:crypto';
import type { RemoteName } from '@rangavalli/contracts/fragments';
import type { Registry } from '../../src/pages/pages.js';
import { type HostedRelease, type HostedReleases, type Release, sliceOf } from './registry-reader.js';

/** A random number, used only to assign the visitor to canaries. */
const VISITOR_COOKIE = 'visitor';
const DAY_MS = 86_400_000;
const YEAR_SECONDS = 365 * 24 * 60 * 60;
const VISITOR_ID = /^[0-9a-f]{16}$/;

export type SelectedReleases = Partial<Record<RemoteName, Release>>;

interface VisitorRequest {
  cookie?: string;
  /** `?mf-catalog=1.4.0` selects a version for testers, `?mf-catalog=live` ends it. */
  query?: URLSearchParams;
  isSecure?: boolean;
  /** Links select older releases only while they are live or a canary. */
  windowDays?: number;
  now?: number;
}

/** Without TLS, as on localhost, browsers refuse the prefix. As in `gateway/src/pages/pages.ts`. */
const cookieName = (name: string, isSecure: boolean): string => `${isSecure ? '__Host-' : ''}release-${name}`;

const parseCookies = (header = ''): Map<string, string> =>
  new Map(header.split(';').map((pair) => pair.trim().split('=', 2) as [string, string]));

/** Returns 0 to 100, different for each slice. */
export function canaryPosition(slice: string, visitor: string) {
  return (createHash('sha256').update(`${slice}:${visitor}`).digest().readUInt32BE() / 2 ** 32) * 100;
}

/** @param oldest ms since 1970 */
function findTested({ version, canary, versions }: HostedRelease, wanted: string, oldest: number) {
  const release = Object.hasOwn(versions, wanted) ? versions[wanted] : undefined;
  const isCurrent = wanted === version || wanted === canary?.version;
  const isRecent = release?.at === undefined || Date.parse(release.at) >= oldest;
  return isCurrent || isRecent ? release : undefined;
}

/** Selects the version of a tester, else the canary for its share, else live. */
export function selectReleases(
  hosted: HostedReleases,
  { cookie: header, query, isSecure = false, windowDays = Number.POSITIVE_INFINITY, now = Date.now() }: VisitorRequest,
) {
  const oldest = now - windowDays * DAY_MS;
  const received = parseCookies(header);
  const attributes = `; Path=/; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`;
  const selection = { releases: {} as SelectedReleases, cookies: [] as string[], isPersonal: false };

  const visitorCookie = cookieName(VISITOR_COOKIE, isSecure);
  let visitor = received.get(visitorCookie) ?? '';
  if (Object.values(hosted).some((releases) => releases.canary) && !VISITOR_ID.test(visitor)) {
    visitor = randomBytes(8).toString('hex');
    selection.cookies.push(`${visitorCookie}=${visitor}; Max-Age=${YEAR_SECONDS}${attributes}`);
  }

  for (const name of Object.keys(hosted) as RemoteName[]) {
    const releases = hosted[name];
    if (!releases) continue;
    const slice = sliceOf(name);
    const requested = query?.get(slice);
    const cookie = cookieName(slice, isSecure);
    const stored = received.get(cookie);
    const wanted = requested ?? stored ?? '';
    const tested = findTested(releases, wanted, oldest);
    if (requested && tested && requested !== stored) selection.cookies.push(`${cookie}=${requested}${attributes}`);
    if (stored && !tested) selection.cookies.push(`${cookie}=; Max-Age=0${attributes}`);
    const { canary } = releases;
    if (wanted || canary) selection.isPersonal = true;

    const canaryRelease = canary && releases.versions[canary.version];
    if (tested) selection.releases[name] = { ...tested, version: wanted };
    else if (canary && canaryRelease && canaryPosition(slice, visitor) < canary.share)
      selection.releases[name] = { ...canaryRelease, version: canary.version };
    else selection.releases[name] = releases;
  }
  return selection;
}

export function toRegistry(releases: SelectedReleases): Registry {
  const sorted = Object.entries(releases).toSorted(([one], [other]) => (one < other ? -1 : 1));
  const remotes = sorted.map(([name, { version, entry, integrity, pages }]) => [
    name,
    {
      version,
      entry,
      integrity: integrity?.[entry.slice(entry.lastIndexOf('/') + 1)],
      pages: pages.map(({ path, title, hidden, prerender, menu, layout, zone }) => ({
        path,
        title,
        hidden,
        prerender,
        menu,
        layout,
        zone,
      })),
    },
  ]);
  return { remotes: Object.fromEntries(remotes) as Registry['remotes'] };
}
