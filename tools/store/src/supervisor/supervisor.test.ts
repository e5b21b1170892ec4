import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Refusal } from '@rangavalli/build-kit/command/report';
import { identify, isRunning } from '@rangavalli/database/process-identity';
import type { ProcessDefinition, Role } from '../processes.js';
import { freePorts } from '../setup/ports.js';
import { callControl } from './control-client.js';
import { serveControl } from './control.js';
import type { RestartPolicy } from './managed-process.js';
import { endLeftovers, readRunFile, type RunFile } from './run-file.js';
import { Supervisor } from './supervisor.js';

const QUICK: RestartPolicy = { firstDelay: 20, maxDelay: 100, resetAfter: 5_000, grace: 400, minReady: 50 };
const SERVER = `
  const ready = Date.now() + Number(process.env.READY_AFTER ?? 0);
  const respond = (request, response) => {
    response.statusCode = Date.now() < ready ? 503 : 200;
    response.end(process.env.MISSING ?? '');
  };
  require('http').createServer(respond).listen(process.env.PORT, '127.0.0.1');
  process.on('SIGTERM', () => {
    if (process.env.IGNORE_SIGTERM) return;
    require('fs').appendFileSync(process.env.ENDED, process.env.NAME + ' ');
    process.exit(0);
  });`;

