// More and fewer processes of one slice, and one version of it after the other, while the store goes on.
import type { ProcessDefinition, ProcessName } from '../processes.js';
import type { ManagedProcess } from './managed-process.js';
import { describe, type Supervisor } from './supervisor.js';

/** A process must be ready by then, ms. */
const READY_MS = 60_000;
/** Ends in a row after which waiting has no sense. */
const MAX_FAILURES = 3;

/** What can't be done, for the person who asked for it. */
export class NotPossible extends Error {}

/** Another version of a service. */
export interface Release {
  /** Its main file. */
  program: string;
  version: string;
}

/** Scales and replaces the services of a running store. One thing at a time for each of them. */
export class Replicas {
  private readonly busy = new Set<string>();
  /** As the checkout has them. */
  private readonly own: ReadonlyMap<string, ProcessDefinition>;

  constructor(private readonly supervisor: Supervisor) {
    this.own = new Map([...supervisor.processes].map(([name, { definition }]) => [name, definition]));
  }

  /** Makes it so many processes; resolves when all are ready. */
  scale(name: string, howMany: number): Promise<void> {
    return this.alone(name, async () => {
      const all = this.of(name).filter(({ definition }) => definition.standby !== 'spare');
      if (!(howMany >= 1 && howMany <= all.length))
        throw new NotPossible(
          `${name} can be 1 to ${all.length} processes; REPLICAS=${all.length} npm start makes room for one more`,
        );
      await Promise.all(all.slice(0, howMany).map((managed) => this.start(managed)));
      await Promise.all(all.slice(howMany).map((managed) => this.stop(managed)));
    });
  }

  /**
   * Starts the processes of a service anew, one after the other, and never with fewer of them than before: the spare one
   * comes first and goes last. With another version when one is given; null is the checkout's own. When it does not become
   * ready, all go on as they were.
   */
  roll(name: string, release?: Release | null): Promise<void> {
    return this.alone(name, async () => {
      const all = this.of(name);
      const spare = all.find(({ definition }) => definition.standby === 'spare');
      if (!spare)
        throw new NotPossible(
          `${name} has one address and no spare one: its processes can be replaced behind a balancer only`,
        );
      const before = new Map(all.map((managed) => [managed, managed.definition]));
      const running = this.supervisor.active.filter((managed) => managed !== spare && all.includes(managed));
      const renew = (managed: ManagedProcess): ProcessDefinition =>
        release === undefined ? managed.definition : this.released(managed, release);
      const touched: ManagedProcess[] = [];
      try {
        spare.definition = renew(spare);
        await this.start(spare);
        for (const managed of running) {
          touched.push(managed);
          await managed.stop();
          managed.definition = renew(managed);
          await this.start(managed);
        }
        for (const managed of all) managed.definition = renew(managed);
      } catch (error) {
        for (const managed of all) managed.definition = before.get(managed) ?? managed.definition;
        for (const managed of touched) {
          await managed.stop();
          await this.start(managed);
        }
        throw error;
      } finally {
        await this.stop(spare);
      }
    });
  }

  private of(name: string): ManagedProcess[] {
    return [...this.supervisor.processes.values()].filter(({ definition }) => definition.of === (name as ProcessName));
  }

  private released({ definition }: ManagedProcess, release: Release | null): ProcessDefinition {
    const own = this.own.get(definition.name) ?? definition;
    if (!release) return own;
    const { program, version } = release;
    return {
      ...own,
      program,
      args: own.args.map((argument) => (argument === own.program ? program : argument)),
      env: { ...own.env, RELEASE_VERSION: version },
    };
  }

  private async start(managed: ManagedProcess): Promise<void> {
    this.supervisor.engage(managed, true);
    managed.start();
    const failing = new AbortController();
    const watch = setInterval(() => managed.failuresInARow >= MAX_FAILURES && failing.abort(), 50);
    const isReady = await managed
      .waitUntilReady(AbortSignal.any([failing.signal, AbortSignal.timeout(READY_MS)]))
      .finally(() => clearInterval(watch));
    if (!isReady) throw new NotPossible(describe(managed));
  }

  private async stop(managed: ManagedProcess): Promise<void> {
    await managed.stop();
    this.supervisor.engage(managed, false);
  }

  private async alone(name: string, work: () => Promise<void>): Promise<void> {
    if (this.of(name).length === 0) throw new NotPossible(`there is no ${name} here`);
    if (this.busy.has(name)) throw new NotPossible(`${name} is being changed already`);
    this.busy.add(name);
    try {
      await work();
    } finally {
      this.busy.delete(name);
    }
  }
}
