// `npm run contract -- <slice>`: compares a slice of this checkout with the live releases of its neighbours.
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { allWorkspaces } from '@rangavalli/build-kit/workspaces';
import { findBreakingChanges } from './breaking-changes.js';
import { contractOf, slices } from './contract-of.js';
import { snapshotNewEvents } from './event-snapshots.js';
import { configuredStore } from '../store/location.js';
import { toJson } from '../store/release-store.js';
import type { Break, SliceContract } from './slice-contract.js';

const USAGE = `usage: npm run contract -- <slice> [--out <file>] [--version <version>]
Compares a slice of this checkout with the live releases of its neighbours (RELEASE_STORE).
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
    options: { out: { type: 'string' }, version: { type: 'string' }, 'keep-events': { type: 'boolean' } },
  });
  if (values['keep-events']) {
    const fresh = snapshotNewEvents();
    console.log(fresh.length === 0 ? 'every event has a snapshot' : `added: ${fresh.join(', ')}`);
    return 0;
  }
  const [slice] = positionals;
  if (!slice || positionals.length > 1) throw new Error(USAGE);
  const next = await contractOf(slice, values.version ?? versionOf(slice));
  if (values.out) {
    const file = path.resolve(values.out);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, toJson(next));
    console.log(`written: ${file}`);
  }
  const neighbours = await configuredStore().liveContracts();
  const found = findBreakingChanges(next, neighbours);
  console.log(verdicts(next, neighbours, found));
  return found.length === 0 ? 0 : 1;
}

/** Names of service workspaces differ from their folders. */
function versionOf(slice: string): string {
  return allWorkspaces().find(({ folder }) => path.basename(folder) === slice)?.version ?? '0.0.0';
}

function verdicts(next: SliceContract, neighbours: readonly SliceContract[], found: readonly Break[]): string {
  const others = neighbours
    .filter(({ slice }) => slice !== next.slice)
    .map(({ slice, version }) => `${slice} ${version}`);
  if (others.length === 0) return `${next.slice} ${next.version}: no neighbour is live yet.`;
  const width = Math.max(...others.map(({ length }) => length));
  const lines = others.flatMap((neighbour) => {
    const reasons = found
      .filter((one) => one.neighbour === neighbour)
      .map(({ about, reason }) => `    ${about}: ${reason}`);
    return [`  ${neighbour.padEnd(width)}  ${reasons.length === 0 ? 'fits' : 'does not fit'}`, ...reasons];
  });
  const verdict =
    found.length === 0 ? 'may go live' : `may not go live, ${found.length} ${found.length === 1 ? 'break' : 'breaks'}`;
  return [`${next.slice} ${next.version} beside what is live:`, ...lines, verdict].join('\n');
}
