import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import getPort from 'get-port';
import type { ProcessDefinition } from '../processes.js';
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
  let control: { address: string; close: () => void };
  const run = (): RunFile => readRunFile(path.join(folder, 'run.json')) as RunFile;
  const running = (): string[] =>
    Object.entries(run().processes)
      .filter(([, { state }]) => state === 'running')
      .map(([name]) => name);
  const post = (target: string, body?: unknown): Promise<Response> =>
    fetch(`${control.address}/services/${target}`, { method: 'POST', ...(body ? { body: JSON.stringify(body) } : {}) });
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
    control = await serveControl(supervisor, () => undefined);
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
    expect(Object.keys((await (await post('order/scale', { to: 2 })).json()) as object)).toEqual(['order', 'order-2']);
    expect(running()).toEqual(['order', 'order-2', 'cart']);
    expect((await post('order/scale', { to: 3 })).status).toBe(409);
    expect((await post('order/scale', { to: 0 })).status).toBe(409);
    expect((await post('order/scale', { to: 'two' })).status).toBe(400);
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
    const program = file('new.cjs', script('new'));
    expect(await fewestDuring(post('order/roll', { release: { program, version: '1.1.0' } }))).toBe(1);
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
    const response = await post('order/roll', {
      release: { program: file('bad.cjs', 'console.log("no such setting"); process.exit(1)'), version: '1.1.0' },
    });
    expect(response.status).toBe(409);
    expect(await response.text()).toMatch(/did not become ready.*no such setting/);
    expect(run().processes['order']).toEqual(before);
    expect(running()).toEqual(['order', 'cart']);
    await post('order/roll');
    expect(await responses()).toEqual(['order: own ']);
  });

  it('are replaced only where there is a spare one, one operation at a time', async () => {
    expect((await post('cart/roll')).status).toBe(409);
    expect((await post('nobody/roll')).status).toBe(409);
    const both = await Promise.all([post('order/roll'), post('order/roll')]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  });
});
