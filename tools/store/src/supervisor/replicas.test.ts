import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import getPort from 'get-port';
import type { ProcessDefinition } from '../processes.js';
import { callControl } from './control-client.js';
import { serveControl } from './control.js';
import { readRunFile, type RunFile } from './run-file.js';
import { Supervisor } from './supervisor.js';

const script = (version: string): string => `
  const respond = (request, response) => response.end('${version} ' + (process.env.RELEASE_VERSION ?? ''));
  require('http').createServer(respond).listen(process.env.PORT, '127.0.0.1');
  process.on('SIGTERM', () => process.exit(0));`;

describe('replicas', () => {
  let folder: string;
  let supervisor: Supervisor;
  let control: { close: () => void };
  /** The released programs by version. */
  const releases: Record<string, string> = {};
  const socket = (): string => path.join(folder, 'control/supervisor.sock');
  const run = (): RunFile => readRunFile(path.join(folder, 'run.json')) as RunFile;
  const running = (): string[] =>
    Object.entries(run().processes)
      .filter(([, { state }]) => state === 'running')
      .map(([name]) => name);
  const post = async (target: string, body?: object): Promise<object> =>
    (await callControl(socket(), 'POST', `/services/${target}`, body)) as object;
  const file = (name: string, content: string): string => {
    writeFileSync(path.join(folder, name), content);
    return path.join(folder, name);
  };

  async function buildProcess(name: string, standby?: ProcessDefinition['standby']): Promise<ProcessDefinition> {
    const port = await getPort();
    const program = file('own.cjs', script('own'));
    return {
      name,
      of: name.split('-')[0] as ProcessDefinition['of'],
      role: 'service',
      port,
      address: `http://127.0.0.1:${port}`,
      program,
      command: process.execPath,
      args: [program],
      ready: { path: '/health/ready' },
      env: { NODE_OPTIONS: '', PORT: String(port) },
      ...(standby ? { standby } : {}),
    };
  }

  beforeEach(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'replicas-'));
    const definitions = [
      await buildProcess('order'),
      await buildProcess('order-2', 'idle'),
      await buildProcess('order-spare', 'spare'),
      await buildProcess('cart'),
    ];
    const policy = { firstDelay: 20, maxDelay: 100, resetAfter: 5_000, grace: 400 };
    supervisor = new Supervisor(definitions, {
      runFile: path.join(folder, 'run.json'),
      logs: path.join(folder, 'logs'),
      address: '',
      print: () => undefined,
      policy,
    });
    await supervisor.startAll(10_000, new AbortController().signal);
    control = await serveControl(supervisor, socket(), {
      shutdown: () => undefined,
      reload: async () => undefined,
      findRelease: async (_service, version) => ({ program: releases[version] ?? '', version }),
    });
  });
  afterEach(async () => {
    control.close();
    await supervisor.stopAll();
    rmSync(folder, { recursive: true });
  });

  /** Returns the response of each process of the service. */
  const responses = (): Promise<string[]> =>
    Promise.all(
      Object.entries(run().processes)
        .filter(([name]) => name.startsWith('order'))
        .map(async ([name, { address }]) => `${name}: ${await (await fetch(address)).text()}`),
    );

  /** Returns the lowest number of running processes during an operation. */
  async function fewestDuring(work: Promise<unknown>): Promise<number> {
    let fewest = Infinity;
    const watch = setInterval(
      () => (fewest = Math.min(fewest, running().filter((name) => name.startsWith('order')).length)),
      1,
    );
    await work.finally(() => clearInterval(watch));
    return fewest;
  }

  it('run as many as configured; idle ones are not in the run file', () => {
    expect(running()).toEqual(['order', 'cart']);
  });

  it('are scaled up and down', async () => {
    expect(Object.keys(await post('order/scale', { to: 2 }))).toEqual(['order', 'order-2']);
    expect(running()).toEqual(['order', 'order-2', 'cart']);
    await expect(post('order/scale', { to: 3 })).rejects.toThrow('order can have 1 to 2 processes');
    await expect(post('order/scale', { to: 0 })).rejects.toThrow('order can have 1 to 2 processes');
    await expect(post('order/scale', { to: 'two' })).rejects.toThrow('expected number');
    await post('order/scale', { to: 1 });
    expect(Object.keys(run().processes)).toEqual(['order', 'cart']);
  });

  it('are restarted one after the other, never fewer than before', async () => {
    await post('order/scale', { to: 2 });
    const before = run().processes;
    expect(await fewestDuring(post('order/roll'))).toBe(2);
    const { processes } = run();
    expect(running()).toEqual(['order', 'order-2', 'cart']);
    expect(processes['order']?.pid).not.toBe(before['order']?.pid);
    expect(processes['order-2']?.pid).not.toBe(before['order-2']?.pid);
    expect(processes['cart']?.pid).toBe(before['cart']?.pid);
  });

  it("run another version, also after scaling and a restart, and return to the checkout's code", async () => {
    releases['1.1.0'] = file('new.cjs', script('new'));
    expect(await fewestDuring(post('order/roll', { release: '1.1.0' }))).toBe(1);
    expect(await responses()).toEqual(['order: new 1.1.0']);
    await post('order/scale', { to: 2 });
    expect(await responses()).toEqual(['order: new 1.1.0', 'order-2: new 1.1.0']);
    await post('order/roll');
    expect(await responses()).toEqual(['order: new 1.1.0', 'order-2: new 1.1.0']);
    await post('order/roll', { release: null });
    expect(await responses()).toEqual(['order: own ', 'order-2: own ']);
  });

  it('keep their version when the new one does not become ready, and the reason is reported', async () => {
    const before = run().processes['order'];
    releases['1.2.0'] = file('bad.cjs', 'console.log("no such setting"); process.exit(1)');
    await expect(post('order/roll', { release: '1.2.0' })).rejects.toThrow(/did not become ready[^]*no such setting/);
    expect(run().processes['order']).toEqual(before);
    expect(running()).toEqual(['order', 'cart']);
    await post('order/roll');
    expect(await responses()).toEqual(['order: own ']);
  });

  it('are replaced only where there is a spare one, one operation at a time', async () => {
    await expect(post('cart/roll')).rejects.toThrow('no spare process');
    await expect(post('nobody/roll')).rejects.toThrow('no nobody here');
    const both = await Promise.allSettled([post('order/roll'), post('order/roll')]);
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  });
});
