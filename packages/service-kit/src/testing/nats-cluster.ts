import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from '@nats-io/transport-node';
import { findFreePort } from './nats-server.js';

export interface TestNatsCluster {
  urls: string[];
  /** Resolves when the servers accept connections; they may not have a leader yet. */
  start(...servers: number[]): Promise<void>;
  kill(server: number): Promise<void>;
  stop(): Promise<void>;
}

/** Returns a cluster of three servers, none of which runs. */
export async function prepareTestCluster(): Promise<TestNatsCluster> {
  const folder = await mkdtemp(join(tmpdir(), 'rangavalli-cluster-'));
  const ports: { client: number; route: number }[] = [];
  for (let server = 0; server < 3; server += 1)
    ports.push({ client: await findFreePort(), route: await findFreePort() });
  const routes = ports.map(({ route }) => `nats://127.0.0.1:${route}`).join(',');
  const running = new Map<number, ChildProcess>();
  const cluster: TestNatsCluster = {
    urls: ports.map(({ client }) => `nats://127.0.0.1:${client}`),
    async start(...servers) {
      for (const server of servers) {
        const { client, route } = ports[server]!;
        const storage = ['-js', '-sd', join(folder, String(server))];
        const routing = ['--cluster_name', 'test', '--cluster', `nats://127.0.0.1:${route}`, '--routes', routes];
        const address = ['-a', '127.0.0.1', '-p', String(client), '--name', `server-${server}`];
        running.set(server, spawn('nats-server', [...storage, ...address, ...routing], { stdio: 'ignore' }));
        const url = cluster.urls[server] ?? '';
        await (await connect({ servers: url, waitOnFirstConnect: true, maxReconnectAttempts: 200 })).close();
      }
    },
    async kill(server) {
      const child = running.get(server);
      if (!child) return;
      running.delete(server);
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    },
    async stop() {
      await Promise.all([...running.keys()].map((server) => cluster.kill(server)));
      await rm(folder, { recursive: true, force: true });
    },
  };
  return cluster;
}
