import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { sharedModules } from '@rangavalli/build-kit/build/shared';
import { ROOT } from '@rangavalli/build-kit/workspaces';
import type { Call } from '@rangavalli/contracts/call';
import { calls } from '@rangavalli/contracts/calls';
import { commands } from '@rangavalli/contracts/commands';
import * as emails from '@rangavalli/contracts/email-pages';
import { events } from '@rangavalli/contracts/events';
import { fragmentProps } from '@rangavalli/contracts/fragment-props';
import { remotes } from '@rangavalli/contracts/fragments';
import { natsAccess, type NatsAccess } from '@rangavalli/contracts/nats-access';
import { windowEventDetails } from '@rangavalli/contracts/window-event-details';
import { z } from 'zod';
import { jsonSchemaOf } from './json-schema.js';
import { readListedPaths } from './read-routes.js';
import { scan } from './scan.js';
import { type Exchange, type JsonSchema, NOTHING, type Schemas, type SliceContract } from './slice-contract.js';
import { sourcesOf } from './sources.js';

const services: Readonly<Record<string, NatsAccess>> = natsAccess;
/** Contracts of another commit (`print.ts`) may not have them. */
const { linkedPages }: { linkedPages?: Readonly<Record<string, emails.LinkedPages>> } = emails;
const table: Readonly<Record<string, Call>> = calls;

/** Slices whose releases are files for browsers. */
export const remoteSlices: readonly string[] = Object.values(remotes).map(({ slice }) => slice);
export const frontends: readonly string[] = ['shell', ...remoteSlices];
/** Slices whose releases are programs. */
export const processSlices: readonly string[] = [...Object.keys(services), 'shell'];
export const slices: readonly string[] = [...frontends, ...Object.keys(services)];

interface ContractOptions {
  /** Omits what a frontend uses and these contracts do not have, as they are of another commit than its sources. */
  onlyKnown?: boolean;
}

/**
 * Reads what a slice offers and needs from its sources and the contracts of this checkout.
 * @param pages of a remote, which only its build has
 * @throws Error for an unknown slice, or a use of a call, fragment or event that can't be read
 */
export async function contractOf(
  slice: string,
  version: string,
  pages?: readonly { path: string }[],
  { onlyKnown = false }: ContractOptions = {},
): Promise<SliceContract> {
  if (frontends.includes(slice)) {
    const paths = slice === 'shell' ? shellPages() : pages?.map(({ path }) => path);
    return { ...frontend(slice, version, onlyKnown), ...(paths && { pages: paths }) };
  }
  const access = services[slice];
  if (!access) throw new Error(`There is no slice ${slice}. Slices: ${slices.join(', ')}.`);
  return { ...(slice === 'gateway' ? gateway(version, access) : service(slice, version, access)), nats: access };
}

const entriesOf = <T>(names: Iterable<string>, about: (name: string) => T): Record<string, T> =>
  Object.fromEntries([...new Set(names)].toSorted().map((name) => [name, about(name)]));

function callInput({ params, query, body }: Call): JsonSchema {
  const parts = { ...(params && { params }), ...(query && { query }), ...(body && { body }) };
  // A request without a query has an empty one.
  const json = jsonSchemaOf(z.object(parts), 'input');
  return query && jsonSchemaOf(query, 'input').required === undefined
    ? { ...json, required: json.required?.filter((name) => name !== 'query') }
    : json;
}

/** The owner of a call, the gateway and the frontends that make it have the same. */
const exchanges = new Map<string, Exchange>();

function exchange(key: string): Exchange {
  const known = exchanges.get(key) ?? readExchange(key);
  exchanges.set(key, known);
  return known;
}

function readExchange(key: string): Exchange {
  const call = table[key];
  if (!call) throw new Error(`The contracts have no call ${key}.`);
  return {
    input: callInput(call),
    response: jsonSchemaOf(call.response, 'output'),
    owner: call.service,
    access: call.access,
    ...(call.stepUp && { stepUp: call.stepUp }),
  };
}

const ownCalls = (owned: (call: Call) => boolean): string[] =>
  Object.keys(table).filter((key) => owned(table[key] as Call));

