// <DATA_DIR>/run.json: what runs, where, under which process id. Written anew at every change; other tools and the
// next start read it.
import { isRunning, signalProcess, waitUntilGone, type ProcessIdentity } from '@rangavalli/database/process-identity';
import { z } from 'zod';
import { readJson } from '../setup/json-file.js';

const identitySchema = z.object({ pid: z.number(), startTime: z.string().nullable() });

const runSchema = z.object({
  /** Storefront. */
  address: z.string(),
  api: z.string(),
  supervisor: identitySchema,
  /** Address of the control API. */
  control: z.string(),
  /** Page of the letters that the store has sent. */
  mail: z.string().default(''),
  startedAt: z.string(),
  processes: z.record(
    z.string(),
    identitySchema.extend({
      address: z.string(),
      role: z.string(),
      /** `running` once it is ready; `pid` is 0 while it is down. */
      state: z.string(),
      startedAt: z.string(),
      restarts: z.number(),
    }),
  ),
});

export type RunFile = z.infer<typeof runSchema>;

/** The run file of a store, if there is one. */
export function readRunFile(file: string): RunFile | null {
  const parsed = runSchema.safeParse(readJson(file));
  return parsed.success ? parsed.data : null;
}

/** The run file of a store that runs now. */
export function runningStore(file: string): RunFile | null {
  const run = readRunFile(file);
  return run && isRunning(run.supervisor) ? run : null;
}

const GRACE_MS = 8_000;

/** Ends what a killed supervisor left running; resolves with the names of what was ended. */
export async function endLeftovers(run: RunFile): Promise<string[]> {
  const left = Object.entries(run.processes).filter(([, identity]) => identity.pid > 0 && isRunning(identity));
  await Promise.all(left.map(([, identity]) => endProcess(identity, GRACE_MS)));
  return left.map(([name]) => name);
}

/** Asks a process to end (SIGTERM) and makes it (SIGKILL) when it hasn't after `graceMs`. */
export async function endProcess(identity: ProcessIdentity, graceMs: number): Promise<void> {
  signalProcess(identity.pid, 'SIGTERM');
  if (await waitUntilGone(identity, graceMs)) return;
  signalProcess(identity.pid, 'SIGKILL');
  await waitUntilGone(identity, graceMs);
}
