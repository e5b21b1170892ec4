import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePorts } from '@rangavalli/store/setup/ports';
import type { Shop } from './shop.js';

/** How long it may take to start, ms. */
const READY_MS = 30_000;

export interface SecondGateway {
  origin: string;
  pid: number;
  stop(): Promise<void>;
}

/** A second gateway of the same store; `CACHE_BYTES: '0'` makes it keep no answers, so that every read of it goes the whole way. */
export async function secondGateway(shop: Shop, different: Record<string, string> = {}): Promise<SecondGateway> {
  const { command, args, env } = await shop.envOf('gateway');
  const { port } = await freePorts(['port']);
  const child = spawn(command, args, {
    env: { ...process.env, ...env, PORT: String(port), HOST: '127.0.0.1', ...different },
    stdio: 'ignore',
  });
  const ended = once(child, 'close');
  const origin = `http://127.0.0.1:${port}`;
  for (const until = Date.now() + READY_MS; ; await sleep(100)) {
    const ready = await fetch(`${origin}/health/ready`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (ready) break;
    if (child.exitCode !== null || Date.now() > until) throw new Error('the second gateway did not start');
  }
  return {
    origin,
    pid: child.pid ?? 0,
    stop: async () => {
      child.kill();
      await ended;
    },
  };
}
