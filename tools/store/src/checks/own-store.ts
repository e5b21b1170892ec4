import { spawn } from 'node:child_process';
import path from 'node:path';
import { Refusal } from '@rangavalli/build-kit/command/report';
import { type DataPaths, ROOT } from '../paths.js';
import { freePorts } from '../setup/ports.js';

const MAX_OUTPUT_CHARACTERS = 20_000;

export interface StartedStore {
  port: number;
  /** Returns the last lines that it printed. */
  output(): string;
  stop(): Promise<void>;
}

/** Starts a store of its own on these data, as `npm start` does, without rate limits. */
export async function startStore({ dataDir, releases }: DataPaths, signal: AbortSignal): Promise<StartedStore> {
  const { port } = await freePorts(['port']);
  const env = { ...process.env, PORT: String(port), DATA_DIR: dataDir, RELEASE_STORE: releases, RATE_LIMIT: 'off' };
  const child = spawn(process.execPath, [path.join(import.meta.dirname, '../main.js'), 'start'], {
    cwd: ROOT,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  let output = '';
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const ready = new Promise<void>((resolve) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        output = (output + text).slice(-MAX_OUTPUT_CHARACTERS);
        if (/^ready /m.test(output)) resolve();
      });
    }
  });
  const stop = async (): Promise<void> => {
    child.kill('SIGTERM');
    await ended;
  };
  const aborted = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
  const isReady = await Promise.race([ready.then(() => true), ended.then(() => false), aborted.then(() => false)]);
  if (!isReady) {
    await stop();
    signal.throwIfAborted();
    throw new Refusal(`The store did not start:\n${output}`);
  }
  return { port, output: () => output, stop };
}
