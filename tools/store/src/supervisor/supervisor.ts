import { rmSync } from 'node:fs';
import { Refusal } from '@rangavalli/build-kit/command/report';
import { identify } from '@rangavalli/database/process-identity';
import { compiledProgram, type ProcessDefinition, type Role, withProgram } from '../processes.js';
import { writeJson } from '../setup/json-file.js';
import { ProcessLog } from './logs.js';
import { ManagedProcess, RESTART_POLICY, type RestartPolicy } from './managed-process.js';
import { readRunFile, type RunFile } from './run-file.js';

interface SupervisorOptions {
  runFile: string;
  logs: string;
  address: string;
  print: (line: string) => void;
  policy?: RestartPolicy;
}

const STOP_ORDER: readonly Role[][] = [['edge', 'frontend'], ['service', 'stand-in'], ['infrastructure']];
/** Exits in a row after which a start is given up. */
const MAX_FAILURES = 5;
const FAILURE_POLL_MS = 50;

export class Supervisor {
  readonly processes: Map<string, ManagedProcess>;
  readonly policy: RestartPolicy;
  private readonly idle: Set<string>;
  private addresses = { control: '', mail: '' };
  private readonly ownDefinitions: Map<string, ProcessDefinition>;
  private readonly startedAt = new Date().toISOString();
  private readonly self = identify(process.pid);
  private pendingWrite: NodeJS.Immediate | undefined;
  private isClosed = false;

  constructor(
    definitions: ProcessDefinition[],
    private readonly options: SupervisorOptions,
  ) {
    const { logs, print, policy = RESTART_POLICY } = options;
    this.policy = policy;
    this.idle = new Set(definitions.filter(({ standby }) => standby).map(({ name }) => name));
    this.ownDefinitions = new Map(definitions.map((definition) => [definition.name, definition]));
    this.processes = new Map(
      definitions.map((definition) => [
        definition.name,
        new ManagedProcess(definition, new ProcessLog(definition.name, logs, print), this.noteChange, policy),
      ]),
    );
  }

  set ownAddresses(addresses: { control: string; mail: string }) {
    this.addresses = addresses;
    this.writeRunFile();
  }

  /** Returns the process as its release, or as at its start where it has none. */
  own({ definition }: ManagedProcess): ProcessDefinition {
    return this.ownDefinitions.get(definition.name) ?? definition;
  }

  /** Returns the process as the compiler's output, for a watcher. */
  compiled(managed: ManagedProcess): ProcessDefinition {
    const { name, of } = managed.definition;
    const program = compiledProgram(of);
    if (!program) throw new Refusal(`${name} is not a program of this checkout.`);
    if (this.active.filter(({ definition }) => definition.of === of).length > 1)
      throw new Refusal(`The store runs several processes of ${name}. First: npm run scale -- ${name} 1`);
    return withProgram(this.own(managed), program);
  }

  /** Replaces what processes are started with next; each keeps its program. Nothing is restarted. */
  redefine(definitions: ProcessDefinition[]): void {
    const sameProgram = (next: ProcessDefinition, { program, build, env }: ProcessDefinition): ProcessDefinition =>
      withProgram(next, program, { version: env['RELEASE_VERSION'], build });
    for (const next of definitions) {
      const managed = this.processes.get(next.name);
      if (!managed) continue;
      this.ownDefinitions.set(next.name, sameProgram(next, this.own(managed)));
      managed.definition = sameProgram(next, managed.definition);
    }
  }

  /** Makes what a process runs its own, to which the end of development and changes of secrets return. */
  keepDefinition({ definition }: ManagedProcess): void {
    this.ownDefinitions.set(definition.name, definition);
  }

  get active(): ManagedProcess[] {
    return [...this.processes.values()].filter(({ definition }) => !this.idle.has(definition.name));
  }

  engage(managed: ManagedProcess, isActive: boolean): void {
    if (isActive) this.idle.delete(managed.definition.name);
    else this.idle.add(managed.definition.name);
    this.writeRunFile();
  }

