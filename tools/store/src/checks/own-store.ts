import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { Refusal } from '@rangavalli/build-kit/command/report';
import { type DataPaths, dataPaths, ROOT } from '../paths.js';
import { freePorts } from '../setup/ports.js';

const MAX_OUTPUT_CHARACTERS = 20_000;

export interface StartedStore {
  port: number;
  output(): string;
  stop(): Promise<void>;
}

/** Returns paths below a temporary folder, also where RELEASE_STORE is set. */
export function ownStorePaths(folder: string): DataPaths {
  const own = path.join(folder, 'store');
  return { ...dataPaths(own), releases: path.join(own, 'releases') };
}

export async function startStore(
  { dataDir, releases }: DataPaths,
  signal: AbortSignal,
  settings: Record<string, string> = {},
): Promise<StartedStore> {
  const { port } = await freePorts(['port']);
  const own = { PORT: String(port), DATA_DIR: dataDir, RELEASE_STORE: releases, RATE_LIMIT: 'off' };
  const child = spawn(process.execPath, [path.join(import.meta.dirname, '../main.js'), 'start'], {
    cwd: ROOT,
    env: { ...process.env, ...own, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  let output = '';
  const ended = once(child, 'close');
  const ready = new Promise<boolean>((resolve) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        output = (output + text).slice(-MAX_OUTPUT_CHARACTERS);
        if (/^ready /m.test(output)) resolve(true);
      });
    }
    signal.addEventListener('abort', () => resolve(false), { once: true });
  });
  const stop = async (): Promise<void> => {
    child.kill('SIGTERM');
    await ended;
  };
  if (!(await Promise.race([ready, ended.then(() => false)]))) {
    await stop();
    signal.throwIfAborted();
    throw new Refusal(`The store did not start:\n${output}`);
  }
  return { port, output: () => output, stop };
}
