import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePorts } from '@rangavalli/store/setup/ports';
import type { Shop } from './shop.js';

const START_TIMEOUT_MS = 30_000;

export interface SecondGateway {
  origin: string;
  pid: number;
  stop(): Promise<void>;
}

/** Starts a second gateway of the same store; `CACHE_BYTES: '0'` disables its cache. */
export async function startSecondGateway(shop: Shop, overrides: Record<string, string> = {}): Promise<SecondGateway> {
  const { command, args, env } = shop.envOf('gateway');
  const { port, internal } = await freePorts(['port', 'internal']);
  const child = spawn(command, args, {
    // The socket that the store's gateways share is not inherited.
    env: {
      ...env,
      LISTEN_FD: '',
      PORT: String(port),
      INTERNAL_PORT: String(internal),
      HOST: '127.0.0.1',
      ...overrides,
    },
    stdio: 'ignore',
  });
  const closed = once(child, 'close');
  const origin = `http://127.0.0.1:${port}`;
  const isReady = (): Promise<boolean> =>
    fetch(`http://127.0.0.1:${internal}/health/ready`).then(
      ({ ok }) => ok,
      () => false,
    );
  for (const deadline = Date.now() + START_TIMEOUT_MS; !(await isReady()); await sleep(100))
    if (child.exitCode !== null || Date.now() > deadline) throw new Error('the second gateway did not start');
  return {
    origin,
    pid: child.pid ?? 0,
    stop: async () => {
      child.kill();
      await closed;
    },
  };
}
