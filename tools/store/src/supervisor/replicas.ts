import { setTimeout as sleep } from 'node:timers/promises';
import { messageOf, Refusal } from '@rangavalli/build-kit/command/report';
import type { ProcessIdentity } from '@rangavalli/database/process-identity';
import { z } from 'zod';
import { type ProcessDefinition, withProgram } from '../processes.js';
import { hashOfProgram, type Release } from '../setup/process-releases.js';
import type { ManagedProcess } from './managed-process.js';
import { describeFailure, type Supervisor } from './supervisor.js';

const READY_TIMEOUT_MS = 60_000;
/** Exits in a row after which a start is given up. */
const MAX_FAILURES = 3;
const REPORT_TIMEOUT_MS = 5_000;

const report = z.object({ version: z.string(), build: z.string() }).partial();

/** Scales and replaces services, gateway and shell, with one operation at a time for each. */
export class Replicas {
  private readonly busy = new Set<string>();

  constructor(private readonly supervisor: Supervisor) {}

  scale(name: string, count: number): Promise<void> {
    return this.runAlone(name, async (instances) => {
      const all = instances.filter(({ definition }) => definition.standby !== 'spare');
      if (!(count >= 1 && count <= all.length)) {
        const limit = `${name} can have ${all.length === 1 ? 'one process' : `1 to ${all.length} processes`}`;
        const isService = all.some(({ definition }) => definition.role === 'service');
        throw new Refusal(isService ? `${limit}; REPLICAS=${all.length} npm start allows one more` : limit);
      }
      await Promise.all(all.slice(0, count).map((managed) => this.start(managed)));
      await Promise.all(all.slice(count).map((managed) => this.stop(managed)));
    });
  }

  /**
   * The spare process runs meanwhile, so that never fewer than before are ready. Each process must become ready, report
   * its version and the hash of its program, and stay ready, and what is live must change, else all return to the
   * release that they had.
   * @param release another version, whose processes must stay ready for `minReady`: the spare one before others stop
   * @param makeLive runs when all processes have it
   */
  roll(name: string, release?: Release, makeLive?: () => Promise<void>): Promise<void> {
    return this.runAlone(name, async (all) => {
      const spare = all.find(({ definition }) => definition.standby === 'spare');
      if (!spare) throw new Refusal(`${name} has no spare process, without which its processes can't be replaced`);
      const before = new Map(all.map((managed) => [managed, managed.definition]));
      const running = this.supervisor.active.filter((managed) => managed !== spare && all.includes(managed));
      const next = (managed: ManagedProcess): ProcessDefinition =>
        release ? withProgram(this.supervisor.own(managed), release.program, release) : managed.definition;
      const minReadyMs = release ? this.supervisor.policy.minReady : 0;
      const replaced: ManagedProcess[] = [];
      const started = new Map<ManagedProcess, ProcessIdentity>();
      try {
        spare.definition = next(spare);
        started.set(spare, await this.startVerified(spare));
        await sleep(minReadyMs);
        for (const managed of running) {
          await requireStillReady(started);
          replaced.push(managed);
          await managed.stop();
          managed.definition = next(managed);
          started.set(managed, await this.startVerified(managed));
        }
        await sleep(minReadyMs);
        await requireStillReady(started);
        await makeLive?.();
        for (const managed of all) {
          managed.definition = next(managed);
          if (release) this.supervisor.keepDefinition(managed);
        }
      } catch (error) {
        for (const [managed, definition] of before) managed.definition = definition;
        throw await this.restore(replaced, error);
      } finally {
        await this.stop(spare);
      }
    });
  }

  /**
   * Restarts each process with its previous definition, also when others fail to start.
   * @returns the cause with the outcome
   */
  private async restore(replaced: readonly ManagedProcess[], cause: unknown): Promise<Refusal> {
    const failures: string[] = [];
    for (const managed of replaced) {
      try {
        await managed.stop();
        await this.start(managed);
      } catch (error) {
        failures.push(messageOf(error));
      }
    }
    const outcome =
      failures.length === 0
        ? ['All processes run the release that they had.']
        : ['Some processes do not start with the release that they had either:', ...failures];
    return new Refusal([messageOf(cause), ...outcome].join('\n'));
  }

  private async startVerified(managed: ManagedProcess): Promise<ProcessIdentity> {
    await this.start(managed);
    const { identity } = managed;
    const { name, env, program, address, internalAddress } = managed.definition;
    const expected = env['RELEASE_VERSION'];
    if (expected === undefined) return identity; // the compiler's output
    // What was live when the store started was compared with its release then.
    const build = managed.definition.build ?? hashOfProgram(program);
    const url = `${internalAddress ?? address}/health/live`;
    const response = await fetch(url, { signal: AbortSignal.timeout(REPORT_TIMEOUT_MS) });
    const reported = report.catch({}).parse(await response.json().catch(() => undefined));
    const { version } = reported;
    if (version !== expected)
      throw new Refusal(
        `${name} reports ${version === undefined ? 'no version' : `version ${version}`} instead of ${expected}.`,
      );
    if (reported.build !== build)
      throw new Refusal(
        `${name} runs another program than ${expected}: it reports build ${reported.build ?? 'none'} instead of ${build}.`,
      );
    return identity;
  }

  private async start(managed: ManagedProcess): Promise<void> {
    this.supervisor.engage(managed, true);
    managed.start();
    await this.supervisor.waitForAll([managed], READY_TIMEOUT_MS, undefined, MAX_FAILURES);
  }

  private async stop(managed: ManagedProcess): Promise<void> {
    await managed.stop();
    this.supervisor.engage(managed, false);
  }

  private async runAlone(name: string, work: (instances: ManagedProcess[]) => Promise<void>): Promise<void> {
    const instances = [...this.supervisor.processes.values()].filter(({ definition }) => definition.of === name);
    if (instances.length === 0) throw new Refusal(`there is no ${name} here`);
    if (this.busy.has(name)) throw new Refusal(`another change of ${name} is in progress`);
    this.busy.add(name);
    try {
      await work(instances);
    } finally {
      this.busy.delete(name);
    }
  }
}

/** @throws Refusal when a process has exited since, also when it was restarted, or its health check fails */
async function requireStillReady(started: ReadonlyMap<ManagedProcess, ProcessIdentity>): Promise<void> {
  for (const [managed, identity] of started)
    if (!(await managed.isStillReady(identity))) throw new Refusal(describeFailure(managed, 'did not stay ready'));
}
