import { subset } from 'semver';
import { matchPage } from '@rangavalli/contracts/page-matcher';
import { isAllowed, type Role, roles } from '@rangavalli/contracts/permissions';
import { type Mismatch, findMismatches } from './compatibility.js';
import type { Break, Exchange, JsonSchema, SliceContract } from './slice-contract.js';

type Part = keyof SliceContract['offers'];

/** A slice in one comparison. `isNext`: the one to be released. */
interface Side {
  name: string;
  isNext: boolean;
}

const words: Record<Part, string> = {
  fragments: 'fragment',
  calls: 'call',
  commands: 'command',
  events: 'event',
  windowEvents: 'window event',
  packages: 'package',
};
const visitors: readonly (Role | undefined)[] = [undefined, ...roles];
const nameOf = ({ slice, version }: SliceContract): string => `${slice} ${version}`;

/**
 * Returns why `next` may not go live beside its neighbours, in both directions: what they need of it, and what it needs
 * of them. Nor may it have a page of theirs, or lack one that links in emails open. Needs of a slice that was never
 * released are ignored, as are events that are not published yet: their consumer is released first, and rolled back
 * last.
 * @param isRollback then `next` may lack events that it published later
 */
export function findBreakingChanges(
  next: SliceContract,
  neighbours: readonly SliceContract[],
  { isRollback = false } = {},
): Break[] {
  const others = neighbours.filter(({ slice }) => slice !== next.slice);
  const paths = [next, ...others].flatMap(({ pages = [] }) => pages.map((path) => ({ path })));
  return others.flatMap((neighbour) => [
    ...compareSlices(next, neighbour, isRollback),
    ...findMissingPages(next, neighbour, paths),
  ]);
}

function compareSlices(next: SliceContract, neighbour: SliceContract, isRollback: boolean): Break[] {
  const [it, other]: [Side, Side] = [
    { name: nameOf(next), isNext: true },
    { name: nameOf(neighbour), isNext: false },
  ];
  return [
    ...findUnmetNeeds({ needing: neighbour, offering: next, needs: other, offers: it, mayLackEvents: isRollback }),
    ...findUnmetNeeds({ needing: next, offering: neighbour, needs: it, offers: other, mayLackEvents: true }),
    ...findSharedPages(next, neighbour),
  ].map((found) => ({ neighbour: other.name, ...found }));
}

type Finding = Omit<Break, 'neighbour'>;

/** The more specific of two pages is served; of those that match the same addresses, only one. */
function findSharedPages({ pages = [] }: SliceContract, neighbour: SliceContract): Finding[] {
  const others = neighbour.pages?.map(addressOf) ?? [];
  return pages
    .filter((path) => others.includes(addressOf(path)))
    .map((path) => ({ about: `page ${path}`, reason: `is a page of ${nameOf(neighbour)} already` }));
}

/** Emails that were sent keep their links. A page may be another frontend's by now. */
function findMissingPages(next: SliceContract, neighbour: SliceContract, paths: readonly { path: string }[]): Break[] {
  const missing = (sender: SliceContract, remote: SliceContract): string[] =>
    Object.entries(sender.neededPages ?? {})
      .filter(([page, slice]) => slice === remote.slice && remote.pages && !matchPage(paths, page))
      .map(([page]) => page);
  const toBreak = (page: string): Break => ({
    neighbour: nameOf(neighbour),
    about: `page ${page}`,
    reason: 'is opened by links in emails, and no frontend has it',
  });
  return [...missing(next, neighbour), ...missing(neighbour, next)].map(toBreak);
}

/** `/user/*` also matches `/user`, and names of parameters do not count. */
const addressOf = (path: string): string => path.replace(/\/\*$/, '').replaceAll(/:[^/]+/g, ':');

interface Pair {
  needing: SliceContract;
  offering: SliceContract;
  needs: Side;
  offers: Side;
  mayLackEvents: boolean;
}

