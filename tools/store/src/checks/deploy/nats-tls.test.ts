// Starts NATS servers with the files of deploy/kubernetes/nats, at other paths and ports.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { connect as connectTcp } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { connect } from '@nats-io/transport-node';
import { natsUsers } from '@rangavalli/contracts/nats-access';
import { passwordVariable } from '@rangavalli/service-kit/nats/server-config';
import { eventually } from '@rangavalli/service-kit/testing/test-service';
import { findFreePort } from '@rangavalli/service-kit/testing/nats-server';
import { ROOT } from '../../paths.js';
import { read } from './slices.js';

const folder = mkdtempSync(path.join(tmpdir(), 'nats-tls-'));
const tls = path.join(folder, 'tls');
const servers: ChildProcess[] = [];
const ports = { client: 0, cluster: 0, monitor: 0 };

function certify(): void {
  mkdirSync(tls);
  const openssl = (...args: string[]) => execFileSync('openssl', args, { cwd: tls, stdio: 'pipe' });
  const key = (name: string) => [
    '-newkey',
    'ec',
    '-pkeyopt',
    'ec_paramgen_curve:prime256v1',
    '-nodes',
    '-keyout',
    name,
  ];
  openssl('req', '-x509', ...key('ca.key'), '-out', 'ca.crt', '-subj', '/CN=ca', '-days', '1');
  openssl('req', ...key('tls.key'), '-out', 'tls.csr', '-subj', '/CN=nats');
  writeFileSync(path.join(tls, 'names'), 'subjectAltName=DNS:localhost\nextendedKeyUsage=serverAuth,clientAuth\n');
  const signed = ['-CA', 'ca.crt', '-CAkey', 'ca.key', '-CAcreateserial', '-days', '1', '-extfile', 'names'];
  openssl('x509', '-req', '-in', 'tls.csr', ...signed, '-out', 'tls.crt');
}

/** Starts a server with these contents of nats.conf and cluster.conf. */
function start(name: string, configuration: string, cluster: string): void {
  const own = path.join(folder, name);
  for (const part of ['cluster', 'users']) mkdirSync(path.join(own, part), { recursive: true });
  const moved = (text: string) =>
    text.replaceAll('/etc/nats/tls', tls).replace('/data', own).replace('/tmp/nats.pid', path.join(own, 'pid'));
  writeFileSync(path.join(own, 'nats.conf'), moved(configuration));
  writeFileSync(path.join(own, 'cluster/cluster.conf'), moved(cluster));
  writeFileSync(path.join(own, 'users/users.conf'), read('deploy/kubernetes/nats/users.conf'));
  const passwords = Object.fromEntries(natsUsers.map((user) => [passwordVariable(user), `password-of-${user}`]));
  const env = { PATH: process.env['PATH'], POD_NAME: name, MAX_FILE_STORE: '1GiB', ...passwords };
  servers.push(spawn('nats-server', ['-a', '127.0.0.1', '-c', path.join(own, 'nats.conf')], { env, stdio: 'ignore' }));
}

const routes = async (): Promise<number> => {
  const response = await fetch(`http://127.0.0.1:${ports.monitor}/routez`);
  return ((await response.json()) as { num_routes: number }).num_routes;
};

beforeAll(async () => {
  certify();
  for (const name of ['client', 'cluster', 'monitor'] as const) ports[name] = await findFreePort();
  const [client, cluster, monitor] = [await findFreePort(), await findFreePort(), await findFreePort()];
  const withPorts = (to: typeof ports) =>
    [
      read('deploy/kubernetes/nats/nats.conf').replace('4222', String(to.client)).replace('8222', String(to.monitor)),
      read('deploy/kubernetes/nats/cluster.conf')
        .replace(/port: 6222/, `port: ${to.cluster}`)
        .replace(/routes: \[.*\]/s, `routes: [ nats://localhost:${ports.cluster} ]`),
    ] as const;
  start('one', ...withPorts(ports));
  start('two', ...withPorts({ client, cluster, monitor }));
  const stranger = `server_name: stranger\nport: ${await findFreePort()}\ninclude cluster/cluster.conf\n`;
  const without = `cluster { name: rangavalli, port: ${await findFreePort()}, routes: [ nats://localhost:${ports.cluster} ] }`;
  start('stranger', stranger, without);
  await eventually(async () => expect(await routes().catch(() => 0)).toBeGreaterThan(0));
});
afterAll(async () => {
  await Promise.all(
    servers.map((server) => new Promise((resolve) => server.once('exit', resolve) && server.kill('SIGKILL'))),
  );
  rmSync(folder, { recursive: true });
});

const login = { user: 'order', pass: 'password-of-order', maxReconnectAttempts: 0, timeout: 5_000 };
const at = () => `tls://localhost:${ports.client}`;

