// <DATA_DIR>/run.json is written at every change; other tools and the next start read it.
import { isRunning, signalProcess, waitUntilEnded } from '@rangavalli/database/process-identity';
import { z } from 'zod';
import { readJson } from '../setup/json-file.js';

const GRACE_MS = 8_000;

const identitySchema = z.object({ pid: z.number(), startTime: z.string().nullable() });

const runSchema = z.object({
  address: z.string(),
  api: z.string(),
  supervisor: identitySchema,
  /** Path of the control API's Unix socket. */
  control: z.string(),
  /** Of the page with the store's emails. */
  mail: z.string(),
  startedAt: z.string(),
  processes: z.record(
    z.string(),
    identitySchema.extend({
      address: z.string(),
      /** Where a process at the edge serves probes, metrics and documentation. */
      internal: z.string().optional(),
      role: z.string(),
      /** `running` once it is ready; `pid` is 0 while it is down. */
      state: z.string(),
      startedAt: z.string(),
      restarts: z.number(),
    }),
  ),
});

export type RunFile = z.infer<typeof runSchema>;

export const readRunFile = (file: string): RunFile | null => runSchema.safeParse(readJson(file)).data ?? null;

export function runningStore(file: string): RunFile | null {
  const run = readRunFile(file);
  return run && isRunning(run.supervisor) ? run : null;
}

export async function endLeftovers(run: RunFile): Promise<string[]> {
  const left = Object.entries(run.processes).filter(([, identity]) => identity.pid > 0 && isRunning(identity));
  await Promise.all(
    left.map(async ([, identity]) => {
      signalProcess(identity.pid, 'SIGTERM');
      if (await waitUntilEnded(identity, GRACE_MS)) return;
      signalProcess(identity.pid, 'SIGKILL');
      await waitUntilEnded(identity, GRACE_MS);
    }),
  );
  return left.map(([name]) => name);
}
