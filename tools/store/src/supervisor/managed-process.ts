import { spawn, type ChildProcess } from 'node:child_process';
import { get } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { identify, type ProcessIdentity } from '@rangavalli/database/process-identity';
import type { ProcessDefinition } from '../processes.js';
import type { ProcessLog } from './logs.js';

const READY_POLL_MS = 25;
const HEALTH_POLL_MS = 100;
const HEALTH_TIMEOUT_MS = 5_000;
/** Of npm, and secrets of `.env`: a process has only those that its definition names. */
const NOT_INHERITED =
  /^npm_|SECRET|PASSWORD|PRIVATE|TOKEN|(?:API|AUTH|BACKUP|WEBHOOK)_KEY|DATA_KEY|SIGNING_KEY|^ACCOUNTS$|^SEED_ACCOUNT$|MONGODB_URI|NATS_URL|SMTP_URL|CLOUDINARY_URL/;

/** Times in milliseconds. */
export interface RestartPolicy {
  firstDelay: number;
  maxDelay: number;
  /** A process that was ready for this long restarts with the first delay again. */
  resetAfter: number;
  grace: number;
  /** A release becomes live only when its processes have been ready for this long. */
  minReady: number;
}

export const RESTART_POLICY: RestartPolicy = {
  firstDelay: 200,
  maxDelay: 10_000,
  resetAfter: 5_000,
  grace: 15_000,
  minReady: 2_000,
};

export class ManagedProcess {
  state: 'stopped' | 'starting' | 'running' | 'waiting' = 'stopped';
  restarts = 0;
  startedAt = '';
  identity: ProcessIdentity = { pid: 0, startTime: null };
  lastResponse = '';
  /** Exits in a row without having been ready for `resetAfter`. */
  failures = 0;
  private child: ChildProcess | null = null;
  private isWanted = false;
  private isRetired = false;
  private readySince = Infinity;
  private timer: NodeJS.Timeout | undefined;
  private ended: Promise<void> = Promise.resolve();

  constructor(
    public definition: ProcessDefinition,
    readonly log: ProcessLog,
    private readonly onChange: () => void,
    private readonly policy: RestartPolicy,
  ) {}

  start(): void {
    if (this.isWanted || this.isRetired) return;
    this.isWanted = true;
    this.failures = 0;
    this.spawn();
  }

  /** After `forGood` the process can't be started again. */
  async stop({ forGood = false } = {}): Promise<void> {
    this.isWanted = false;
    this.isRetired ||= forGood;
    clearTimeout(this.timer);
    const child = this.child;
    if (!child) return this.setState('stopped');
    child.kill('SIGTERM');
    const kill = setTimeout(() => {
      this.log.note('warn', `did not stop within ${this.policy.grace} ms: killed`);
      child.kill('SIGKILL');
    }, this.policy.grace);
    await this.ended;
    clearTimeout(kill);
  }

  /** Makes a server read its configuration again; does nothing while it is down. */
  reload(): void {
    this.child?.kill('SIGHUP');
  }

  kill(): void {
    this.isWanted = false;
    clearTimeout(this.timer);
    this.child?.kill('SIGKILL');
  }

  /** Resolves false when `signal` aborts or the process was stopped. */
  async waitUntilReady(signal: AbortSignal): Promise<boolean> {
    while (!signal.aborted && this.isWanted) {
      if (this.state === 'running') return true;
      await sleep(READY_POLL_MS);
    }
    return false;
  }

  /** Returns whether the process that has this identity still runs and its health check, if it has one, succeeds. */
  async isStillReady(identity: ProcessIdentity): Promise<boolean> {
    const { ready, address, internalAddress } = this.definition;
    if (this.identity !== identity || this.state !== 'running') return false;
    if (!('path' in ready)) return true;
    const isHealthy = await this.checkHealth(`${internalAddress ?? address}${ready.path}`);
    return isHealthy && this.identity === identity;
  }

  private spawn(): void {
    const { command, args, env, ready, address, internalAddress, socket } = this.definition;
    const exited = new AbortController();
    const inherited = Object.entries(process.env).filter(([name]) => !NOT_INHERITED.test(name));
    // In its own process group: Ctrl-C in the terminal reaches only the supervisor, which stops all in order.
    const child = spawn(command, args, {
      env: { ...Object.fromEntries(inherited), ...env },
      stdio: ['ignore', 'pipe', 'pipe', ...(socket ? [socket.fd] : [])],
      detached: true,
    });
    this.child = child;
    this.identity = identify(child.pid ?? 0);
    this.startedAt = new Date().toISOString();
    this.readySince = Infinity;
    const onLine = (line: string): void => {
      if ('line' in ready && ready.line.test(line)) void this.completeStart(exited.signal);
    };
    if (child.stdout) this.log.follow(child.stdout, false, onLine);
    if (child.stderr) this.log.follow(child.stderr, true, onLine);
    this.ended = new Promise((resolve) => {
      const handleEnd = (reason: string): void => {
        if (exited.signal.aborted) return;
        exited.abort();
        this.handleEnd(reason, performance.now() - this.readySince);
        resolve();
      };
      child.once('error', (error) => handleEnd(error.message));
      child.once('exit', (code, signal) => handleEnd(signal ? `signal ${signal}` : `exit code ${code}`));
    });
    this.setState('starting');
    if ('path' in ready) void this.pollHealth(`${internalAddress ?? address}${ready.path}`, exited.signal);
  }

  private async pollHealth(url: string, exited: AbortSignal): Promise<void> {
    for (; !exited.aborted; await sleep(HEALTH_POLL_MS)) {
      const isHealthy = await this.checkHealth(url);
      if (isHealthy && !exited.aborted) return this.completeStart(exited);
    }
  }

  private async checkHealth(url: string): Promise<boolean> {
    try {
      const { status, body } = await fetchHealth(url);
      this.lastResponse = status === 200 ? '' : `${status} ${body.slice(0, 500)}`;
      return status === 200;
    } catch (error) {
      this.lastResponse = String(error);
      return false;
    }
  }

  private async completeStart(exited: AbortSignal): Promise<void> {
    try {
      await this.definition.onReady?.();
    } catch (error) {
      this.lastResponse = String(error);
      this.log.note('error', this.lastResponse);
      this.child?.kill('SIGKILL'); // is started again
      return;
    }
    if (!exited.aborted) this.setState('running');
  }

  private handleEnd(reason: string, readyMs: number): void {
    this.child = null;
    this.identity = { pid: 0, startTime: null };
    if (!this.isWanted) return this.setState('stopped');
    if (readyMs >= this.policy.resetAfter) this.failures = 0;
    const delay = Math.min(this.policy.firstDelay * 2 ** this.failures, this.policy.maxDelay);
    this.failures++;
    this.restarts++;
    this.log.note('warn', `exited (${reason}), restarting in ${delay} ms`);
    this.timer = setTimeout(() => this.spawn(), delay);
    this.setState('waiting');
  }

  private setState(state: ManagedProcess['state']): void {
    if (state === 'running') this.readySince = performance.now();
    this.state = state;
    this.onChange();
  }
}

/** By node:http: a refused connection costs several times as much with `fetch`, and a start meets hundreds. */
function fetchHealth(url: string): Promise<{ status: number | undefined; body: string }> {
  return new Promise((resolve, reject) => {
    const request = get(url, { agent: false, signal: AbortSignal.timeout(HEALTH_TIMEOUT_MS) }, (response) => {
      text(response).then((body) => resolve({ status: response.statusCode, body }), reject);
    });
    request.once('error', reject);
  });
}
