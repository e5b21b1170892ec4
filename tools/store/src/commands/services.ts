// Commands for the services of the running store.
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { Refusal, print, step } from '@rangavalli/build-kit/command/report';
import { NATS_OPERATOR } from '@rangavalli/contracts/nats-access';
import { findBreakingChanges } from '@rangavalli/release/contract/breaking-changes';
import { contractOf } from '@rangavalli/release/contract/contract-of';
import { liveContracts } from '@rangavalli/release/contract/live-contracts';
import type { SliceContract } from '@rangavalli/release/contract/slice-contract';
import { rollback } from '@rangavalli/release/rollback';
import { configuredStore } from '@rangavalli/release/store/location';
import { passwordVariable } from '@rangavalli/service-kit/nats/server-config';
import { z } from 'zod';
import { type DataPaths, dataPaths, ROOT } from '../paths.js';
import { programs, REMOTES, SERVICES } from '../processes.js';
import { readSettings } from '../settings.js';
import { bundlePrograms, compile } from '../setup/build.js';
import { secretsOf } from '../setup/secrets.js';
import { ServiceReleases } from '../setup/service-releases.js';
import type { Release } from '../supervisor/replicas.js';
import { runningStore } from '../supervisor/run-file.js';

type ServiceName = (typeof SERVICES)[number];

const isOneOf = <T extends string>(names: readonly T[], name: string | undefined): name is T =>
  names.some((known) => known === name);

function serviceNamed(name: string | undefined): ServiceName {
  if (!isOneOf(SERVICES, name)) throw new Refusal(`Which service? One of: ${SERVICES.join(', ')}`);
  return name;
}

const processStates = z.record(z.string(), z.object({ address: z.string(), state: z.string() }));

/** The control API of the store that runs on DATA_DIR. */
class RunningStore {
  readonly paths: DataPaths = dataPaths(readSettings().DATA_DIR);
  private readonly control: string;

  /** Throws a Refusal when no store is running. */
  constructor() {
    const run = runningStore(this.paths.run);
    if (!run) throw new Refusal('No store is running here: run `npm start` in another terminal first.');
    this.control = run.control;
  }

  scale(service: string, to: number): Promise<void> {
    return this.change(`${service}/scale`, { to });
  }

  /** Restarts a service's processes one after the other, as another release, or as the checkout's code (`null`). */
  roll(service: string, release?: Release | null): Promise<void> {
    return this.change(`${service}/roll`, release === undefined ? {} : { release });
  }

  private async change(target: string, body: object): Promise<void> {
    const response = await fetch(`${this.control}/services/${target}`, { method: 'POST', body: JSON.stringify(body) });
    const result: unknown = await response.json();
    if (!response.ok) throw new Refusal((result as { message: string }).message);
    for (const [name, { address, state }] of Object.entries(processStates.parse(result)))
      print(`${name} ${state} ${address}`);
  }
}

/** `npm run scale -- order 2`: sets the number of processes of a service, or of the gateway. */
export async function scaleCommand([name, to]: string[]): Promise<void> {
  if (!name || !to) throw new Refusal('usage: npm run scale -- order 2');
  await new RunningStore().scale(name, Number(to));
}

/** `npm run roll -- order`: restarts the processes of a service one after the other, without a failed request. */
export async function rollCommand([name]: string[]): Promise<void> {
  const service = serviceNamed(name);
  const store = new RunningStore();
  await step(`restart ${service}`, () => store.roll(service));
}

/**
 * `npm run release -w services/order [-- --version 1.2.0]`: builds a service, checks it against its live neighbours,
 * keeps the build in the release store and replaces the running processes.
 */
export async function releaseServiceCommand(args: string[]): Promise<void> {
  const { positionals, values } = parseArgs({ args, options: { version: { type: 'string' } }, allowPositionals: true });
  const service = serviceNamed(positionals[0]);
  const store = new RunningStore();
  const releases = new ServiceReleases(store.paths.releases, service);
  const version = values.version ?? releases.nextVersion();
  await step(`${service} built`, async () => {
    await compile({ projects: [path.join('services', service), 'packages/build-kit'] });
    await bundlePrograms([programs[service]]);
  });
  const contract = await step('contract', () => checkedContract(service, version, store.paths.releases));
  const release = await step(`kept as ${version}`, () => Promise.resolve(releases.keep(version, contract)));
  await step('running processes replaced', () => store.roll(service, release));
  releases.note('released', version);
  print(`${service} ${version} is live. To undo: npm run rollback -- ${service}`);
}

/** Returns the contract of a new release. Throws a Refusal with every conflict with what is live. */
async function checkedContract(service: string, version: string, store: string): Promise<SliceContract> {
  const contract = await contractOf(service, version);
  const live = liveContracts(store);
  // The releases of remotes may be in a bucket, which has the contracts of what was started with them too.
  const others = (await configuredStore().liveContracts()).filter(
    ({ slice }) => !live.some((known) => known.slice === slice),
  );
  const found = findBreakingChanges(contract, [...live, ...others]);
  if (found.length === 0) return contract;
  const lines = found.map(({ neighbour, about, reason }) => `  ${neighbour}: ${about} ${reason}`);
  throw new Refusal([`${service} ${version} may not go live:`, ...lines].join('\n'));
}

/** `npm run rollback -- order [1.1.0]`: makes the previous release of a remote or service live, or the named one. */
export async function rollbackCommand(args: string[]): Promise<void> {
  const { positionals, values } = parseArgs({ args, options: { force: { type: 'boolean' } }, allowPositionals: true });
  const [slice, version] = positionals;
  if (isOneOf(REMOTES, slice)) return rollback(configuredStore(), slice, { version, force: values.force });
  if (!isOneOf(SERVICES, slice))
    throw new Refusal(`usage: npm run rollback -- <slice> [version]\nSlices: ${[...SERVICES, ...REMOTES].join(', ')}`);
  const store = new RunningStore();
  const releases = new ServiceReleases(store.paths.releases, slice);
  const target = version ?? releases.previous();
  await step(`${slice} ${target ?? "from the checkout's code"}`, () =>
    store.roll(slice, target === undefined ? null : releases.find(target)),
  );
  releases.note('rolled back', target);
}

/** `npm run dead-letters`: runs service-kit's command line on the NATS of the running store. */
export async function deadLettersCommand(args: string[]): Promise<number> {
  const settings = readSettings();
  const paths = dataPaths(settings.DATA_DIR);
  const url = settings.NATS_URL ?? runningStore(paths.run)?.processes['nats']?.address;
  if (!url) throw new Refusal('No store is running here: start it, or set NATS_URL.');
  const variable = passwordVariable(NATS_OPERATOR);
  const password = settings.NATS_URL ? process.env[variable] : secretsOf(paths).nats[NATS_OPERATOR];
  const login = password ? { NATS_USER: NATS_OPERATOR, NATS_PASSWORD: password } : {};
  const program = path.join(ROOT, 'packages/service-kit/dist/dead-letters/cli.js');
  const env = { ...process.env, NATS_URL: url, ...login };
  return spawnSync(process.execPath, [program, ...args], { stdio: 'inherit', env }).status ?? 1;
}
