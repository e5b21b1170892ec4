import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Refusal } from '@rangavalli/build-kit/command/report';
import { identify, isRunning, type ProcessIdentity } from '@rangavalli/database/process-identity';

/** Returns the id of the process that has the claim, undefined when none has it. */
export const holderOf = (file: string): number | undefined => runningIn(read(file));

/**
 * Claims for this process what only one may use at a time. The claim of a process that has ended is replaced.
 * @param refusal for the id of the process that has the claim, or is replacing it
 * @returns a function that ends the claim
 */
export function claim(file: string, refusal: (pid: number) => Refusal): () => void {
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  const mine = JSON.stringify(identify(process.pid));
  while (!create(file, mine)) {
    const holder = holderOf(file);
    if (holder !== undefined) throw refusal(holder);
    // One process at a time removes a claim, and reads it again before: it may have been replaced.
    const endTakeover = claim(`${file}.takeover`, refusal);
    try {
      const left = read(file);
      if (left !== undefined && runningIn(left) === undefined) rmSync(file);
    } finally {
      endTakeover();
    }
  }
  return () => {
    if (read(file) === mine) rmSync(file, { force: true });
  };
}

/** Returns false when the file exists. */
function create(file: string, text: string): boolean {
  const temporary = `${file}.${process.pid}`;
  try {
    writeFileSync(temporary, text, { mode: 0o600 });
    try {
      // Unlike a file that is being written, a link is never empty.
      linkSync(temporary, file);
    } catch (error) {
      if (codeOf(error) === 'EEXIST') throw error;
      // The file system has no hard links.
      writeFileSync(file, text, { flag: 'wx', mode: 0o600 });
    }
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(temporary, { force: true });
  }
}

/** Returns undefined when there is no such file. */
function read(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/** Returns the id of the process of a claim, undefined when it has ended or the claim is damaged. */
function runningIn(text = ''): number | undefined {
  try {
    const holder = JSON.parse(text) as ProcessIdentity;
    return isRunning(holder) ? holder.pid : undefined;
  } catch {
    return undefined;
  }
}

const codeOf = (error: unknown): string | undefined => (error as NodeJS.ErrnoException).code;
