import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { ROOT } from '../paths.js';
import { explain } from '../report.js';
import { buildAll } from '../store.js';
import { inOwnFolder } from './own-folder.js';

/** What a program of `tools/bench` exports as `measure`: measures, with stores of its own below `folder`. @returns the exit code */
export type Measure = (run: { args: string[]; folder: string; signal: AbortSignal }) => Promise<number>;

/**
 * Builds all and runs a program of `tools/bench`.
 * @param command whose further arguments are the program's
 * @param program below `tools/bench/dist`; not imported plainly, for `tools/bench` stands on this workspace
 */
export function measuring(command: string, program: string): Promise<never> {
  const args = process.argv.slice(process.argv.indexOf(command) + 1);
  return inOwnFolder(async (folder, signal) => {
    try {
      await buildAll(signal);
      const { measure } = (await import(pathToFileURL(path.join(ROOT, 'tools/bench/dist', program)).href)) as {
        measure: Measure;
      };
      return await measure({ args, folder, signal });
    } catch (error) {
      if (!signal.aborted) explain(error);
      return 1;
    }
  });
}
