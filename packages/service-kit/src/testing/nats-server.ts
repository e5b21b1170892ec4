import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from '@nats-io/transport-node';

/** A NATS server of a test's own: its events meet nobody else's. */
export interface TestNats {
  url: string;
  /** Ends it without warning, as a power cut would; the data stay. */
  kill(): Promise<void>;
  /** Starts it again at the same address with the same data. */
  start(): Promise<void>;
  /** Ends it and removes its data. */
  stop(): Promise<void>;
}

/** Starts the real nats-server with JetStream on a free port. */
export async function startTestNats(): Promise<TestNats> {
  const folder = await mkdtemp(join(tmpdir(), 'rangavalli-nats-'));
  const port = await freePort();
  const url = `nats://127.0.0.1:${port}`;
  let server: ChildProcess | undefined;
  const ended = (child: ChildProcess) => new Promise<void>((resolve) => (child.exitCode !== null || child.signalCode ? resolve() : child.once('exit', () => resolve())));
  const nats: TestNats = {
    url,
    async start() {
      server = spawn('nats-server', ['-js', '-sd', folder, '-a', '127.0.0.1', '-p', String(port)], { stdio: 'ignore' });
      const probe = await connect({ servers: url, waitOnFirstConnect: true, reconnectTimeWait: 50, maxReconnectAttempts: 200 });
      await probe.close();
    },
    async kill() {
      if (!server) return;
      server.kill('SIGKILL');
      await ended(server);
    },
    async stop() {
      await nats.kill();
      await rm(folder, { recursive: true, force: true });
    },
  };
  await nats.start();
  return nats;
}

/** A port that nobody listens on at the moment. */
export const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => (address && typeof address === 'object' ? resolve(address.port) : reject(new Error('no port'))));
    });
  });
