import { ROOT, TSC } from '../paths.js';
import { Refusal } from '../report.js';
import { runChild } from './child.js';

/** Compiles every workspace and checks all types. Throws a Refusal with the compiler's findings. */
export async function compile(signal?: AbortSignal, projects: string[] = []): Promise<void> {
  const { code, output } = await runChild(process.execPath, [TSC, '-b', ...projects], { cwd: ROOT, signal });
  if (code !== 0) throw new Refusal(output);
}