  get run(): RunFile {
    const { address } = this.options;
    return {
      address,
      api: `${address}/api`,
      supervisor: this.self,
      ...this.addresses,
      startedAt: this.startedAt,
      processes: Object.fromEntries(
        this.active.map(({ identity, definition, state, startedAt, restarts }) => [
          definition.name,
          {
            ...identity,
            address: definition.address,
            ...(definition.internalAddress ? { internal: definition.internalAddress } : {}),
            role: definition.role,
            state,
            startedAt,
            restarts,
          },
        ]),
      ),
    };
  }

  /**
   * Services start once the infrastructure is ready, because they read the database when they start.
   * @param verify runs while the infrastructure starts; when it throws, no other process is started
   */
  async startAll(timeoutMs: number, signal: AbortSignal, verify?: () => Promise<void>): Promise<void> {
    const start = (...roles: Role[]): ManagedProcess[] => {
      const group = this.active.filter(({ definition }) => roles.includes(definition.role));
      for (const managed of group) if (!signal.aborted) managed.start();
      return group;
    };
    const infrastructure = start('infrastructure');
    await verify?.();
    start('stand-in', 'edge', 'frontend');
    await this.waitForAll(infrastructure, timeoutMs, signal);
    start('service');
    await this.waitForAll(this.active, timeoutMs, signal);
  }

  /** Throws a Refusal after `timeoutMs`, or as soon as a process has exited repeatedly. */
  async waitForAll(
    group: ManagedProcess[],
    timeoutMs: number,
    signal?: AbortSignal,
    maxFailures = MAX_FAILURES,
  ): Promise<void> {
    const failing = new AbortController();
    const watch = setInterval(() => {
      if (group.some(({ failures }) => failures >= maxFailures)) failing.abort();
    }, FAILURE_POLL_MS);
    const stop = [AbortSignal.timeout(timeoutMs), failing.signal, ...(signal ? [signal] : [])];
    await Promise.all(group.map((managed) => managed.waitUntilReady(AbortSignal.any(stop))));
    clearInterval(watch);
    signal?.throwIfAborted();
    const late = group.filter(({ state }) => state !== 'running');
    const limit = failing.signal.aborted ? '' : ` within ${timeoutMs / 1000} s`;
    const problem = `did not become ready${limit}`;
    if (late.length > 0) throw new Refusal(late.map((managed) => describeFailure(managed, problem)).join('\n\n'));
  }

  async stopAll(): Promise<void> {
    for (const roles of STOP_ORDER) {
      const group = [...this.processes.values()].filter(({ definition }) => roles.includes(definition.role));
      await Promise.all(group.map((managed) => managed.stop({ forGood: true })));
    }
    this.isClosed = true;
    for (const { log } of this.processes.values()) log.close();
    const { pid, startTime } = readRunFile(this.options.runFile)?.supervisor ?? {};
    if (pid === this.self.pid && startTime === this.self.startTime) rmSync(this.options.runFile, { force: true });
  }

  killAll(): void {
    for (const managed of this.processes.values()) managed.kill();
  }

  /** Processes change in groups: one write for each would take a tenth of a start. */
  private readonly noteChange = (): void => {
    this.pendingWrite ??= setImmediate(() => {
      this.pendingWrite = undefined;
      this.writeRunFile();
    });
  };

  /** A full disk ends no process: the next change writes the file again. */
  private writeRunFile(): void {
    if (this.isClosed) return;
    try {
      writeJson(this.options.runFile, this.run, 0o600);
    } catch (error) {
      this.options.print(`${this.options.runFile} could not be written: ${String(error)}`);
    }
  }
}

export function describeFailure({ definition, log, lastResponse, failures }: ManagedProcess, problem: string): string {
  const health = lastResponse ? `; its health check returns: ${lastResponse}` : '';
  const exits = failures > 0 ? `, exited ${failures} times` : '';
  return `${definition.name} ${problem}${exits}${health}\n${log.tail.replaceAll(/^/gm, '    ')}`;
}
