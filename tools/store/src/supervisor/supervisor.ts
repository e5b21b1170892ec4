import { rmSync } from 'node:fs';
import { identify } from '@rangavalli/database/process-identity';
import { stageOf, type ProcessDefinition, type Role } from '../processes.js';
import { writeJson } from '../setup/json-file.js';
import { ProcessLog } from './logs.js';
import { ManagedProcess, RESTART_POLICY, type RestartPolicy } from './managed-process.js';
import type { RunFile } from './run-file.js';

export interface SupervisorOptions {
  runFile: string;
  logs: string;
  address: string;
  api: string;
  print: (line: string) => void;
  policy?: RestartPolicy;
}

const STAGES = [0, 1, 2];
/** Ends in a row during the first start after which waiting has no sense. */
const MAX_FAILURES = 5;

/** A process that didn't become ready at the first start. */
export class StartFailure extends Error {}

/** Keeps the processes of one store running and tells in the run file what runs. */
export class Supervisor {
  readonly processes: Map<string, ManagedProcess>;
  private readonly standingBy = new Set<string>();
  private own = { control: '', mail: '' };
  private readonly startedAt = new Date().toISOString();
  private readonly self = identify(process.pid);
  private closed = false;

  constructor(
    definitions: ProcessDefinition[],
    private readonly options: SupervisorOptions,
  ) {
    const { logs, print, policy = RESTART_POLICY } = options;
    for (const { name, standby } of definitions) if (standby) this.standingBy.add(name);
    this.processes = new Map(
      definitions.map((definition) => [
        definition.name,
        new ManagedProcess(definition, new ProcessLog(definition.name, logs, print), () => this.writeRunFile(), policy),
      ]),
    );
  }

  /** Addresses of the control API and of the mail page, for the run file. */
  set ownAddresses(addresses: { control: string; mail: string }) {
    this.own = addresses;
    this.writeRunFile();
  }

  /** The processes that are to run. */
  get active(): ManagedProcess[] {
    return [...this.processes.values()].filter(({ definition }) => !this.standingBy.has(definition.name));
  }

  /** Counts an instance among those that are to run, or no more: then it is no part of the run file. */
  engage(managed: ManagedProcess, active: boolean): void {
    if (active) this.standingBy.delete(managed.definition.name);
    else this.standingBy.add(managed.definition.name);
    this.writeRunFile();
  }

  /** What the run file says. */
  get run(): RunFile {
    return {
      address: this.options.address,
      api: this.options.api,
      supervisor: this.self,
      ...this.own,
      startedAt: this.startedAt,
      processes: Object.fromEntries(
        this.active.map(({ identity, definition, state, startedAt, restarts }) => [
          definition.name,
          { ...identity, address: definition.address, role: definition.role, state, startedAt, restarts },
        ]),
      ),
    };
  }

  /**
   * Starts what stands on nothing of the store's at once, beside the infrastructure; services when that is ready: each
   * asks its database for much when it begins. Resolves when all are ready. Throws a StartFailure
   * that names what isn't after `timeoutMs`, or as soon as one has ended five times in a row.
   * @param prepared what frontends stand on; nobody else waits for it
   */
  async startAll(
    timeoutMs: number,
    signal: AbortSignal,
    prepared: Promise<unknown> = Promise.resolve(),
  ): Promise<void> {
    const begin = (...roles: Role[]): ManagedProcess[] => {
      const group = this.active.filter(({ definition }) => roles.includes(definition.role));
      for (const managed of group) if (!signal.aborted) managed.start();
      return group;
    };
    const frontends = prepared.then(() => begin('frontend'));
    frontends.catch(() => undefined); // told of below
    const infrastructure = begin('infrastructure');
    begin('stand-in', 'edge');
    await this.waitForAll(infrastructure, timeoutMs, signal);
    begin('service');
    await frontends;
    await this.waitForAll(this.active, timeoutMs, signal);
  }

  /** Stops all for good, the edge first and the infrastructure last, and removes the run file. */
  async stopAll(): Promise<void> {
    for (const stage of STAGES.toReversed()) {
      const group = [...this.processes.values()].filter(({ definition }) => stageOf(definition.role) === stage);
      await Promise.all(group.map((managed) => managed.stop({ forGood: true })));
    }
    this.closed = true;
    for (const { log } of this.processes.values()) log.close();
    rmSync(this.options.runFile, { force: true });
  }

  /** Ends all at once; for somebody who asks a second time. */
  killAll(): void {
    for (const managed of this.processes.values()) managed.kill();
  }

  private async waitForAll(group: ManagedProcess[], timeoutMs: number, signal: AbortSignal): Promise<void> {
    const waiting = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
    const failing = new AbortController();
    const watch = setInterval(() => {
      const failed = group.find(({ failuresInARow }) => failuresInARow >= MAX_FAILURES);
      if (failed) failing.abort();
    }, 100);
    try {
      const stop = AbortSignal.any([waiting, failing.signal]);
      await Promise.all(group.map((managed) => managed.waitUntilReady(stop)));
    } finally {
      clearInterval(watch);
    }
    signal.throwIfAborted();
    const late = group.filter(({ state }) => state !== 'running');
    if (late.length > 0) throw new StartFailure(late.map(describe).join('\n\n'));
  }

  private writeRunFile(): void {
    if (!this.closed) writeJson(this.options.runFile, this.run, 0o600);
  }
}

/** Why a process isn't ready, with the end of its log. */
export function describe({ definition, log, lastAnswer, failuresInARow }: ManagedProcess): string {
  const health = lastAnswer ? `; its health answers: ${lastAnswer}` : '';
  const ended = failuresInARow > 0 ? `, ended ${failuresInARow} times` : '';
  return `${definition.name} did not become ready${ended}${health}\n${log.tail.replaceAll(/^/gm, '    ')}`;
}
