import { spawn } from 'node:child_process';
import path from 'node:path';
import { expect } from '@playwright/test';
import { runFile } from './store.js';

/** The project's root folder. */
export const ROOT = new URL('../../..', import.meta.url).pathname.replace(/\/$/, '');

/** The release store of the store under test. */
export const releaseStore = (): string => process.env.RELEASE_STORE || path.join(path.dirname(runFile()), 'releases');

export interface Outcome {
  code: number | null;
  /** What it printed. */
  text: string;
}

/** Runs one of the project's programs on the store under test, to its end. */
export async function program(file: string, words: readonly string[], cwd = ROOT): Promise<Outcome> {
  const env = { ...process.env, DATA_DIR: path.dirname(runFile()), RELEASE_STORE: releaseStore() };
  const child = spawn(process.execPath, [file, ...words], { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let text = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (part: string) => (text += part));
  return { code: await new Promise((resolve) => child.once('close', resolve)), text };
}

/** One of the store's commands, as `npm run` starts it. */
export async function command(name: 'release-service' | 'rollback', ...words: string[]): Promise<void> {
  const { code, text } = await program(path.join(ROOT, 'tools/store/dist/main.js'), [name, ...words]);
  expect(code, text).toBe(0);
}