describe('the supervisor', () => {
  let folder: string;
  let supervisor: Supervisor | undefined;
  const runFile = (): string => path.join(folder, 'run.json');
  const run = (): RunFile => readRunFile(runFile()) as RunFile;
  const ended = (): string => path.join(folder, 'ended');

  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'supervisor-'));
    writeFileSync(ended(), '');
  });
  afterEach(async () => {
    await supervisor?.stopAll();
    supervisor = undefined;
    rmSync(folder, { recursive: true });
  });

  async function buildProcess(
    name: string,
    role: Role = 'service',
    script = SERVER,
    env: Record<string, string> = {},
  ): Promise<ProcessDefinition> {
    const { port } = await freePorts(['port']);
    return {
      name,
      of: name.split('-')[0] as ProcessDefinition['of'],
      role,
      port,
      address: `http://127.0.0.1:${port}`,
      program: process.execPath,
      command: process.execPath,
      args: ['-e', script],
      ready: { path: '/health/ready' },
      env: { NODE_OPTIONS: '', PORT: String(port), NAME: name, ENDED: ended(), ...env },
    };
  }

  const buildSupervisor = (...definitions: ProcessDefinition[]): Supervisor =>
    (supervisor = new Supervisor(definitions, {
      runFile: runFile(),
      logs: path.join(folder, 'logs'),
      address: 'http://localhost:1',
      print: () => undefined,
      policy: QUICK,
    }));

  async function startSupervisor(...definitions: ProcessDefinition[]): Promise<Supervisor> {
    const one = buildSupervisor(...definitions);
    await one.startAll(10_000, new AbortController().signal);
    return one;
  }

  async function until(condition: () => boolean): Promise<void> {
    for (const deadline = Date.now() + 8_000; !condition();) {
      if (Date.now() > deadline) throw new Error('timed out');
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  }

  it('waits until each process is ready and writes the run file', async () => {
    await startSupervisor(await buildProcess('cart', 'service', SERVER, { READY_AFTER: '300' }));
    const { supervisor: own, processes } = run();
    expect(own.pid).toBe(process.pid);
    expect(processes['cart']).toMatchObject({ state: 'running', role: 'service', restarts: 0 });
    expect(isRunning(processes['cart']!)).toBe(true);
  });

  it('starts services after the infrastructure, and all others immediately', async () => {
    const definitions = [
      await buildProcess('nats', 'infrastructure', SERVER, { READY_AFTER: '700' }),
      await buildProcess('gateway', 'edge'),
      await buildProcess('cart'),
      await buildProcess('shell', 'frontend'),
    ];
    const one = buildSupervisor(...definitions);
    const ready = one.startAll(10_000, new AbortController().signal);
    const states = (): string[] =>
      ['nats', 'gateway', 'cart', 'shell'].map((name) => one.processes.get(name)?.state ?? '');
    await until(() => states()[1] === 'running' && states()[3] === 'running');
    expect(states()).toEqual(['starting', 'running', 'stopped', 'running']);
    await ready;
    expect(states()).toEqual(['running', 'running', 'running', 'running']);
  });

  it('starts nothing but the infrastructure when what it would start has changed', async () => {
    const definitions = [await buildProcess('nats', 'infrastructure'), await buildProcess('cart')];
    const one = buildSupervisor(...definitions);
    const verify = async (): Promise<void> => {
      throw new Refusal('changed');
    };
    await expect(one.startAll(10_000, new AbortController().signal, verify)).rejects.toThrow('changed');
    expect([one.processes.get('nats')?.startedAt, one.processes.get('cart')?.startedAt]).toEqual([
      expect.stringMatching(/^20/),
      '',
    ]);
  });

  it('restarts a killed process and writes its new id to the run file', async () => {
    await startSupervisor(await buildProcess('cart'));
    const { pid } = run().processes['cart']!;
    process.kill(pid, 'SIGKILL');
    await until(() => run().processes['cart']!.restarts === 1 && run().processes['cart']!.state === 'running');
    expect(run().processes['cart']!.pid).not.toBe(pid);
    expect(isRunning(run().processes['cart']!)).toBe(true);
  });

  it('delays each restart of a process that keeps exiting', async () => {
    const script = `require('fs').appendFileSync(process.env.ENDED, Date.now() + ' '); process.exit(3)`;
    await expect(startSupervisor(await buildProcess('cart', 'service', script))).rejects.toThrow(Refusal);
    const times = readFileSync(ended(), 'utf8').trim().split(' ').map(Number);
    const pauses = times.slice(1).map((time, i) => time - times[i]!);
    // 20, 40, 80, 100 ms and the time that starting takes
    expect(pauses[0]).toBeGreaterThanOrEqual(20);
    expect(pauses[2]).toBeGreaterThanOrEqual(80);
    expect(times.length).toBeGreaterThanOrEqual(5);
  });

  it('reports which process is not ready, its health response and its output', async () => {
    const definition = await buildProcess('cart', 'service', `console.log('no database'); ${SERVER}`, {
      READY_AFTER: '60000',
      MISSING: 'mongodb is missing',
    });
    const one = buildSupervisor(definition);
    const failure = await one.startAll(1_000, new AbortController().signal).catch((error: unknown) => String(error));
    expect(failure).toMatch(/cart did not become ready within 1 s.*503 mongodb is missing[^]*no database/);
  });

  it('starts and stops processes also when the run file can not be written, as on a full disk', async () => {
    const lines: string[] = [];
    const options = { runFile: '/sys/run.json', logs: path.join(folder, 'logs'), address: '', policy: QUICK };
    const one = new Supervisor([await buildProcess('cart')], { ...options, print: (line) => lines.push(line) });
    await one.startAll(10_000, new AbortController().signal);
    await one.stopAll();
    expect(lines[0]).toContain('/sys/run.json could not be written: Error: E');
  });

  it('stops the edge first and the infrastructure last', async () => {
    const one = await startSupervisor(
      await buildProcess('nats', 'infrastructure'),
      await buildProcess('gateway', 'edge'),
      await buildProcess('cart'),
    );
    const processes = Object.values(run().processes);
    await one.stopAll();
    supervisor = undefined;
    expect(readFileSync(ended(), 'utf8')).toBe('gateway cart nats ');
    expect(processes.filter(isRunning)).toEqual([]);
    expect(existsSync(runFile())).toBe(false);
  });

  it('leaves the run file of another supervisor when it stops', async () => {
    const one = buildSupervisor(await buildProcess('cart'));
    const other = { ...one.run, supervisor: identify(process.ppid) };
    writeFileSync(runFile(), JSON.stringify(other));
    await one.stopAll();
    supervisor = undefined;
    expect(run()).toEqual(other);
  });

  it('does not complete a restart once it stops', async () => {
    const one = await startSupervisor(await buildProcess('cart'));
    const cart = one.processes.get('cart')!;
    const restart = cart.stop().then(() => cart.start());
    await one.stopAll();
    await restart;
    supervisor = undefined;
    expect([cart.state, cart.identity.pid]).toEqual(['stopped', 0]);
  });

  it('kills a process that ignores SIGTERM', async () => {
    const one = await startSupervisor(await buildProcess('cart', 'service', SERVER, { IGNORE_SIGTERM: '1' }));
    const identity = run().processes['cart']!;
    await one.stopAll();
    supervisor = undefined;
    expect(isRunning(identity)).toBe(false);
  });

  it('leaves no process when it is stopped during a start', async () => {
    const stopping = new AbortController();
    const definition = await buildProcess('cart', 'service', SERVER, { READY_AFTER: '60000' });
    const one = buildSupervisor(definition);
    const start = one.startAll(10_000, stopping.signal);
    await until(() => (readRunFile(runFile())?.processes['cart']?.pid ?? 0) > 0);
    const identity = run().processes['cart']!;
    stopping.abort(new Error('stopped'));
    await expect(start).rejects.toThrow('stopped');
    await one.stopAll();
    supervisor = undefined;
    expect(isRunning(identity)).toBe(false);
  });

  it('stops the processes of a killed supervisor that the run file lists', async () => {
    await startSupervisor(await buildProcess('cart'), await buildProcess('order'));
    const left = run();
    expect(await endLeftovers({ ...left, processes: { cart: left.processes['cart']! } })).toEqual(['cart']);
    expect(isRunning(left.processes['cart']!)).toBe(false);
    expect(isRunning(left.processes['order']!)).toBe(true);
  });

  describe('the control API', () => {
    const socket = (): string => path.join(folder, 'control/supervisor.sock');
    let close: () => void;
    let isShutdown = false;
    const post = (target: string, body?: object): Promise<unknown> => callControl(socket(), 'POST', target, body);
    const serve = async (one: Supervisor): Promise<void> => {
      const control = await serveControl(one, socket(), {
        shutdown: () => (isShutdown = true),
        reload: async () => undefined,
        applyPermissions: async () => undefined,
        findRelease: async (service, version) => {
          throw new Refusal(`There is no ${service} ${version}.`);
        },
        permitDuring: (_release, work) => work(),
        makeLive: async () => undefined,
      });
      close = control.close;
    };
    afterEach(() => close());

    it('stops and starts single processes', async () => {
      await serve(await startSupervisor(await buildProcess('cart')));
      const before = run().processes['cart']!;
      await post('/processes/cart/stop');
      expect(isRunning(before)).toBe(false);
      expect(run().processes['cart']).toMatchObject({ state: 'stopped', pid: 0 });
      expect(await post('/processes/cart/start')).toMatchObject({ state: 'running' });
      await expect(post('/processes/nobody/stop')).rejects.toThrow('nothing at');
      await post('/shutdown');
      await until(() => isShutdown);
    });

    it('can be reached by its own user only, and not over TCP', async () => {
      await serve(await startSupervisor(await buildProcess('cart')));
      expect(statSync(path.dirname(socket())).mode & 0o777).toBe(0o700);
      expect(statSync(socket()).isSocket()).toBe(true);
      expect(statSync(socket()).mode & 0o077).toBe(0);
      expect(listeningPorts(process.pid)).toEqual([]);
    });

    it('closes a folder that others could enter, and replaces the socket of a killed store', async () => {
      mkdirSync(path.dirname(socket()), { mode: 0o755 });
      writeFileSync(socket(), '');
      await serve(await startSupervisor(await buildProcess('cart')));
      expect(statSync(path.dirname(socket())).mode & 0o777).toBe(0o700);
      expect(await callControl(socket(), 'GET', '/processes')).toHaveProperty('cart');
    });

    it('shows no environment and runs no program that a caller names', async () => {
      const secret = 'a-secret-of-the-process';
      await serve(await startSupervisor(await buildProcess('cart', 'service', SERVER, { SECRET: secret })));
      await expect(callControl(socket(), 'GET', '/processes/cart/env')).rejects.toThrow('nothing at');
      expect(JSON.stringify(await callControl(socket(), 'GET', '/processes'))).not.toContain(secret);
      const own = ended();
      writeFileSync(path.join(folder, 'mine.cjs'), `require('fs').appendFileSync(${JSON.stringify(own)}, 'mine')`);
      const program = path.join(folder, 'mine.cjs');
      await expect(post('/services/cart/roll', { release: { program, version: '1' } })).rejects.toThrow();
      await expect(post('/services/cart/roll', { release: program })).rejects.toThrow('There is no cart');
      await expect(post('/processes/cart/program', { program })).rejects.toThrow();
      expect(readFileSync(own, 'utf8')).toBe('');
    });

    it('serves at a temporary path instead of one that is too long for a socket', async () => {
      const one = await startSupervisor(await buildProcess('cart'));
      const long = path.join(folder, 'x'.repeat(120), 'supervisor.sock');
      const actions = {
        shutdown: () => undefined,
        reload: async () => undefined,
        applyPermissions: async () => undefined,
        findRelease: async () => ({ program: '', version: '', build: '' }),
        permitDuring: async () => undefined,
        makeLive: async () => undefined,
      };
      const control = await serveControl(one, long, actions);
      ({ close } = control);
      const temporary = path.dirname(control.file);
      expect(path.dirname(temporary)).toBe(tmpdir());
      expect(statSync(temporary).mode & 0o777).toBe(0o700);
      expect(await callControl(control.file, 'GET', '/processes')).toHaveProperty('cart');
      close();
      expect(existsSync(temporary)).toBe(false);
    });
  });

  it('gives processes that start later new definitions, and keeps the release of each', async () => {
    const before = await buildProcess('cart', 'service', SERVER, { SECRET: 'old' });
    const one = await startSupervisor(before);
    const { pid } = run().processes['cart']!;
    one.redefine([{ ...before, env: { ...before.env, SECRET: 'new' } }]);
    expect(run().processes['cart']!.pid).toBe(pid);
    expect(one.processes.get('cart')?.definition.env['SECRET']).toBe('new');
    const cart = one.processes.get('cart')!;
    cart.definition = { ...cart.definition, program: '/a/release', env: { ...before.env, RELEASE_VERSION: '1.0.0' } };
    one.redefine([{ ...before, env: { ...before.env, SECRET: 'newer' } }]);
    expect(cart.definition).toMatchObject({ program: '/a/release' });
    expect(cart.definition.env).toMatchObject({ SECRET: 'newer', RELEASE_VERSION: '1.0.0' });
    expect(one.own(cart).env).toMatchObject({ SECRET: 'newer', RELEASE_VERSION: undefined });
  });

  it('counts a process as ready when its preparation is complete', async () => {
    const order: string[] = [];
    const database = await buildProcess('database', 'infrastructure');
    const onReady = async (): Promise<void> => {
      await new Promise((resolve) => setTimeout(resolve, 100));
      order.push(`prepared while ${run().processes['database']?.state}`);
    };
    await startSupervisor({ ...database, onReady });
    expect(order).toEqual(['prepared while starting']);
    expect(run().processes['database']?.state).toBe('running');
  });

  it('passes no secret of its own environment to a process that does not name it', async () => {
    const secrets = ['RAZORPAY_KEY_SECRET', 'DELHIVERY_WEBHOOK_KEY', 'MSG91_AUTH_KEY', 'WHATSAPP_APP_SECRET_PREVIOUS'];
    for (const name of secrets) process.env[name] = 'a-secret-of-env';
    process.env['LOG_LEVEL_OF_TEST'] = 'inherited';
    try {
      const script = `require('fs').writeFileSync(process.env.ENDED, JSON.stringify(process.env));${SERVER}`;
      await startSupervisor(await buildProcess('cart', 'service', script));
      const seen = readFileSync(ended(), 'utf8');
      expect(seen).toContain('inherited');
      expect(seen).not.toContain('a-secret-of-env');
    } finally {
      for (const name of secrets) delete process.env[name];
      delete process.env['LOG_LEVEL_OF_TEST'];
    }
  });

  it('writes logs that only its user can read', async () => {
    await startSupervisor(await buildProcess('cart'));
    expect(statSync(path.join(folder, 'logs/cart.log')).mode & 0o077).toBe(0);
    expect(statSync(runFile()).mode & 0o077).toBe(0);
  });
});

/** Returns the TCP ports that a process listens on (Linux). */
function listeningPorts(pid: number): number[] {
  const inodes = new Set(
    readdirSync(`/proc/${pid}/fd`).flatMap((descriptor) => {
      try {
        return /^socket:\[(\d+)\]$/.exec(readlinkSync(`/proc/${pid}/fd/${descriptor}`))?.[1] ?? [];
      } catch {
        return []; // closed meanwhile
      }
    }),
  );
  const LISTEN = '0A';
  return ['tcp', 'tcp6'].flatMap((table) =>
    readFileSync(`/proc/${pid}/net/${table}`, 'utf8')
      .split('\n')
      .map((line) => line.trim().split(/\s+/))
      .filter((columns) => columns[3] === LISTEN && inodes.has(columns[9] ?? ''))
      .map((columns) => Number.parseInt(columns[1]?.split(':')[1] ?? '0', 16)),
  );
}
