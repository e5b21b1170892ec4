import { createHash, randomBytes } from 'node:crypto';
import { remotes, type RemoteName } from '@rangavalli/contracts/fragments';
import type { KnownReleases, Registry, RegistryEntry } from './registry.js';

/** All cookies that decide on releases begin so; the gateway lets no other pass to the shell. */
const PREFIX = 'release-';
/** A visitor's own random number: it is asked for nothing else than which releases they get. */
const NUMBER_COOKIE = `${PREFIX}visitor`;
const YEAR_S = 365 * 24 * 60 * 60;
const NUMBER = /^[0-9a-f]{16}$/;

const names = Object.keys(remotes) as RemoteName[];

/** What a request says of which releases somebody gets. */
export interface VisitorRequest {
  cookie?: string | undefined;
  /** Of the page that is asked for: `?mf-catalog=1.4.0` for testers, `?mf-catalog=live` ends it. */
  query?: URLSearchParams;
  /** Whether the storefront is reached by https. */
  secure?: boolean;
}

/** A visitor's registry, and the cookies that keep it so. `own`: another visitor may get another one. */
export interface Choice {
  registry: Registry;
  cookies: string[];
  own: boolean;
}

function cookiesOf(header = ''): Map<string, string> {
  return new Map(header.split(';').map((pair) => pair.trim().split('=', 2) as [string, string]));
}

/** Where a visitor stands between 0 and 100, for each slice anew: canaries of two slices meet different visitors. */
export function placeOf(slice: string, visitor: string): number {
  return (createHash('sha256').update(`${slice}:${visitor}`).digest().readUInt32BE() / 2 ** 32) * 100;
}

/** Chooses each remote's release for one visitor: what a tester asked for, else the canary for its share, else the live one. */
export function chooseFor(known: KnownReleases, { cookie, query, secure = false }: VisitorRequest): Choice {
  const given = cookiesOf(cookie);
  const attributes = `; Path=/; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`;
  const cookies: string[] = [];
  let own = false;

  let visitor = given.get(NUMBER_COOKIE) ?? '';
  if (names.some((name) => known[name]?.canary) && !NUMBER.test(visitor)) {
    visitor = randomBytes(8).toString('hex');
    cookies.push(`${NUMBER_COOKIE}=${visitor}; Max-Age=${YEAR_S}${attributes}`);
  }

  const pick = (name: RemoteName): RegistryEntry | undefined => {
    const releases = known[name];
    if (!releases) return undefined;
    const { slice } = remotes[name];
    const asked = query?.get(slice);
    const kept = given.get(PREFIX + slice);
    const wanted = asked ?? kept;
    const entry = wanted && Object.hasOwn(releases.versions, wanted) ? releases.versions[wanted] : undefined;
    if (asked && entry && asked !== kept) cookies.push(`${PREFIX}${slice}=${asked}${attributes}`);
    if (kept && !entry) cookies.push(`${PREFIX}${slice}=; Max-Age=0${attributes}`);
    if (wanted || releases.canary) own = true;
    if (wanted && entry) return { version: wanted, entry };
    const { canary, version, entry: live } = releases;
    return canary && placeOf(slice, visitor) < canary.share
      ? { version: canary.version, entry: canary.entry }
      : { version, entry: live };
  };
  const chosen = names.flatMap((name) => {
    const entry = pick(name);
    return entry ? [[name, entry] as const] : [];
  });
  return { registry: { remotes: Object.fromEntries(chosen) }, cookies, own };
}
