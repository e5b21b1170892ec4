import { type ChildProcess, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jetstreamManager } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import { NATS_OPERATOR, type NatsUser, natsUsers } from '@rangavalli/contracts/nats-access';
import { natsAddress } from '../nats/credentials.js';
import { natsServerConfig, passwordVariable } from '../nats/server-config.js';

export interface TestNats {
  url: string;
  urlOf(user: NatsUser): string;
  /** Applies another configuration of users, as an operator does. */
  reload(config: string): Promise<void>;
  /** Deletes the messages of all streams. */
  purge(): Promise<void>;
  kill(): Promise<void>;
  /** Starts again without the data of JetStream. */
  loseData(): Promise<void>;
  start(): Promise<void>;
  stop(): Promise<void>;
}

export async function startTestNats({ withUsers = false } = {}): Promise<TestNats> {
  const folder = await mkdtemp(join(tmpdir(), 'rangavalli-nats-'));
  const port = await findFreePort();
  const urlOf = (user: NatsUser): string =>
    `nats://${withUsers ? `${user}:password-of-${user}@` : ''}127.0.0.1:${port}`;
  const url = urlOf(NATS_OPERATOR);
  const users = join(folder, 'users.conf');
  // A reload switches off what only an argument has switched on.
  const writeUsers = (config: string): Promise<void> =>
    writeFile(users, `jetstream { store_dir: ${JSON.stringify(folder)} }\n${config}`);
  if (withUsers) await writeUsers(natsServerConfig());
  const env = {
    PATH: process.env.PATH,
    ...Object.fromEntries(natsUsers.map((user) => [passwordVariable(user), `password-of-${user}`])),
  };
  let server: ChildProcess | undefined;
  const ended = (child: ChildProcess) =>
    new Promise<void>((resolve) =>
      child.exitCode !== null || child.signalCode ? resolve() : child.once('exit', () => resolve()),
    );
  const nats: TestNats = {
    url,
    urlOf,
    async start() {
      server = spawn(
        'nats-server',
        ['-a', '127.0.0.1', '-p', String(port), ...(withUsers ? ['-c', users] : ['-js', '-sd', folder])],
        { stdio: 'ignore', env },
      );
      const probe = await connect({
        ...natsAddress(url),
        waitOnFirstConnect: true,
        reconnectTimeWait: 50,
        maxReconnectAttempts: 200,
      });
      await probe.close();
    },
    async reload(config) {
      await writeUsers(config);
      server?.kill('SIGHUP');
    },
    async purge() {
      const connection = await connect(natsAddress(url));
      const manager = await jetstreamManager(connection);
      for await (const { config } of manager.streams.list()) await manager.streams.purge(config.name);
      await connection.close();
    },
    async kill() {
      if (!server) return;
      server.kill('SIGKILL');
      await ended(server);
    },
    async loseData() {
      await nats.kill();
      await rm(join(folder, 'jetstream'), { recursive: true });
      await nats.start();
    },
    async stop() {
      await nats.kill();
      await rm(folder, { recursive: true, force: true });
    },
  };
  await nats.start();
  return nats;
}

/** Below the ephemeral range, so that it is still free after a restart. */
export async function findFreePort(): Promise<number> {
  for (;;) {
    const port = randomInt(10_000, 32_000);
    const free = await new Promise<boolean>((resolve) => {
      const server = createServer();
      server.once('error', () => resolve(false));
      server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
    });
    if (free) return port;
  }
}
