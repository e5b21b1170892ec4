// `npm run release -- <slice>` and `npm run rollback -- <slice>`: the same two words for every slice.
import path from 'node:path';
import { parseArgs } from 'node:util';
import { explain, Refusal, print, step } from '@rangavalli/build-kit/command/report';
import { workspaceAt } from '@rangavalli/build-kit/workspaces';
import { adoptContract, keptReleases } from '@rangavalli/release/adopt';
import { contractOf } from '@rangavalli/release/contract/contract-of';
import type { SliceContract } from '@rangavalli/release/contract/slice-contract';
import { builtProgram, folderOfProcess } from '@rangavalli/release/program';
import { isIdentical, promote, release, type ReleaseOptions } from '@rangavalli/release/release';
import { rollback } from '@rangavalli/release/rollback';
import { goLive, nextVersion, prune, rollbackTarget } from '@rangavalli/release/store/change';
import { FolderStore } from '@rangavalli/release/store/folder-store';
import { grantedAccess, newSubjects } from '@rangavalli/release/store/granted-access';
import { configuredStore } from '@rangavalli/release/store/location';
import type { ReleaseStore, SliceLock } from '@rangavalli/release/store/release-store';
import { dataPaths, ROOT } from '../paths.js';
import { PROCESS_SLICES, type ProcessSlice, REMOTES } from '../processes.js';
import { readSettings } from '../settings.js';
import { buildProcess, compile } from '../setup/build.js';
import { findRelease, storeBuild } from '../setup/process-releases.js';
import type { LiveRequest } from '../supervisor/control.js';
import { type RunFile, runningStore } from '../supervisor/run-file.js';
import { findLiveContracts, requireFit } from './release-contract.js';
import { waitUntilServed } from './served.js';
import { changeProcesses, requireRunningStore } from './services.js';

type RemoteSlice = (typeof REMOTES)[number];

const SLICES = [...PROCESS_SLICES, ...REMOTES];
const USAGE = {
  release: `usage: npm run release -- <slice> [--version 1.4.0] [--permitted] [--if-changed]
       npm run release -- <remote> --canary <percent>, then --promote
Slices: ${SLICES.join(', ')}`,
  rollback: `usage: npm run rollback -- <slice> [version] [--permitted] [--force]
Slices: ${SLICES.join(', ')}`,
};

const isRemote = (slice: string | undefined): slice is RemoteSlice => REMOTES.some((remote) => remote === slice);
const isProcess = (slice: string | undefined): slice is ProcessSlice => PROCESS_SLICES.some((name) => name === slice);

export async function releaseCommand(args: string[]): Promise<void> {
  const { positionals, values } = parseArgs({
    args,
    options: {
      version: { type: 'string' },
      canary: { type: 'string' },
      promote: { type: 'boolean' },
      permitted: { type: 'boolean' },
      'if-changed': { type: 'boolean' },
    },
    allowPositionals: true,
  });
  const [slice] = positionals;
  const { version, canary, promote: isPromotion, 'if-changed': ifChanged } = values;
  if (positionals.length > 1 || (isPromotion && (version !== undefined || canary !== undefined)))
    throw new Refusal(USAGE.release);
  if (isRemote(slice))
    return changeRemote(slice, (store) =>
      isPromotion ? promote(store, slice) : releaseRemote(store, slice, { version, canary, ifChanged }),
    );
  if (!isProcess(slice)) throw new Refusal(USAGE.release);
  if (isPromotion || canary !== undefined)
    throw new Refusal(`${slice} has no canary: only remotes have releases for a share of visitors.`);
  await releaseProcess(slice, { wanted: version, ifChanged, isPermitted: values.permitted });
}

/** Changes what is live of a remote; its host and the shell of a running store must serve it afterwards. */
async function changeRemote(slice: RemoteSlice, change: (store: ReleaseStore) => Promise<void>): Promise<void> {
  const store = configuredStore();
  const processes = runningStore(dataPaths(readSettings().DATA_DIR).run)?.processes;
  const host = processes?.[slice];
  if (processes?.['shell'] && !host)
    throw new Refusal(
      `The running store does not know ${slice}, whose pages would be 404. First restart it: npm start`,
    );
  await change(store);
  const now = await store.live(slice);
  if (!host || !now) return;
  const addresses = { host: host.address, shell: processes['shell']?.address };
  await step('served', () => waitUntilServed(slice, now, addresses));
}

async function releaseRemote(
  store: ReleaseStore,
  slice: RemoteSlice,
  { version, canary, ifChanged }: Record<'version' | 'canary', string | undefined> & Pick<ReleaseOptions, 'ifChanged'>,
): Promise<void> {
  const share = canary === undefined ? undefined : Number(canary);
  if (share !== undefined && !(share > 0 && share < 100))
    throw new Refusal(`--canary ${canary}: a number over 0 and under 100 is needed.`);
  await step('types', () => compile({ projects: [slice] }));
  await release(store, path.join(ROOT, slice), { version, canary: share, ifChanged });
}

interface ProcessReleaseOptions extends Pick<ReleaseOptions, 'ifChanged'> {
  wanted?: string | undefined;
  isPermitted?: boolean | undefined;
}

