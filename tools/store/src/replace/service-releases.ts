// Releases of services in the release store: `<STORE>/order/1.2.0/` is made once and never changed, `<STORE>/order/live.json`
// says which one runs and which ones did.
import { cpSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { bundleOf } from '@rangavalli/build-kit/build/bundle-of';
import type { SliceContract } from '@rangavalli/release/contract/slice-contract';
import { z } from 'zod';
import { ROOT } from '../paths.js';
import { Refusal } from '../report.js';
import { readJson, writeJson } from '../setup/json-file.js';
import type { Release } from '../supervisor/replicas.js';

const liveSchema = z.looseObject({
  /** Not there: the checkout's own code runs. */
  live: z.string().optional(),
  history: z.array(
    z.looseObject({ at: z.string(), what: z.string(), version: z.string(), from: z.string().optional() }),
  ),
});
type Live = z.infer<typeof liveSchema>;

const COMPILED = 'dist/main.js';
const PROGRAM = bundleOf(COMPILED);
const semver = /^(\d+)\.(\d+)\.(\d+)$/;

/** The releases of one service. */
export class ServiceReleases {
  private readonly folder: string;
  private readonly source: string;

  constructor(
    store: string,
    private readonly service: string,
    /** The checkout that releases are made of. */
    private readonly checkout = ROOT,
  ) {
    this.folder = path.join(store, service);
    this.source = path.join(checkout, 'services', service);
  }

  /** The version of the checkout's own code. */
  get ownVersion(): string {
    return z.object({ version: z.string() }).parse(readJson(path.join(this.source, 'package.json'))).version;
  }

  /** All that are kept, lowest first. */
  get versions(): string[] {
    if (!existsSync(this.folder)) return [];
    return readdirSync(this.folder)
      .filter((name) => semver.test(name))
      .toSorted(compare);
  }

  /** Which one runs; undefined before the first release. */
  get live(): Live | undefined {
    return liveSchema.safeParse(readJson(this.liveFile)).data;
  }

  /** The next patch after the highest; the first one is as in package.json. */
  nextVersion(): string {
    const [, major = '0', minor = '0', patch = '0'] = semver.exec(this.versions.at(-1) ?? '') ?? [];
    return this.versions.length === 0 ? this.ownVersion : `${major}.${minor}.${Number(patch) + 1}`;
  }

  /**
   * Keeps what is built now as a version, with its contract. The program is one file with all that it runs on: a later build changes nothing.
   * Throws a Refusal when there is one of that name already: releases are never changed.
   */
  keep(version: string, contract: SliceContract): Release {
    if (!semver.test(version)) throw new Refusal(`${version} is no version: three numbers, as 1.4.0`);
    const target = path.join(this.folder, version);
    if (existsSync(target))
      throw new Refusal(
        `${this.service} ${version} is released already and stays as it is; the next one is ${this.nextVersion()}`,
      );
    const fresh = path.join(this.folder, `.${version}.${process.pid}`);
    rmSync(fresh, { recursive: true, force: true });
    mkdirSync(path.join(fresh, 'dist'), { recursive: true });
    try {
      for (const name of ['package.json', PROGRAM, `${PROGRAM}.map`])
        cpSync(path.join(this.source, name), path.join(fresh, name));
      // What is machine code comes from where it is installed.
      symlinkSync(path.join(this.checkout, 'node_modules'), path.join(fresh, 'node_modules'), 'junction');
      writeJson(path.join(fresh, 'release.json'), { slice: this.service, version, at: new Date().toISOString() });
      writeJson(path.join(fresh, 'contract.json'), contract);
      renameSync(fresh, target);
    } finally {
      rmSync(fresh, { recursive: true, force: true });
    }
    return this.find(version);
  }

  /** A version that is kept. Throws a Refusal that lists what there is. */
  find(version: string): Release {
    const program = this.programOf(version);
    if (!this.isKept(version))
      throw new Refusal(
        `There is no ${this.service} ${version}. There are: ${this.versions.filter((kept) => this.isKept(kept)).join(', ') || 'none'}`,
      );
    return { program, version };
  }

  /** The version that ran before the one that runs; undefined: the checkout's own code did. */
  previous(): string | undefined {
    const { live, history = [] } = this.live ?? {};
    const from = history.findLast(({ what, version }) => what === 'released' && version === live)?.from;
    return from && !this.isOwn(from) ? from : undefined;
  }

  /** Notes which one runs from now on; undefined: the checkout's own code. */
  note(what: 'released' | 'rolled back', version: string | undefined): void {
    const { live: from, history = [], ...rest } = this.live ?? {};
    const live = version ?? this.ownRelease;
    const entry = { at: new Date().toISOString(), what, version: live ?? this.ownVersion, ...(from ? { from } : {}) };
    writeJson(this.liveFile, { ...rest, ...(live ? { live } : {}), history: [...history, entry] });
  }

  /** What the store calls the checkout's own code: of it only the contract is kept. */
  private get ownRelease(): string | undefined {
    return this.versions.findLast((version) => this.isOwn(version));
  }

  private isOwn(version: string): boolean {
    return !this.isKept(version) && existsSync(path.join(this.folder, version));
  }

  private isKept(version: string): boolean {
    return existsSync(this.programOf(version));
  }

  private programOf(version: string): string {
    const program = path.join(this.folder, version, PROGRAM);
    // Earlier ones were kept as the compiler had written them.
    return existsSync(program) ? program : path.join(this.folder, version, COMPILED);
  }

  private get liveFile(): string {
    return path.join(this.folder, 'live.json');
  }
}

function compare(one: string, other: string): number {
  return one.localeCompare(other, 'en', { numeric: true });
}