const command =
  (io: 'input' | 'output') =>
  (name: string): Exchange => {
    const { request, reply } = commands[name as keyof typeof commands];
    return { input: jsonSchemaOf(request, 'input'), response: jsonSchemaOf(reply, io) };
  };

const event =
  (io: 'input' | 'output') =>
  (name: string): JsonSchema =>
    jsonSchemaOf(events[name as keyof typeof events].data, io);

const natsNeeds = ({ consumes, subscribes = [], requests }: NatsAccess) => ({
  commands: entriesOf(requests, command('input')),
  events: entriesOf([...consumes, ...subscribes], event('input')),
});

function service(slice: string, version: string, access: NatsAccess): SliceContract {
  const linked = linkedPages?.[slice];
  return {
    slice,
    version,
    offers: {
      ...NOTHING,
      calls: entriesOf(
        ownCalls((call) => call.service === slice),
        exchange,
      ),
      commands: entriesOf(access.serves, command('output')),
      events: entriesOf(access.publishes, event('output')),
    },
    needs: { ...NOTHING, ...natsNeeds(access) },
    ...(linked && { neededPages: entriesOf(linked.pages, () => linked.remote) }),
  };
}

function gateway(version: string, access: NatsAccess): SliceContract {
  const own = ownCalls(({ service }) => service === 'gateway');
  const passedOn = ownCalls(({ service }) => service !== 'gateway');
  const offered = {
    ...entriesOf(own, exchange),
    ...entriesOf(passedOn, (key) => ({ ...exchange(key), response: { not: {} } })),
  };
  return {
    slice: 'gateway',
    version,
    offers: { ...NOTHING, calls: offered },
    needs: {
      ...NOTHING,
      ...natsNeeds(access),
      calls: entriesOf(passedOn, (key) => ({ ...exchange(key), response: {} })),
    },
  };
}

function frontend(slice: string, version: string, onlyKnown: boolean): SliceContract {
  const usage = scan(sourcesOf(slice));
  if (usage.unreadable.length > 0 && !onlyKnown)
    throw new Error(`${slice} must name what it uses of other slices in literals:\n  ${usage.unreadable.join('\n  ')}`);
  const detail =
    (io: 'input' | 'output') =>
    (name: string): JsonSchema =>
      jsonSchemaOf(windowEventDetails[name as keyof typeof windowEventDetails], io);
  const namesIn = (contracts: object, names: ReadonlySet<string>): string[] =>
    [...names].filter((name) => !onlyKnown || Object.hasOwn(contracts, name));
  return {
    slice,
    version,
    offers: {
      ...NOTHING,
      fragments: exposed(slice),
      windowEvents: entriesOf(namesIn(windowEventDetails, usage.emits), detail('output')),
      packages: slice === 'shell' ? lent() : {},
    },
    needs: {
      ...NOTHING,
      fragments: entriesOf(usage.fragments, propsOf),
      calls: entriesOf(namesIn(table, usage.calls), exchange),
      windowEvents: entriesOf(namesIn(windowEventDetails, usage.listens), detail('input')),
      packages: slice === 'shell' ? {} : taken(),
    },
  };
}

const shellPages = (): string[] => readListedPaths(sourcesOf('shell'), 'shell/src/pages/pages.ts', 'ownPages');

function propsOf(name: string): JsonSchema {
  const props: z.ZodType | undefined = (fragmentProps as Readonly<Record<string, z.ZodType>>)[name.split('/')[1] ?? ''];
  return jsonSchemaOf(props ?? z.object({}), 'input');
}

function exposed(slice: string): Schemas {
  const file = path.join(ROOT, slice, 'remote.json');
  if (!existsSync(file)) return {};
  const { exposes } = JSON.parse(readFileSync(file, 'utf8')) as { exposes: Record<string, string> };
  return entriesOf(
    Object.keys(exposes).map((name) => name.replace('./', `${slice.replaceAll('-', '_')}/`)),
    propsOf,
  );
}

const lent = (): Record<string, string> =>
  Object.fromEntries(Object.entries(sharedModules('host')).map(([name, { version }]) => [name, version]));
const taken = (): Record<string, string> =>
  Object.fromEntries(
    Object.entries(sharedModules('remote')).map(([name, { requiredVersion }]) => [name, requiredVersion]),
  );
