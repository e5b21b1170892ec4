// Releases of services in the release store: `<store>/order/1.2.0/` never changes, `<store>/order/live.json` has the
// version that runs and the history.
import { cpSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { bundleOf } from '@rangavalli/build-kit/build/bundle-of';
import { Refusal } from '@rangavalli/build-kit/command/report';
import type { SliceContract } from '@rangavalli/release/contract/slice-contract';
import { z } from 'zod';
import { ROOT } from '../paths.js';
import type { Release } from '../supervisor/replicas.js';
import { readJson, writeJson } from './json-file.js';

const liveSchema = z.looseObject({
  /** Missing while the checkout's code runs. */
  live: z.string().optional(),
  history: z.array(
    z.looseObject({ at: z.string(), what: z.string(), version: z.string(), from: z.string().optional() }),
  ),
});

const PROGRAM = bundleOf('dist/main.js');
const VERSION = /^(\d+)\.(\d+)\.(\d+)$/;

const compareVersions = (one: string, other: string): number => one.localeCompare(other, 'en', { numeric: true });

export class ServiceReleases {
  private readonly folder: string;
  private readonly source: string;

  constructor(
    store: string,
    private readonly service: string,
    private readonly checkout = ROOT,
  ) {
    this.folder = path.join(store, service);
    this.source = path.join(checkout, 'services', service);
  }

  /** The version of the checkout's code. */
  get ownVersion(): string {
    return z.object({ version: z.string() }).parse(readJson(path.join(this.source, 'package.json'))).version;
  }

  /** All versions in the store, lowest first. */
  get versions(): string[] {
    if (!existsSync(this.folder)) return [];
    return readdirSync(this.folder)
      .filter((name) => VERSION.test(name))
      .toSorted(compareVersions);
  }

  /** The content of live.json; undefined before the first release. */
  get live(): z.infer<typeof liveSchema> | undefined {
    return liveSchema.safeParse(readJson(this.liveFile)).data;
  }

  /** Returns the next patch after the highest version, or the version of package.json when there is none. */
  nextVersion(): string {
    const [, major = '0', minor = '0', patch = '0'] = VERSION.exec(this.versions.at(-1) ?? '') ?? [];
    return this.versions.length === 0 ? this.ownVersion : `${major}.${minor}.${Number(patch) + 1}`;
  }

  /** Stores the current build and its contract as a version. Throws a Refusal when that version exists. */
  keep(version: string, contract: SliceContract): Release {
    if (!VERSION.test(version)) throw new Refusal(`${version} is not a version such as 1.4.0`);
    const target = path.join(this.folder, version);
    if (existsSync(target))
      throw new Refusal(
        `${this.service} ${version} is released already and can't change; the next version is ${this.nextVersion()}`,
      );
    const temporary = path.join(this.folder, `.${version}.${process.pid}`);
    rmSync(temporary, { recursive: true, force: true });
    mkdirSync(path.join(temporary, 'dist'), { recursive: true });
    try {
      for (const name of ['package.json', PROGRAM, `${PROGRAM}.map`])
        cpSync(path.join(this.source, name), path.join(temporary, name));
      // The bundle loads native modules from where they are installed.
      symlinkSync(path.join(this.checkout, 'node_modules'), path.join(temporary, 'node_modules'), 'junction');
      writeJson(path.join(temporary, 'release.json'), { slice: this.service, version, at: new Date().toISOString() });
      writeJson(path.join(temporary, 'contract.json'), contract);
      renameSync(temporary, target);
    } finally {
      rmSync(temporary, { recursive: true, force: true });
    }
    return this.find(version);
  }

  /** Returns a stored version. Throws a Refusal that lists the stored versions. */
  find(version: string): Release {
    if (this.hasProgram(version)) return { program: this.programOf(version), version };
    const stored = this.versions.filter((one) => this.hasProgram(one)).join(', ') || 'none';
    throw new Refusal(`There is no ${this.service} ${version}. There are: ${stored}`);
  }

  /** Returns the version that ran before the live one; undefined when that was the checkout's code. */
  previous(): string | undefined {
    const { live, history = [] } = this.live ?? {};
    const from = history.findLast(({ what, version }) => what === 'released' && version === live)?.from;
    return from && !this.isCheckout(from) ? from : undefined;
  }

  /** Records the version that runs from now on; undefined: the checkout's code. */
  note(what: 'released' | 'rolled back', version: string | undefined): void {
    const { live: from, history = [], ...rest } = this.live ?? {};
    const live = version ?? this.versions.findLast((one) => this.isCheckout(one));
    const entry = { at: new Date().toISOString(), what, version: live ?? this.ownVersion, ...(from ? { from } : {}) };
    writeJson(this.liveFile, { ...rest, ...(live ? { live } : {}), history: [...history, entry] });
  }

  /** Of the checkout's code the store has only the contract. */
  private isCheckout(version: string): boolean {
    return !this.hasProgram(version) && existsSync(path.join(this.folder, version));
  }

  private hasProgram(version: string): boolean {
    return existsSync(this.programOf(version));
  }

  private programOf(version: string): string {
    return path.join(this.folder, version, PROGRAM);
  }

  private get liveFile(): string {
    return path.join(this.folder, 'live.json');
  }
}
