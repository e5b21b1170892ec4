import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Refusal } from '@rangavalli/build-kit/command/report';
import { identify, isRunning, readIdentity } from '@rangavalli/database/process-identity';

/** Returns the id of the process that has the claim, undefined when none has it. */
export function holderOf(file: string): number | undefined {
  const holder = readIdentity(file);
  return holder && isRunning(holder) ? holder.pid : undefined;
}

/**
 * Claims for this process what only one may use at a time. The claim of a process that has ended is replaced.
 * @param refusal for the id of the process that has the claim
 * @returns a function that ends the claim
 */
export function claim(file: string, refusal: (pid: number) => Refusal): () => void {
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  for (;;) {
    try {
      writeFileSync(file, JSON.stringify(identify(process.pid)), { flag: 'wx', mode: 0o600 });
      return () => rmSync(file, { force: true });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
    const holder = holderOf(file);
    if (holder !== undefined) throw refusal(holder);
    rmSync(file, { force: true });
  }
}
