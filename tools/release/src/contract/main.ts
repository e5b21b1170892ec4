// `npm run contract -- <slice>`: compares a slice of this checkout with the live releases of its neighbours.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { readPages, ROUTES } from '@rangavalli/build-kit/build/release';
import { readRemoteFile } from '@rangavalli/build-kit/build/remote';
import { allWorkspaces, ROOT, workspaceAt } from '@rangavalli/build-kit/workspaces';
import type { PageDefinition } from '@rangavalli/contracts/pages';
import { contractOf, remoteSlices, slices } from './contract-of.js';
import { snapshotNewEvents } from './event-snapshots.js';
import { checkNeighbours, recordContract } from './gate.js';
import { unpermittedSubjects } from './nats-permissions.js';
import { findPageProblems } from './routes.js';
import type { SliceContract } from './slice-contract.js';
import { configuredStore } from '../store/location.js';
import { toJson } from '../store/release-store.js';

const USAGE = `usage: npm run contract -- <slice> [--after <slice>,…] [--nats-config <file>] [--out <file>]
                       [--version <version>] [--first] [--record]
Compares a slice of this checkout with the live releases of its neighbours (RELEASE_STORE). Without any it fails, except
before the first release of all (--first). --after names slices that this change releases before: they are compared as
they are in this checkout. --nats-config compares also with the configuration of a NATS server whose permissions are
managed elsewhere. --record then makes the contract live, for a process released elsewhere.
       npm run contract -- <slice> --permissions <file>
Compares only with the configuration of a NATS server.
       npm run contract -- --keep-events
Adds snapshots of new events.
Slices: ${slices.join(', ')}`;

try {
  process.exitCode = await run();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 2;
}

/** @returns the exit code: 0 it may go live, 1 it may not */
async function run(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      after: { type: 'string', default: '' },
      out: { type: 'string' },
      version: { type: 'string' },
      first: { type: 'boolean', default: false },
      record: { type: 'boolean' },
      'keep-events': { type: 'boolean' },
      'nats-config': { type: 'string' },
      permissions: { type: 'string' },
    },
  });
  if (values['keep-events']) {
    const fresh = snapshotNewEvents();
    console.log(fresh.length === 0 ? 'every event has a snapshot' : `added: ${fresh.join(', ')}`);
    return 0;
  }
  const [slice] = positionals;
  if (!slice || positionals.length > 1) throw new Error(USAGE);
  const pages = await pagesOf(slice);
  const next = await contractOf(slice, values.version ?? versionOf(slice), pages);
  if (values.out) {
    const file = path.resolve(values.out);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, toJson(next));
    console.log(`written: ${file}`);
  }
  if (values.permissions !== undefined) return isPermitted(values.permissions, next) ? 0 : 1;
  const store = configuredStore();
  const earlier = values.after.split(',').filter((name) => name && name !== slice);
  const changed = await Promise.all(
    earlier.map(async (name) => contractOf(name, 'of this checkout', await pagesOf(name))),
  );
  const verdict = await checkNeighbours(next, store, { isFirst: values.first, earlier: changed });
  console.log(verdict.text);
  const mayRun = values['nats-config'] === undefined || isPermitted(values['nats-config'], next);
  const problems = pages ? findPageProblems(next, pages, [...changed, ...(await store.liveContracts())]) : [];
  for (const problem of problems) console.log(`  ${problem}`);
  if (!verdict.mayGoLive || !mayRun || problems.length > 0) return 1;
  if (values.record) {
    await recordContract(next, store);
    console.log(`${next.slice} ${next.version} is recorded as live`);
  }
  return 0;
}

function isPermitted(config: string, next: SliceContract): boolean {
  const unpermitted = unpermittedSubjects(readFileSync(path.resolve(config), 'utf8'), next);
  for (const subject of unpermitted) console.log(`  ${config} does not permit ${next.slice}: ${subject}`);
  if (unpermitted.length === 0) console.log(`${config} permits what ${next.slice} ${next.version} does`);
  return unpermitted.length === 0;
}

/** Of a remote with routes; others have none to miss. */
async function pagesOf(slice: string): Promise<PageDefinition[] | undefined> {
  if (!remoteSlices.includes(slice)) return undefined;
  const workspace = workspaceAt(path.join(ROOT, slice));
  return ROUTES in readRemoteFile(workspace).exposes ? readPages(workspace) : undefined;
}

/** Names of service workspaces differ from their folders. */
function versionOf(slice: string): string {
  return allWorkspaces().find(({ folder }) => path.basename(folder) === slice)?.version ?? '0.0.0';
}
