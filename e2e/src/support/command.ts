import { spawn } from 'node:child_process';
import path from 'node:path';
import { expect } from '@playwright/test';
import { runFile } from './store.js';

export const ROOT = new URL('../../..', import.meta.url).pathname.replace(/\/$/, '');

export const dataDir = (): string => path.dirname(runFile());
export const releaseStore = (): string => process.env.RELEASE_STORE || path.join(dataDir(), 'releases');

export interface ProgramResult {
  code: number | null;
  output: string;
}

export async function runProgram(file: string, args: readonly string[], cwd = ROOT): Promise<ProgramResult> {
  const env = { ...process.env, DATA_DIR: dataDir(), RELEASE_STORE: releaseStore() };
  const child = spawn(process.execPath, [file, ...args], { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  return { code: await new Promise((resolve) => child.once('close', resolve)), output };
}

/** Runs a store command, as `npm run` does. @returns its output */
export async function runCommand(
  name: 'release' | 'rollback' | 'backup' | 'restore',
  ...args: string[]
): Promise<string> {
  const { code, output } = await runProgram(path.join(ROOT, 'tools/store/dist/main.js'), [name, ...args]);
  expect(code, output).toBe(0);
  return output;
}