it('serves clients by TLS, that verify it', async () => {
  const connection = await connect({ ...login, servers: at(), tls: { caFile: path.join(tls, 'ca.crt') } });
  expect(connection.info?.tls_required).toBe(true);
  await connection.close();
  await expect(connect({ ...login, servers: at() })).rejects.toThrow(/certificate/);
});

it('refuses a server without a certificate of the same authority', async () => {
  const response = await fetch(`http://127.0.0.1:${ports.monitor}/routez`);
  const { routes: found } = (await response.json()) as { routes: { remote_name?: string }[] };
  expect(found.length).toBeGreaterThan(0);
  expect(new Set(found.map(({ remote_name }) => remote_name ?? 'two'))).toEqual(new Set(['two']));
  const greeting = await new Promise<string>((resolve) => {
    const socket = connectTcp(ports.cluster, '127.0.0.1', () => socket.write('CONNECT {}\r\nPING\r\n'));
    let text = '';
    socket.on('data', (data) => (text += String(data)));
    socket.on('close', () => resolve(text));
  });
  expect(greeting).not.toContain('PONG');
});

/** Adds a subject to what order may publish at server one, and makes the server read it, as the reloader does. */
function permit(subject: string): void {
  const file = path.join(folder, 'one/users/users.conf');
  const [before = '', order = ''] = readFileSync(file, 'utf8').split(/(?<=user: order\n)/);
  writeFileSync(file, before + order.replace('publish: { allow: [', `publish: { allow: [\n "${subject}"`));
  process.kill(Number(readFileSync(path.join(folder, 'one/pid'), 'utf8')), 'SIGHUP');
}
const loadTime = async (): Promise<number> => {
  const response = await fetch(`http://127.0.0.1:${ports.monitor}/varz`);
  return Date.parse(((await response.json()) as { config_load_time: string }).config_load_time);
};

it('lets open connections publish a new subject after a reload', async () => {
  const tlsOptions = { servers: at(), tls: { caFile: path.join(tls, 'ca.crt') } };
  const order = await connect({ ...login, ...tlsOptions });
  const operator = await connect({ ...login, user: 'operator', pass: 'password-of-operator', ...tlsOptions });
  const received: string[] = [];
  operator.subscribe('order.archived', { callback: (_error, message) => void received.push(message.string()) });
  await operator.flush();
  order.publish('order.archived', 'before');
  await order.flush();
  const before = await loadTime();
  permit('order.archived');
  await eventually(async () => expect(await loadTime()).toBeGreaterThan(before));
  order.publish('order.archived', 'after');
  await order.flush();
  await eventually(() => expect(received).toEqual(['after']));
  await Promise.all([order.close(), operator.close()]);
});

describe('the platform pipeline', () => {
  /** Runs await-reload.sh with a kubectl that has one server and a ConfigMap changed at this time. */
  function awaitReload(changed: Date, seconds: number): Promise<{ code: number | null; output: string }> {
    const bin = path.join(folder, 'bin');
    mkdirSync(bin, { recursive: true });
    const time = `${changed.toISOString().slice(0, 19)}Z`;
    const configMap = JSON.stringify({ metadata: { managedFields: [{ time: '2026-01-01T00:00:00Z' }, { time }] } });
    writeFileSync(
      path.join(bin, 'kubectl'),
      `#!/bin/sh
case "$*" in
  *configmap*) echo '${configMap}' ;;
  *pods*) echo rangavalli-nats-0 ;;
  *port-forward*) echo 'Forwarding from 127.0.0.1:${ports.monitor} -> 8222'; exec sleep 60 ;;
esac
`,
      { mode: 0o755 },
    );
    const script = spawn('bash', [path.join(ROOT, 'deploy/kubernetes/nats/await-reload.sh')], {
      env: { ...process.env, PATH: `${bin}:${process.env['PATH']}`, AWAIT_SECONDS: String(seconds) },
    });
    let output = '';
    for (const stream of [script.stdout, script.stderr]) stream.on('data', (data) => (output += String(data)));
    return new Promise((resolve) => script.once('close', (code) => resolve({ code, output })));
  }

  it('continues when a server has loaded the permissions after their change', async () => {
    expect(await awaitReload(new Date(0), 30)).toEqual({
      code: 0,
      output: 'rangavalli-nats-0 has the current permissions\n',
    });
  });

  it('waits for a server that has not, and fails when it does not load them', async () => {
    const changed = new Date((await loadTime()) + 1_000);
    const missing = await awaitReload(changed, 0);
    expect([missing.code, missing.output]).toEqual([1, expect.stringContaining('has not loaded users.conf')]);
    const waiting = awaitReload(changed, 60);
    // Times are compared in whole seconds.
    await sleep(Math.max(0, changed.getTime() + 1_000 - Date.now()));
    permit('order.restored');
    expect((await waiting).code).toBe(0);
  });
});
