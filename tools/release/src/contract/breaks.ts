import { subset } from 'semver';
import type { CallRole } from '@rangavalli/contracts/call';
import { type Misfit, misfits } from './fits.js';
import type { Break, Exchange, JsonSchema, SliceContract } from './slice-contract.js';

type Part = keyof SliceContract['offers'];

/** One of two neighbours in one comparison. `isNext`: the one that is about to be released. */
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
const strictness: readonly CallRole[] = ['public', 'customer', 'admin'];
const nameOf = ({ slice, version }: SliceContract): string => `${slice} ${version}`;

/**
 * Why `next` may not go live beside `neighbours`; empty when it may. Both ways: what they need of it, and what it needs
 * of them. Its own other releases are no neighbours. What a slice needs of one that has never been released is left open.
 */
export function breaks(next: SliceContract, neighbours: readonly SliceContract[]): Break[] {
  return neighbours.filter(({ slice }) => slice !== next.slice).flatMap((neighbour) => between(next, neighbour));
}

function between(next: SliceContract, neighbour: SliceContract): Break[] {
  const [it, other]: [Side, Side] = [
    { name: nameOf(next), isNext: true },
    { name: nameOf(neighbour), isNext: false },
  ];
  return [
    ...unmet({ needing: neighbour, offering: next, needs: other, offers: it }),
    ...unmet({ needing: next, offering: neighbour, needs: it, offers: other }),
  ].map((found) => ({ neighbour: other.name, ...found }));
}

type Finding = Omit<Break, 'neighbour'>;

interface Pair {
  needing: SliceContract;
  offering: SliceContract;
  needs: Side;
  offers: Side;
}

function unmet({ needing, offering, needs, offers }: Pair): Finding[] {
  return (Object.keys(words) as Part[]).flatMap((part) =>
    Object.keys(needing.needs[part]).flatMap((name) => {
      const about = `${words[part]} ${name}`;
      if (name in offering.offers[part])
        return differences(part, name, { needing, offering, needs, offers }).map((found) => ({
          about: found.about ? `${about}, ${found.about}` : about,
          reason: found.reason,
        }));
      if (!isOwner(offering.slice, part, name, needing.needs)) return [];
      const reason = offers.isNext
        ? `is no longer offered, and ${needs.name} needs it`
        : `is needed, and ${offers.name} does not offer it`;
      return [{ about, reason }];
    }),
  );
}

/** Whether it is this slice that has to offer it. */
function isOwner(slice: string, part: Part, name: string, needs: SliceContract['needs']): boolean {
  if (part === 'fragments') return slice === name.split('/')[0]?.replaceAll('_', '-');
  if (part === 'calls') return slice === 'gateway' || slice === needs.calls[name]?.owner;
  if (part === 'commands') return slice === name.split('.')[1];
  if (part === 'events') return slice === name.split('.')[0];
  return part === 'packages' && slice === 'shell';
}

function differences(part: Part, name: string, { needing, offering, needs, offers }: Pair): Finding[] {
  const sends = (
    what: string,
    giver: JsonSchema | undefined,
    taker: JsonSchema | undefined,
    from: Side,
    to: Side,
  ): Finding[] =>
    misfits(giver ?? {}, taker ?? {}).map((misfit) => ({
      about: [what, misfit.path].filter(Boolean).join(' '),
      reason: inWords(misfit, from, to),
    }));
  switch (part) {
    case 'packages':
      return lends(offering.offers.packages[name], needing.needs.packages[name], needs, offers);
    case 'calls':
    case 'commands': {
      const [asked, answered] = [needing.needs[part][name] as Exchange, offering.offers[part][name] as Exchange];
      return [
        ...allowed(asked, answered, needs, offers),
        ...sends('input', asked.input, answered.input, needs, offers),
        ...sends('answer', answered.answer, asked.answer, offers, needs),
      ];
    }
    case 'fragments':
      return sends('props', needing.needs.fragments[name], offering.offers.fragments[name], needs, offers);
    default:
      return sends('field', offering.offers[part][name], needing.needs[part][name], offers, needs);
  }
}

function lends(lent: string | undefined, range: string | undefined, needs: Side, offers: Side): Finding[] {
  if (lent && range && subset(lent, range)) return [];
  return [{ about: '', reason: `${offers.name} lends ${lent ?? 'none'}, and ${needs.name} needs ${range ?? 'any'}` }];
}

/** A call that is open to fewer people than its asker knows of. */
function allowed(asked: Exchange, answered: Exchange, needs: Side, offers: Side): Finding[] {
  const [known, wanted] = [asked.role ?? 'admin', answered.role ?? 'public'];
  if (strictness.indexOf(known) >= strictness.indexOf(wanted)) return [];
  return [{ about: 'role', reason: `${offers.name} answers only to ${wanted}, and ${needs.name} asks as ${known}` }];
}

/** A misfit as what `next` has changed, since its neighbour is what it was. */
function inWords({ kind, what }: Misfit, giver: Side, taker: Side): string {
  switch (kind) {
    case 'missing':
      return giver.isNext
        ? `was removed, and ${taker.name} needs it`
        : `is required, and ${giver.name} does not send it`;
    case 'optional':
      return giver.isNext
        ? `may be left out, and ${taker.name} needs it`
        : `is required, and ${giver.name} may leave it out`;
    case 'extra':
      return giver.isNext
        ? `is sent, and ${taker.name} refuses fields that it does not know`
        : `is no longer taken, and ${giver.name} sends it`;
    default:
      return giver.isNext
        ? `may hold ${what}, which ${taker.name} does not understand`
        : `was narrowed: ${giver.name} may send ${what}`;
  }
}