/** Builds a service, the gateway or the shell and replaces the running processes. A failure changes nothing. */
async function releaseProcess(
  slice: ProcessSlice,
  { wanted, ifChanged, isPermitted = false }: ProcessReleaseOptions,
): Promise<void> {
  const running = requireRunningStore();
  await withReleases(slice, async (store, lock) => {
    const { version: first } = workspaceAt(path.join(ROOT, folderOfProcess(slice)));
    const version = await nextVersion(store, slice, first, wanted);
    await step(`${slice} built`, () => buildProcess(slice));
    const contract = await contractOf(slice, version);
    // A version that was named on the command line may be of the same build.
    if (wanted === undefined && (await isIdentical(store, contract, builtProgram(slice).hash, ifChanged))) return;
    await step('contract', async () => {
      await checkContract(contract, store);
      if (!isPermitted) await requirePermissions(contract, store, 'release');
    });
    await step(`${slice} ${version} added to the release store`, () => storeBuild(store, contract));
    await replaceProcesses(running, store, lock, version, 'released');
    await addContractToBucket(contract);
    const old = await prune(store, slice, { kept: keptReleases(slice) });
    if (old.length > 0) print(`  removed: ${old.join(', ')}`);
    print(`${slice} ${version} is live. To undo: npm run rollback -- ${slice}`);
  });
}

/** The permissions of an external NATS server are changed by those who run it, before what needs more goes live. */
async function requirePermissions(
  contract: SliceContract,
  store: FolderStore,
  command: 'release' | 'rollback',
): Promise<void> {
  if (!readSettings().NATS_URL) return;
  const subjects = newSubjects(contract, await grantedAccess(store));
  if (subjects.length === 0) return;
  throw new Refusal(`The NATS server at NATS_URL may refuse what ${contract.slice} ${contract.version} does:
${subjects.map((subject) => `  ${subject}`).join('\n')}
Give its user these permissions (npm run nats:config prints them all), then repeat the ${command} with --permitted.`);
}

/**
 * `npm run rollback -- order [1.1.0]`. Without a running store, as when a release prevents its start, the next start
 * runs what is then live.
 */
export async function rollbackCommand(args: string[]): Promise<void> {
  const { positionals, values } = parseArgs({
    args,
    options: { force: { type: 'boolean' }, permitted: { type: 'boolean' } },
    allowPositionals: true,
  });
  const [slice, version] = positionals;
  if (isRemote(slice)) return changeRemote(slice, (store) => rollback(store, slice, { version, force: values.force }));
  if (!isProcess(slice)) throw new Refusal(USAGE.rollback);
  const running = runningStore(dataPaths(readSettings().DATA_DIR).run);
  await withReleases(slice, async (store, lock) => {
    const now = await store.live(slice);
    if (!now) throw new Refusal(`${slice} was never released.`);
    const target = version ?? rollbackTarget(slice, now);
    if (target === now.live) throw new Refusal(`${slice} ${target} is live already.`);
    await findRelease(store, slice, target);
    const contract = await store.contract(slice, target);
    if (!values.force)
      await step('contract', async () => {
        await checkContract(contract, store, { isRollback: true });
        if (!values.permitted) await requirePermissions(contract, store, 'rollback');
      });
    if (running) await replaceProcesses(running, store, lock, target, 'rolled back');
    else await goLive(store, lock, target, 'rolled back');
    await addContractToBucket(contract);
    print(`${slice} ${target} is live again${running ? '' : ' at the next npm start'}, in place of ${now.live}`);
  });
}

/** The running store also makes the release live, so that it finishes when this command is interrupted. */
export async function replaceProcesses(
  running: RunFile,
  store: FolderStore,
  lock: SliceLock,
  release: string,
  what: LiveRequest['what'],
): Promise<void> {
  const { slice, token } = lock;
  await step('running processes replaced', () =>
    changeProcesses(running, `${slice}/roll`, { release, live: { lock: token, what } }).catch(
      async (error: unknown) => {
        // When the store responds with a refusal, nothing runs the release any more.
        const isUnused = error instanceof Refusal && (await store.live(slice))?.live !== release;
        // Pages that its spare process has served may be open: `prune` removes it with the next release.
        const hasPages = slice === 'shell';
        if (what === 'released' && isUnused && !hasPages) await store.remove(slice, release).catch(explain);
        throw error;
      },
    ),
  );
  // A store that was started before an update of this command may leave it to the command.
  if ((await store.live(slice))?.live !== release) await goLive(store, lock, release, what);
}

/** Releases of remotes in a bucket are compared with the live contracts there. */
async function addContractToBucket(contract: SliceContract): Promise<void> {
  const ofRemotes = configuredStore();
  if (ofRemotes instanceof FolderStore) return;
  await step('contract added to the bucket', async () => {
    await adoptContract(ofRemotes, contract);
  });
}

async function withReleases(
  slice: ProcessSlice,
  run: (store: FolderStore, lock: SliceLock) => Promise<void>,
): Promise<void> {
  const store = new FolderStore(dataPaths(readSettings().DATA_DIR).releases);
  const lock = await store.lock(slice);
  await run(store, lock).finally(() => lock.free());
}

/** Throws a Refusal that names every live neighbour which the release would break. */
async function checkContract(contract: SliceContract, store: FolderStore, { isRollback = false } = {}): Promise<void> {
  requireFit(contract, await findLiveContracts(store, configuredStore()), { isRollback });
}
