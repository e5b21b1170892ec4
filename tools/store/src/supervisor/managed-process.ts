import { spawn, type ChildProcess } from 'node:child_process';
import { identify, type ProcessIdentity } from '@rangavalli/database/process-identity';
import type { ProcessDefinition } from '../processes.js';
import type { ProcessLog } from './logs.js';
import { waitForHealth } from './readiness.js';

export type ProcessState = 'stopped' | 'starting' | 'running' | 'waiting';

/** Times in milliseconds. */
export interface RestartPolicy {
  firstDelay: number;
  maxDelay: number;
  /** A process that was ready for this long doesn't keep ending: it starts again at the first delay. */
  resetAfter: number;
  /** Time to end by itself after SIGTERM. */
  grace: number;
}

export const RESTART_POLICY: RestartPolicy = { firstDelay: 200, maxDelay: 10_000, resetAfter: 5_000, grace: 15_000 };

/**
 * One process that is kept running: started again, ever more slowly, when it ends by itself. `onChange` is called
 * at every change of state or process id.
 */
export class ManagedProcess {
  state: ProcessState = 'stopped';
  restarts = 0;
  startedAt = '';
  identity: ProcessIdentity = { pid: 0, startTime: null };
  /** What the health path answered last, while it isn't ready. */
  lastAnswer = '';
  private child: ChildProcess | null = null;
  private wanted = false;
  private retired = false;
  private failures = 0;
  private readySince = Infinity;
  private timer: NodeJS.Timeout | undefined;
  private life = new AbortController();
  private ended: Promise<void> = Promise.resolve();

  constructor(
    /** How it is started the next time. */
    public definition: ProcessDefinition,
    readonly log: ProcessLog,
    private readonly onChange: () => void,
    private readonly policy: RestartPolicy = RESTART_POLICY,
  ) {}

  /** Starts it if it isn't wanted already, and was not stopped for good. */
  start(): void {
    if (this.wanted || this.retired) return;
    this.wanted = true;
    this.failures = 0;
    this.spawn();
  }

  /** Stops it and keeps it stopped, `forGood` whoever starts it: SIGTERM, SIGKILL after the grace. Resolves when it is gone. */
  async stop({ forGood = false } = {}): Promise<void> {
    this.wanted = false;
    this.retired ||= forGood;
    clearTimeout(this.timer);
    const child = this.child;
    if (child) {
      child.kill('SIGTERM');
      const last = setTimeout(() => {
        this.log.note('warn', `did not stop within ${this.policy.grace} ms: killed`);
        child.kill('SIGKILL');
      }, this.policy.grace);
      await this.ended;
      clearTimeout(last);
    } else this.become('stopped');
  }

  /** Ends it at once. */
  kill(): void {
    this.wanted = false;
    clearTimeout(this.timer);
    this.child?.kill('SIGKILL');
  }

  async restart(): Promise<void> {
    await this.stop();
    this.start();
  }

  /** Resolves true once it is ready; false when `signal` ends the wait or it was stopped. */
  async waitUntilReady(signal: AbortSignal): Promise<boolean> {
    while (!signal.aborted && this.wanted) {
      if (this.state === 'running') return true;
      await new Promise((resolve) => setTimeout(resolve, 25));
    }
    return false;
  }

  /** Ends in a row without having been up for long. */
  get failuresInARow(): number {
    return this.failures;
  }

  private spawn(): void {
    const { command, args, env, ready } = this.definition;
    const life = new AbortController();
    this.life = life;
    // a process group of its own: a Ctrl-C in the terminal reaches the supervisor alone, which stops in order
    const child = spawn(command, args, {
      env: this.environment(env),
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    });
    this.child = child;
    this.identity = identify(child.pid ?? 0);
    this.startedAt = new Date().toISOString();
    this.readySince = Infinity;
    const onLine = (line: string): void => {
      if ('line' in ready && ready.line.test(line) && this.child === child) this.become('running');
    };
    this.log.follow(child.stdout, false, onLine);
    this.log.follow(child.stderr, true, onLine);
    this.ended = new Promise((resolve) => {
      const once = (what: string): void => {
        if (life.signal.aborted) return;
        life.abort();
        this.afterEnd(what, performance.now() - this.readySince);
        resolve();
      };
      child.once('error', (error) => once(error.message));
      child.once('exit', (code, signal) => once(signal ? `signal ${signal}` : `exit code ${code}`));
    });
    this.become('starting');
    void waitForHealth(this.definition, life.signal, (answer) => (this.lastAnswer = answer)).then((isReady) => {
      if (isReady) this.become('running');
    });
  }

  private environment(own: Record<string, string | undefined>): NodeJS.ProcessEnv {
    const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith('npm_'));
    return { ...Object.fromEntries(inherited), ...own };
  }

  private afterEnd(what: string, readyMs: number): void {
    this.child = null;
    this.identity = { pid: 0, startTime: null };
    if (!this.wanted) return this.become('stopped');
    if (readyMs >= this.policy.resetAfter) this.failures = 0;
    const delay = Math.min(this.policy.firstDelay * 2 ** this.failures, this.policy.maxDelay);
    this.failures++;
    this.restarts++;
    this.log.note('warn', `ended (${what}), starting again in ${delay} ms`);
    this.timer = setTimeout(() => this.spawn(), delay);
    this.become('waiting');
  }

  private become(state: ProcessState): void {
    if (state === 'running') this.readySince = performance.now();
    this.state = state;
    this.onChange();
  }
}