function findUnmetNeeds({ needing, offering, needs, offers, mayLackEvents }: Pair): Finding[] {
  return (Object.keys(words) as Part[]).flatMap((part) =>
    Object.keys(needing.needs[part]).flatMap((name) => {
      const about = `${words[part]} ${name}`;
      if (name in offering.offers[part])
        return differences(part, name, { needing, offering, needs, offers, mayLackEvents }).map((found) => ({
          about: found.about ? `${about}, ${found.about}` : about,
          reason: found.reason,
        }));
      if ((part === 'events' && mayLackEvents) || !isProvider(offering.slice, part, name, needing.needs)) return [];
      const reason = offers.isNext
        ? `is no longer offered, and ${needs.name} needs it`
        : `is needed, and ${offers.name} does not offer it`;
      return [{ about, reason }];
    }),
  );
}

function isProvider(slice: string, part: Part, name: string, needs: SliceContract['needs']): boolean {
  if (part === 'fragments') return slice === name.split('/')[0]?.replaceAll('_', '-');
  if (part === 'calls') return slice === 'gateway' || slice === needs.calls[name]?.owner;
  if (part === 'commands') return slice === name.split('.')[1];
  if (part === 'events') return slice === name.replace(/^audit\./, '').split('.')[0];
  return part === 'packages' && slice === 'shell';
}

function differences(part: Part, name: string, { needing, offering, needs, offers }: Pair): Finding[] {
  const sends = (
    what: string,
    sender: JsonSchema | undefined,
    receiver: JsonSchema | undefined,
    from: Side,
    to: Side,
  ): Finding[] =>
    findMismatches(sender ?? {}, receiver ?? {}).map((mismatch) => ({
      about: [what, mismatch.path].filter(Boolean).join(' '),
      reason: describeMismatch(mismatch, from, to),
    }));
  switch (part) {
    case 'packages':
      return comparePackages(offering.offers.packages[name], needing.needs.packages[name], needs, offers);
    case 'calls':
    case 'commands': {
      const [needed, offered] = [needing.needs[part][name] as Exchange, offering.offers[part][name] as Exchange];
      return [
        ...allowed(needed, offered, needs, offers),
        ...sends('input', needed.input, offered.input, needs, offers),
        ...sends('response', offered.response, needed.response, offers, needs),
      ];
    }
    case 'fragments':
      return sends('props', needing.needs.fragments[name], offering.offers.fragments[name], needs, offers);
    default:
      return sends('field', offering.offers[part][name], needing.needs[part][name], offers, needs);
  }
}

function comparePackages(lent: string | undefined, range: string | undefined, needs: Side, offers: Side): Finding[] {
  if (lent && range && subset(lent, range)) return [];
  return [{ about: '', reason: `${offers.name} shares ${lent ?? 'none'}, and ${needs.name} needs ${range ?? 'any'}` }];
}

function allowed(needed: Exchange, offered: Exchange, needs: Side, offers: Side): Finding[] {
  const [known, wanted] = [needed.access, offered.access];
  // Commands have no access: the NATS permissions decide.
  if (!known || !wanted) return [];
  const findings: Finding[] = [];
  if (visitors.some((role) => isAllowed(known, role) && !isAllowed(wanted, role)))
    findings.push({
      about: 'access',
      reason: `${offers.name} allows only ${wanted}, and ${needs.name} calls it as ${known}`,
    });
  if (offered.stepUp && !needed.stepUp)
    findings.push({ about: 'step-up', reason: `${offers.name} needs one, and ${needs.name} does not offer it` });
  return findings;
}

/** Describes a mismatch as a change of `next`, because its neighbour has not changed. */
function describeMismatch({ kind, what }: Mismatch, sender: Side, receiver: Side): string {
  switch (kind) {
    case 'missing':
      return sender.isNext
        ? `was removed, and ${receiver.name} needs it`
        : `is required, and ${sender.name} does not send it`;
    case 'optional':
      return sender.isNext
        ? `may be left out, and ${receiver.name} needs it`
        : `is required, and ${sender.name} may leave it out`;
    case 'extra':
      return sender.isNext
        ? `is sent, and ${receiver.name} refuses fields that it does not know`
        : `is no longer taken, and ${sender.name} sends it`;
    default:
      return sender.isNext
        ? `may hold ${what}, which ${receiver.name} does not understand`
        : `was narrowed: ${sender.name} may send ${what}`;
  }
}
