import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { Refusal, print, step } from '@rangavalli/build-kit/command/report';
import { workspaceAt } from '@rangavalli/build-kit/workspaces';
import { NATS_OPERATOR } from '@rangavalli/contracts/nats-access';
import { adoptAll } from '@rangavalli/release/adopt';
import { findBreakingChanges } from '@rangavalli/release/contract/breaking-changes';
import { contractOf } from '@rangavalli/release/contract/contract-of';
import type { SliceContract } from '@rangavalli/release/contract/slice-contract';
import { rollback } from '@rangavalli/release/rollback';
import { goLive, nextVersion, rollbackTarget } from '@rangavalli/release/store/change';
import { FolderStore } from '@rangavalli/release/store/folder-store';
import { configuredStore } from '@rangavalli/release/store/location';
import type { SliceLock } from '@rangavalli/release/store/release-store';
import { passwordVariable } from '@rangavalli/service-kit/nats/server-config';
import { dataPaths, ROOT } from '../paths.js';
import { programs, REMOTES, SERVICES } from '../processes.js';
import { readSettings } from '../settings.js';
import { bundlePrograms, compile } from '../setup/build.js';
import { natsLogin, secretsOf } from '../setup/secrets.js';
import { findRelease, storeBuild } from '../setup/service-releases.js';
import { callControl } from '../supervisor/control-client.js';
import { type RunFile, runningStore } from '../supervisor/run-file.js';

type ServiceName = (typeof SERVICES)[number];

const isOneOf = <T extends string>(names: readonly T[], name: string | undefined): name is T =>
  names.some((known) => known === name);

function serviceNamed(name: string | undefined): ServiceName {
  if (!isOneOf(SERVICES, name)) throw new Refusal(`Which service? One of: ${SERVICES.join(', ')}`);
  return name;
}

function requireRunningStore(): RunFile {
  const run = runningStore(dataPaths(readSettings().DATA_DIR).run);
  if (!run) throw new Refusal('No store is running here: run `npm start` in another terminal first.');
  return run;
}

async function changeService({ control }: RunFile, target: string, body: object = {}): Promise<void> {
  const processes = (await callControl(control, 'POST', `/services/${target}`, body)) as RunFile['processes'];
  for (const [name, { address, state }] of Object.entries(processes)) print(`${name} ${state} ${address}`);
}

export async function scaleCommand([name, to]: string[]): Promise<void> {
  if (!name || !to) throw new Refusal('usage: npm run scale -- order 2');
  await changeService(requireRunningStore(), `${name}/scale`, { to: Number(to) });
}

export async function rollCommand([name]: string[]): Promise<void> {
  const service = serviceNamed(name);
  const store = requireRunningStore();
  await step(`restart ${service}`, () => changeService(store, `${service}/roll`));
}

async function withReleases(
  service: ServiceName,
  run: (store: FolderStore, lock: SliceLock, running: RunFile) => Promise<void>,
): Promise<void> {
  const running = requireRunningStore();
  const store = new FolderStore(dataPaths(readSettings().DATA_DIR).releases);
  // Where the remotes' releases are in a bucket, the start adds the services' contracts to the bucket.
  if (!(await store.live(service))) await adoptAll(store, [service]);
  const lock = await store.lock(service);
  await run(store, lock, running).finally(() => lock.free());
}

export async function releaseServiceCommand(args: string[]): Promise<void> {
  const { positionals, values } = parseArgs({ args, options: { version: { type: 'string' } }, allowPositionals: true });
  const service = serviceNamed(positionals[0]);
  await withReleases(service, async (store, lock, running) => {
    const folder = path.join('services', service);
    const version = await nextVersion(store, service, workspaceAt(path.join(ROOT, folder)).version, values.version);
    await step(`${service} built`, async () => {
      await compile({ projects: [folder, 'packages/build-kit'] });
      await bundlePrograms([programs[service]]);
    });
    const contract = await step('contract', () => checkedContract(service, version, store));
    await step(`kept as ${version}`, () => storeBuild(store, contract));
    await step('running processes replaced', () => changeService(running, `${service}/roll`, { release: version }));
    await goLive(store, lock, version);
    print(`${service} ${version} is live. To undo: npm run rollback -- ${service}`);
  });
}

async function checkedContract(service: string, version: string, store: FolderStore): Promise<SliceContract> {
  const contract = await contractOf(service, version);
  const live = await store.liveContracts();
  // The releases of remotes may be in a bucket.
  const others = (await configuredStore().liveContracts()).filter(
    ({ slice }) => !live.some((known) => known.slice === slice),
  );
  const found = findBreakingChanges(contract, [...live, ...others]);
  if (found.length === 0) return contract;
  const lines = found.map(({ neighbour, about, reason }) => `  ${neighbour}: ${about} ${reason}`);
  throw new Refusal([`${service} ${version} may not go live:`, ...lines].join('\n'));
}

/** `npm run rollback -- order [1.1.0]` */
export async function rollbackCommand(args: string[]): Promise<void> {
  const { positionals, values } = parseArgs({ args, options: { force: { type: 'boolean' } }, allowPositionals: true });
  const [slice, version] = positionals;
  if (isOneOf(REMOTES, slice)) return rollback(configuredStore(), slice, { version, force: values.force });
  if (!isOneOf(SERVICES, slice))
    throw new Refusal(`usage: npm run rollback -- <slice> [version]\nSlices: ${[...SERVICES, ...REMOTES].join(', ')}`);
  await withReleases(slice, async (store, lock, running) => {
    const now = await store.live(slice);
    const target = version ?? (now ? rollbackTarget(slice, now) : '');
    const release = await findRelease(store, slice, target);
    const title = release ? `${slice} ${target}` : `${slice} from the checkout's code`;
    await step(title, () => changeService(running, `${slice}/roll`, { release: release ? target : null }));
    await goLive(store, lock, target, 'rolled back');
  });
}

export async function deadLettersCommand(args: string[]): Promise<number> {
  const settings = readSettings();
  const paths = dataPaths(settings.DATA_DIR);
  const url = settings.NATS_URL ?? runningStore(paths.run)?.processes['nats']?.address;
  if (!url) throw new Refusal('No store is running here: start it, or set NATS_URL.');
  const given = process.env[passwordVariable(NATS_OPERATOR)];
  const external = given && { user: NATS_OPERATOR, password: given };
  const login = settings.NATS_URL ? external : natsLogin(secretsOf(paths), NATS_OPERATOR);
  const program = path.join(ROOT, 'packages/service-kit/dist/dead-letters/cli.js');
  const env = {
    ...process.env,
    NATS_URL: url,
    ...(login ? { NATS_USER: login.user, NATS_PASSWORD: login.password } : {}),
  };
  return spawnSync(process.execPath, [program, ...args], { stdio: 'inherit', env }).status ?? 1;
}
