import { hash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { get, request } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { Refusal } from '@rangavalli/build-kit/command/report';
import getPort from 'get-port';
import type { ProcessDefinition } from '../processes.js';
import { callControl } from './control-client.js';
import { serveControl } from './control.js';
import { readRunFile, type RunFile } from './run-file.js';
import { openListeningSocket } from './listening-socket.js';
import { Replicas } from './replicas.js';
import { Supervisor } from './supervisor.js';

/** Reports its release as the services do: its version from the environment, the hash of the file that runs. */
const script = (version: string, reported = 'process.env.RELEASE_VERSION'): string => `
  const build = require('crypto').hash('sha256', require('fs').readFileSync(process.argv[1]));
  const report = () => JSON.stringify({ version: ${reported}, build });
  const respond = ({ url }, response) => response.end(url === '/health/live' ? report() : '${version}');
  require('http').createServer(respond).listen(process.env.PORT, '127.0.0.1');
  process.on('SIGTERM', () => process.exit(0));`;

describe('replicas', () => {
  let folder: string;
  let supervisor: Supervisor;
  let control: { close: () => void };
  /** The released programs by version. */
  const releases: Record<string, string> = {};
  /** Of the versions whose program is not the released one, that one. */
  const recorded: Record<string, string> = {};
  /** What was made live, and what ran then. */
  let live: string[];
  let isDiskFull: boolean;
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
      env: { NODE_OPTIONS: '', PORT: String(port), NAME: name },
      ...(standby ? { standby } : {}),
    };
  }

  beforeEach(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'replicas-'));
    live = [];
    isDiskFull = false;
    await start([
      await buildProcess('order'),
      await buildProcess('order-2', 'idle'),
      await buildProcess('order-spare', 'spare'),
      await buildProcess('cart'),
    ]);
  });
  const buildSupervisor = (definitions: ProcessDefinition[], minReady: number): Supervisor =>
    new Supervisor(definitions, {
      runFile: path.join(folder, 'run.json'),
      logs: path.join(folder, 'logs'),
      address: '',
      print: () => undefined,
      policy: { firstDelay: 20, maxDelay: 100, resetAfter: 5_000, grace: 10_000, minReady },
    });
  async function start(definitions: ProcessDefinition[], minReady = 20): Promise<void> {
    supervisor = buildSupervisor(definitions, minReady);
    await supervisor.startAll(10_000, new AbortController().signal);
    control = await serveControl(supervisor, socket(), {
      shutdown: () => undefined,
      reload: async () => undefined,
      applyPermissions: async () => undefined,
      permitDuring: (_release, work) => work(),
      makeLive: async ({ version }, { lock, what }) => {
        if (isDiskFull) throw new Refusal('The disk is full.');
        live.push(`${what} ${version} with ${lock}, ${(await responses()).join(', ')}`);
      },
      findRelease: async (_service, version) => {
        const program = releases[version] ?? '';
        return { program, version, build: hash('sha256', readFileSync(recorded[version] ?? program)) };
      },
    });
  }
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
    await expect(post('order/scale', { to: 3 })).rejects.toThrow(
      'order can have 1 to 2 processes; REPLICAS=2 npm start allows one more',
    );
    await expect(post('order/scale', { to: 0 })).rejects.toThrow('order can have 1 to 2 processes');
    await expect(post('order/scale', { to: 'two' })).rejects.toThrow('expected number');
    await post('order/scale', { to: 1 });
    expect(Object.keys(run().processes)).toEqual(['order', 'cart']);
  });

  it('of the shell and the gateway have a limit that REPLICAS does not raise', async () => {
    const shell = { ...(await buildProcess('shell')), role: 'frontend' as const };
    const gateways = [await buildProcess('gateway'), await buildProcess('gateway-2', 'idle')];
    const edge = gateways.map((gateway) => ({ ...gateway, role: 'edge' as const }));
    const replicas = new Replicas(buildSupervisor([shell, ...edge], 0));
    await expect(replicas.scale('shell', 2)).rejects.toThrow(/^shell can have one process$/);
    await expect(replicas.scale('gateway', 3)).rejects.toThrow(/^gateway can have 1 to 2 processes$/);
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

  it('run another version, also after scaling and a restart, and return to the one before', async () => {
    Object.assign(releases, { '1.0.0': file('own.cjs', script('own')), '1.1.0': file('new.cjs', script('new')) });
    expect(await fewestDuring(post('order/roll', { release: '1.1.0' }))).toBe(1);
    expect(await responses()).toEqual(['order: new']);
    await post('order/scale', { to: 2 });
    expect(await responses()).toEqual(['order: new', 'order-2: new']);
    await post('order/roll');
    expect(await responses()).toEqual(['order: new', 'order-2: new']);
    await post('order/roll', { release: '1.0.0' });
    expect(await responses()).toEqual(['order: own', 'order-2: own']);
  });

  it('return to their version when one reports another than it should', async () => {
    Object.assign(releases, { '1.0.0': file('own.cjs', script('own')), '1.1.0': file('new.cjs', script('new')) });
    await post('order/roll', { release: '1.0.0' });
    await post('order/scale', { to: 2 });
    const isSecond = "process.env.NAME === 'order-2' ? '1.0.0' : '1.1.0'";
    releases['1.1.0'] = file('wrong.cjs', script('new', isSecond));
    await expect(post('order/roll', { release: '1.1.0' })).rejects.toThrow(
      'order-2 reports version 1.0.0 instead of 1.1.0.\nAll processes run the release that they had.',
    );
    expect(await responses()).toEqual(['order: own', 'order-2: own']);
    releases['1.2.0'] = file('silent.cjs', script('new', 'undefined'));
    await expect(post('order/roll', { release: '1.2.0' })).rejects.toThrow('reports no version instead of 1.2.0');
    expect(await responses()).toEqual(['order: own', 'order-2: own']);
    expect(running()).toEqual(['order', 'order-2', 'cart']);
  });

  it('return to their version when one runs another program, although it reports the right version', async () => {
    Object.assign(releases, { '1.0.0': file('own.cjs', script('own')), '1.1.0': file('wrong.cjs', script('wrong')) });
    await post('order/roll', { release: '1.0.0' });
    recorded['1.1.0'] = file('new.cjs', script('new'));
    await expect(post('order/roll', { release: '1.1.0' })).rejects.toThrow(
      /order-spare runs another program than 1\.1\.0: it reports build \w{64} instead of \w{64}\.\nAll processes run/,
    );
    expect(await responses()).toEqual(['order: own']);
    delete recorded['1.1.0'];
    await post('order/roll', { release: '1.1.0' });
    expect(await responses()).toEqual(['order: wrong']);
  });

  it('become live with their release, also when the command is interrupted', async () => {
    releases['1.1.0'] = file('new.cjs', script('new'));
    const body = { release: '1.1.0', live: { lock: 'a-token', what: 'released' } };
    const options = { socketPath: socket(), method: 'POST', path: '/services/order/roll' };
    const command = request(options).on('error', () => undefined);
    command.end(JSON.stringify(body), () => command.destroy());
    for (const deadline = Date.now() + 20_000; live.length === 0; await sleep(20))
      if (Date.now() > deadline) throw new Error('nothing became live');
    expect(live).toEqual(['released 1.1.0 with a-token, order: new, order-spare: new']);
  });

  it('return to their version when it can not be made live, each of them, and the first failure is reported', async () => {
    const before = file('before.cjs', script('before'));
    Object.assign(releases, { '1.0.0': before, '1.1.0': file('new.cjs', script('new')) });
    await post('order/scale', { to: 2 });
    await post('order/roll', { release: '1.0.0' });
    isDiskFull = true;
    const body = { release: '1.1.0', live: { lock: 'a-token', what: 'rolled back' } };
    await expect(post('order/roll', body)).rejects.toThrow('The disk is full.\nAll processes run the release');
    expect(await responses()).toEqual(['order: before', 'order-2: before']);
    file('before.cjs', `if (process.env.NAME === 'order') throw new Error('damaged'); ${script('before')}`);
    await expect(post('order/roll', body)).rejects.toThrow(
      /The disk is full\.\nSome processes do not start with the release that they had either:\norder did not become ready/,
    );
    expect(running()).toEqual(['order-2', 'cart']);
  });

  it('run the release again after the compiler’s output', async () => {
    releases['1.1.0'] = file('new.cjs', script('new'));
    await post('order/roll', { release: '1.1.0' });
    const order = supervisor.processes.get('order')!;
    expect(supervisor.compiled(order).env['RELEASE_VERSION']).toBeUndefined();
    expect(supervisor.own(order)).toMatchObject({ program: releases['1.1.0'], env: { RELEASE_VERSION: '1.1.0' } });
  });

  it('keep their version when the new one does not become ready, and the reason is reported', async () => {
    const before = run().processes['order'];
    releases['1.2.0'] = file('bad.cjs', 'console.log("no such setting"); process.exit(1)');
    await expect(post('order/roll', { release: '1.2.0' })).rejects.toThrow(/did not become ready[^]*no such setting/);
    expect(run().processes['order']).toEqual(before);
    expect(running()).toEqual(['order', 'cart']);
    await post('order/roll');
    expect(await responses()).toEqual(['order: own']);
  });

  describe('that exit soon after they were ready', () => {
    const body = { release: '1.1.0', live: { lock: 'a-token', what: 'released' } };
    const exitSoon = (condition: string): string => `${script('new')}
      const exitSoon = ({ url }) => url === '/health/live' && ${condition} && setTimeout(() => process.exit(1), 100);
      require('diagnostics_channel').subscribe('http.server.request.start', ({ request }) => exitSoon(request));`;
    let before: RunFile['processes'][string];

    beforeEach(async () => {
      await supervisor.stopAll();
      control.close();
      await start([await buildProcess('order'), await buildProcess('order-spare', 'spare')], 1_000);
      before = run().processes['order']!;
    });
    afterEach(async () => {
      expect(live).toEqual([]);
      expect(await responses()).toEqual(['order: own']);
    });

    it('do not become live, and no other process is stopped', async () => {
      releases['1.1.0'] = file('exits.cjs', exitSoon('true'));
      await expect(post('order/roll', body)).rejects.toThrow(
        /order-spare did not stay ready, exited \d+ times[^]*\nAll processes run the release that they had\.$/,
      );
      expect(run().processes['order']).toEqual(before);
    });

    it('do not become live, also when the spare one stays ready', async () => {
      releases['1.1.0'] = file('exits.cjs', exitSoon("process.env.NAME === 'order'"));
      await expect(post('order/roll', body)).rejects.toThrow(/order did not stay ready[^]*\nAll processes run/);
    });
  });

  it('share a listening socket, and lose no request while they are replaced and one crashes', async () => {
    const drain = new URL('../../../../packages/service-kit/dist/http/drain.js', import.meta.url).href;
    const program = file(
      'edge.mjs',
      `import { hash } from 'node:crypto';
      import { readFileSync } from 'node:fs';
      import { createServer } from 'node:http';
      import { prepareDrain } from '${drain}';
      let stopping = false;
      const shared = createServer((request, response) => {
        if (stopping) response.setHeader('connection', 'close');
        setTimeout(() => response.end(process.env.RELEASE_VERSION), 5);
      });
      const drain = prepareDrain(shared);
      shared.listen({ fd: Number(process.env.LISTEN_FD) });
      const build = hash('sha256', readFileSync(process.argv[1]));
      const report = { version: process.env.RELEASE_VERSION, build };
      const probe = (request, response) => response.end(JSON.stringify(report));
      createServer(probe).listen(process.env.PROBES, '127.0.0.1');
      process.on('SIGTERM', () => {
        stopping = true;
        void drain().then(() => process.exit(0));
      });`,
    );
    releases['2.0.0'] = program;
    const port = await getPort();
    const shared = await openListeningSocket('127.0.0.1', port);
    const instance = async (name: string, standby?: 'spare'): Promise<ProcessDefinition> => {
      const probes = await getPort();
      const env = { NODE_OPTIONS: '', LISTEN_FD: '3', PROBES: String(probes), RELEASE_VERSION: '1.0.0' };
      const built = await buildProcess(name, standby);
      const at = { port, address: `http://127.0.0.1:${port}`, internalAddress: `http://127.0.0.1:${probes}` };
      return { ...built, ...at, program, args: [program], env, socket: shared };
    };
    await supervisor.stopAll();
    control.close();
    await start([await instance('gateway'), await instance('gateway-spare', 'spare')]);
    const requests = new RequestLoops(`http://127.0.0.1:${port}/`, 6);
    await post('gateway/roll', { release: '2.0.0' });
    await post('gateway/roll');
    expect(await requests.stop()).toEqual({ failures: [], bodies: ['1.0.0', '2.0.0'] });
    process.kill(run().processes['gateway']!.pid, 'SIGKILL');
    // Connections wait in the queue until the process is there again.
    expect(await readOverNewConnection(`http://127.0.0.1:${port}/`)).toBe('2.0.0');
    shared.close();
  });

  it('are replaced only where there is a spare one, one operation at a time', async () => {
    await expect(post('cart/roll')).rejects.toThrow('no spare process');
    await expect(post('nobody/roll')).rejects.toThrow('no nobody here');
    const both = await Promise.allSettled([post('order/roll'), post('order/roll')]);
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  });
});

/** Not by `fetch`, which may take a connection that the killed process had. */
const readOverNewConnection = (url: string): Promise<string> =>
  new Promise((resolve, reject) => {
    get(url, { agent: false }, (response) => resolve(text(response))).on('error', reject);
  });

/** Requests over connections that are kept, and over new ones. */
class RequestLoops {
  private readonly failures: string[] = [];
  private readonly bodies = new Set<string>();
  private readonly running: Promise<void>[];
  private isStopped = false;

  constructor(url: string, count: number) {
    this.running = Array.from({ length: count }, (_, index) => this.repeat(url, index % 2 === 0));
  }

  async stop(): Promise<{ failures: string[]; bodies: string[] }> {
    this.isStopped = true;
    await Promise.all(this.running);
    return { failures: this.failures, bodies: [...this.bodies].toSorted() };
  }

  private async repeat(url: string, isKept: boolean): Promise<void> {
    while (!this.isStopped) {
      try {
        this.bodies.add(await (await fetch(url, isKept ? {} : { headers: { connection: 'close' } })).text());
      } catch (error) {
        this.failures.push(String(error instanceof Error ? error.cause : error));
      }
    }
  }
}
