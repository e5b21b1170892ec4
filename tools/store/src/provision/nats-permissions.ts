import path from 'node:path';
import { runChild } from '@rangavalli/build-kit/command/child';
import { explain, Refusal } from '@rangavalli/build-kit/command/report';
import { type NatsAccess, natsAccess, type NatsProcess } from '@rangavalli/contracts/nats-access';
import { FolderStore } from '@rangavalli/release/store/folder-store';
import { grantedAccess, type ReleaseVersion } from '@rangavalli/release/store/granted-access';
import type { GrantedAccess } from '@rangavalli/service-kit/nats/permissions';
import { type DataPaths, ROOT } from '../paths.js';
import type { Secrets } from '../setup/secrets.js';
import { applyNatsConfig, type NatsServer } from './nats.js';

const COMPILED_CONTRACTS = path.join(ROOT, 'packages/contracts/dist/nats-access.js');

/** What a process runs: a release, or without a version the compiler's output. */
export interface RunningProgram {
  slice: string;
  version?: string | undefined;
}

interface PermissionsOptions {
  paths: Pick<DataPaths, 'natsConfig' | 'natsData' | 'releases'>;
  /** Whether processes run from releases. */
  hasReleases: boolean;
  secrets: () => Secrets;
  /** Undefined while it is down. */
  server: () => NatsServer | undefined;
  running: () => readonly RunningProgram[];
  /** Module with the access of the checkout. */
  contracts?: string;
}

/** The permissions of NATS users: those of releases, and of what is being developed. Applied one after the other. */
export class NatsPermissions {
  private last: Promise<unknown> = Promise.resolve();
  private readonly coming = new Set<ReleaseVersion>();

  constructor(private readonly options: PermissionsOptions) {}

  /**
   * Makes the NATS server accept what the processes do, and those of releases that will run.
   * @throws Refusal when the server does not accept them, or the compiled contracts can't be read
   */
  apply(): Promise<void> {
    const applied = this.last.then(() => this.applyNow());
    this.last = applied.catch(() => undefined);
    return applied;
  }

  /** Permits what a release needs until `work` has replaced the processes, or has failed. */
  async during(release: ReleaseVersion, work: () => Promise<void>): Promise<void> {
    this.coming.add(release);
    try {
      await this.apply();
      await work();
    } finally {
      this.coming.delete(release);
      await this.apply().catch(explain);
    }
  }

  private async applyNow(): Promise<void> {
    const { paths, secrets, server } = this.options;
    await applyNatsConfig(paths, secrets(), await this.granted(), server());
  }

  private async granted(): Promise<GrantedAccess> {
    const { paths, hasReleases, running, contracts = COMPILED_CONTRACTS } = this.options;
    const programs = running();
    const kept = [...programs, ...this.coming].flatMap(({ slice, version }) =>
      version === undefined ? [] : [{ slice, version }],
    );
    const released: GrantedAccess = hasReleases ? await grantedAccess(new FolderStore(paths.releases), kept) : {};
    const isCompiled = (name: NatsProcess): boolean =>
      !hasReleases || programs.some(({ slice, version }) => slice === name && version === undefined);
    const compiled = (Object.keys(natsAccess) as NatsProcess[]).filter(isCompiled);
    if (compiled.length === 0) return released;
    const access = await readAccess(contracts);
    const accessOf = (name: NatsProcess): NatsAccess[] => [released[name] ?? [], access[name] ?? []].flat();
    return { ...released, ...Object.fromEntries(compiled.map((name) => [name, accessOf(name)])) };
  }
}

/** Reads a compiled module in another process: this one keeps the modules that it has loaded. */
async function readAccess(module: string): Promise<Partial<Record<NatsProcess, NatsAccess>>> {
  const script = `process.stdout.write(JSON.stringify((await import(process.argv[1])).natsAccess))`;
  const { code, output } = await runChild(process.execPath, ['--input-type=module', '-e', script, module]);
  if (code !== 0) throw new Refusal(`The NATS access in ${module} can't be read:\n${output}`);
  return JSON.parse(output) as Partial<Record<NatsProcess, NatsAccess>>;
}
